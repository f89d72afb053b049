/** The contract's situations, in the order in which they run: later ones use what earlier ones kept, the last ones change the repository. */
import type { Situation } from "../situation.js";
import { AGENT_SITUATIONS } from "./agent.js";
import { CODE_SITUATIONS } from "./code.js";
import { DELTA_SITUATIONS } from "./deltas.js";
import { MEMORY_SITUATIONS } from "./memory.js";
import { REPOSITORY_SITUATIONS } from "./repository.js";
import { SLICE_SITUATIONS } from "./slices.js";
import { SYMBOL_SITUATIONS } from "./symbols.js";

export const SITUATIONS: Readonly<Record<string, readonly Situation[]>> = {
  symbols: SYMBOL_SITUATIONS,
  deltas: DELTA_SITUATIONS,
  code: CODE_SITUATIONS,
  slices: SLICE_SITUATIONS,
  agent: AGENT_SITUATIONS,
  memory: MEMORY_SITUATIONS,
  repository: REPOSITORY_SITUATIONS,
};
