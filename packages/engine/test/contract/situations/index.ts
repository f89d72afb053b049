/** All situations of the contract by capability; those of one list run in order, on a repository of their own. */
import type { Situation } from "../situation.js";
import { AGENT_SITUATIONS } from "./agent.js";
import { CODE_SITUATIONS } from "./code.js";
import { DAMAGE_SITUATIONS } from "./damage.js";
import { DELTA_SITUATIONS } from "./deltas.js";
import { DRAFT_SITUATIONS } from "./drafts.js";
import { INDEX_STATE_SITUATIONS } from "./index-state.js";
import { INSTALLATION_SITUATIONS } from "./installation.js";
import { MEMORY_SITUATIONS } from "./memory.js";
import { OTHER_REPOSITORY_SITUATIONS } from "./other-repository.js";
import { REFRESH_SITUATIONS } from "./refreshes.js";
import { RISK_SITUATIONS } from "./risks.js";
import { SLICE_REFRESH_SITUATIONS } from "./slice-refreshes.js";
import { SLICE_SITUATIONS } from "./slices.js";
import { SYMBOL_SITUATIONS } from "./symbols.js";

export const SITUATIONS: Readonly<Record<string, readonly Situation[]>> = {
  symbols: SYMBOL_SITUATIONS,
  deltas: DELTA_SITUATIONS,
  risks: RISK_SITUATIONS,
  code: CODE_SITUATIONS,
  slices: SLICE_SITUATIONS,
  "slice refreshes": SLICE_REFRESH_SITUATIONS,
  agent: AGENT_SITUATIONS,
  memory: MEMORY_SITUATIONS,
  drafts: DRAFT_SITUATIONS,
  "index state": INDEX_STATE_SITUATIONS,
  refreshes: REFRESH_SITUATIONS,
  "other repository": OTHER_REPOSITORY_SITUATIONS,
  damage: DAMAGE_SITUATIONS,
  installation: INSTALLATION_SITUATIONS,
};
