/**
 * Generator of calls of all reading actions, drawn from a seed, in the proportions of long agent sessions. Knows
 * arguments, not transports.
 */
import { pick } from "../statistics/random.js";

/** A symbol to query. */
export interface KnownSymbol {
  readonly id: string;
  readonly name: string;
  readonly file: string;
}

/** One tool call. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Ids and handles of earlier answers, for calls that need them. */
export interface KnownHandles {
  readonly symbols: readonly KnownSymbol[];
  readonly handles: readonly string[];
  readonly spillovers: readonly string[];
  readonly versions: readonly string[];
}

type Draw = (given: KnownHandles, random: () => number) => Call;

const VERBS = ["fix", "find out how to test", "make faster", "document", "change what happens in", "explain"];
const DIRECTIONS = ["callers", "callees", "references", "implementations", "supertypes", "tests"];
const TASK_TYPES = ["debug", "review", "implement", "explain"];
const DETAILS = ["L1", "L2", "L3"];

/** Calls with their weights. */
const DRAWS: readonly (readonly [number, Draw])[] = [
  [20, (given, random) => ({ tool: "sdl_symbol_search", args: { query: drawWords(given, random, 2), limit: 20 } })],
  [15, (given, random) => ({ tool: "sdl_symbol_getCard", args: { symbolId: pick(given.symbols, random).id } })],
  [5, (given, random) => ({ tool: "sdl_symbol_getCards", args: { symbolIds: drawIds(given, random, 12) } })],
  [
    12,
    (given, random) => ({
      tool: "sdl_slice_build",
      args: { taskText: drawTask(given, random), budget: drawBudget(random) },
    }),
  ],
  [4, (given, random) => ({ tool: "sdl_slice_build", args: { entrySymbols: drawIds(given, random, 3) } })],
  [8, (given, random) => drawReferencesCall(given, random)],
  [5, (given, random) => ({ tool: "sdl_code_getSkeleton", args: { symbolId: pick(given.symbols, random).id } })],
  [5, (given, random) => drawHotPathCall(given, random)],
  [3, (given, random) => ({ tool: "sdl_file_outline", args: { file: pick(given.symbols, random).file } })],
  [
    3,
    (given, random) => ({
      tool: "sdl_logic_slice",
      args: { symbolId: pick(given.symbols, random).id, detail: pick(DETAILS, random) },
    }),
  ],
  [
    3,
    (given, random) => ({
      tool: "sdl_context_forTask",
      args: { symbolId: pick(given.symbols, random).id, taskType: "fix" },
    }),
  ],
  [3, (given, random) => ({ tool: "sdl_context_summary", args: { query: drawWords(given, random, 2) } })],
  [3, (given, random) => drawOrchestrateCall(given, random)],
  [3, (given, random) => drawChainCall(given, random)],
  [2, (given, random) => drawGraphPathCall(given, random)],
  [2, (given, random) => drawDeltaCall(given, random)],
  [3, (given, random) => drawRefreshCall(given, random)],
  [2, (given, random) => drawSpilloverCall(given, random)],
  [1, () => ({ tool: "sdl_repo_status", args: {} })],
  [1, () => ({ tool: "sdl_repo_overview", args: { level: "full" } })],
  [1, () => ({ tool: "sdl_version_list", args: {} })],
  [1, (given, random) => ({ tool: "sdl_action_search", args: { query: drawWords(given, random, 1) } })],
];

const TOTAL = DRAWS.reduce((sum, [weight]) => sum + weight, 0);

/** Draws one call. */
export function drawCall(given: KnownHandles, random: () => number): Call {
  let at = random() * TOTAL;
  for (const [weight, draw] of DRAWS) {
    at -= weight;
    if (at < 0) return draw(given, random);
  }
  throw new RangeError("no call was drawn; weights are wrong");
}

function drawWords({ symbols }: KnownHandles, random: () => number, count: number): string {
  return Array.from({ length: count }, () => pick(symbols, random).name).join(" ");
}

function drawTask(given: KnownHandles, random: () => number): string {
  return `${pick(VERBS, random)} ${drawWords(given, random, 3)}`;
}

function drawIds({ symbols }: KnownHandles, random: () => number, most: number): string[] {
  const count = 1 + Math.floor(random() * most);
  return [...new Set(Array.from({ length: count }, () => pick(symbols, random).id))];
}

function drawBudget(random: () => number): object {
  return { maxEstimatedTokens: 1000 + Math.floor(random() * 7000) };
}

function drawReferencesCall(given: KnownHandles, random: () => number): Call {
  const { id } = pick(given.symbols, random);
  return { tool: "sdl_symbol_references", args: { symbolId: id, direction: pick(DIRECTIONS, random), depth: 2 } };
}

function drawHotPathCall(given: KnownHandles, random: () => number): Call {
  const { id, name } = pick(given.symbols, random);
  return { tool: "sdl_code_getHotPath", args: { symbolId: id, identifiersToFind: [name.split(".").at(-1) ?? name] } };
}

function drawOrchestrateCall(given: KnownHandles, random: () => number): Call {
  const args = { taskType: pick(TASK_TYPES, random), taskText: drawTask(given, random), budget: { maxTokens: 4000 } };
  return { tool: "sdl_agent_orchestrate", args };
}

function drawChainCall(given: KnownHandles, random: () => number): Call {
  const search = { fn: "symbolSearch", args: { query: drawWords(given, random, 1), limit: 5 } };
  const card = { fn: "symbolGetCard", args: { symbolId: pick(given.symbols, random).id } };
  return { tool: "sdl_chain", args: { steps: [search, card] } };
}

function drawGraphPathCall(given: KnownHandles, random: () => number): Call {
  const [from, to] = [pick(given.symbols, random).id, pick(given.symbols, random).id];
  return { tool: "sdl_graph_path", args: { from, to } };
}

function drawDeltaCall(given: KnownHandles, random: () => number): Call {
  const { versions } = given;
  if (versions.length < 2) return { tool: "sdl_version_list", args: {} };
  const from = Math.floor(random() * (versions.length - 1));
  return { tool: "sdl_delta_get", args: { fromVersion: versions[from], toVersion: versions.at(-1) } };
}

function drawRefreshCall(given: KnownHandles, random: () => number): Call {
  if (given.handles.length === 0) return { tool: "sdl_repo_list", args: {} };
  return { tool: "sdl_slice_refresh", args: { sliceHandle: pick(given.handles, random) } };
}

function drawSpilloverCall(given: KnownHandles, random: () => number): Call {
  if (given.spillovers.length === 0) return { tool: "sdl_info", args: {} };
  return { tool: "sdl_slice_spillover_get", args: { spilloverHandle: pick(given.spillovers, random) } };
}
