/** Finds the symbols that a task concerns: those named, those in the given paths, else the results of retrieval. */
import { isSymbolId, rangeCovers, SdlError, type SymbolHandle } from "@sdl/model";
import type { Snapshot } from "@sdl/repository";
import { searchSymbols } from "@sdl/retrieval";
import { repositoryPath } from "../../query/repository-path.js";
import type { Query } from "../../query/run-query.js";
import { resolveNamedSymbol } from "../../query/symbol-ref.js";
import { tracesOf } from "../slice/trace-notes.js";
import type { ActionLog } from "./action-log.js";

/** One frame of a stack trace whose file is in the repository. */
interface Frame {
  readonly symbol: SymbolHandle;
  readonly file: string;
  readonly line: number;
}

/** The symbols of a task, and how they were found. */
export interface TaskFocus {
  /** Best first. */
  readonly symbols: readonly SymbolHandle[];
  /** Innermost frame first; empty if the task text has no stack trace. */
  readonly frames: readonly Frame[];
  /** How the symbols were found, as part of a sentence. */
  readonly how: string;
}

/** The task, and what its client named. */
export interface FocusRequest {
  readonly taskText: string;
  readonly focusSymbols?: readonly string[] | undefined;
  readonly focusPaths?: readonly string[] | undefined;
}

const MAX_FRAMES = 10;
const SEARCH_LIMIT = 200;
const MAX_QUERY = 2000;
const SLICE_BUDGET = { maxCards: 12, maxEstimatedTokens: 3000 };

/** @throws {SdlError} if a named symbol or path does not exist */
export async function findFocus(query: Query, request: FocusRequest, log: ActionLog): Promise<TaskFocus> {
  const frames = framesIn(query, request.taskText);
  const named = (request.focusSymbols ?? []).map((name) => resolveNamedSymbol(query, name));
  const paths = (request.focusPaths ?? []).map((path) => requireKnownPath(query, path));
  if (named.length > 0 && paths.length === 0)
    return { symbols: dropRepeats(named), frames, how: "named in focusSymbols" };
  if (paths.length > 0) {
    const inPaths = await symbolsInPaths(query, request.taskText, paths, log);
    const traced = frames.filter(({ file }) => isInside(file, paths)).map(({ symbol }) => symbol);
    return { symbols: dropRepeats([...named, ...traced, ...inPaths]), frames, how: `in ${paths.join(", ")}` };
  }
  const means = log.canCall() ? "a slice" : "a word search";
  const found = log.canCall()
    ? await symbolsOfSlice(query, request.taskText, frames.length > 0, log)
    : symbolsByWords(query, request.taskText);
  const how = frames.length > 0 ? `by the stack trace and ${means}` : `by ${means} of the task's text`;
  return { symbols: dropRepeats([...frames.map(({ symbol }) => symbol), ...found]), frames, how };
}

function dropRepeats(symbols: readonly SymbolHandle[]): readonly SymbolHandle[] {
  return [...new Set(symbols)];
}

/** Frames whose line is inside the symbol; another line comes from another version of the file. */
function framesIn(query: Query, text: string): readonly Frame[] {
  const { graph } = query;
  const { causes } = tracesOf(query).match(text);
  const frames = causes.flatMap(({ matches }) =>
    matches.map(({ file, symbol, frame: { line } }): Frame => ({ file, symbol, line })),
  );
  return frames.filter(({ symbol, line }) => rangeCovers(graph.symbol(symbol).range, line)).slice(0, MAX_FRAMES);
}

/** @throws {SdlError} `file_not_indexed` if the path contains no indexed file */
function requireKnownPath(query: Query, path: string): string {
  const known = repositoryPath(query, path);
  if (query.graph.files().some((file) => isInside(file, [known]))) return known;
  throw new SdlError(
    "file_not_indexed",
    `focusPaths: ${path} contains no indexed file; check the path, or pass fresh: true`,
  );
}

function isInside(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => path === "" || file === path || file.startsWith(`${path}/`));
}

/** Symbols in the paths that the task's words find; if there are none, those with the most incoming edges. */
async function symbolsInPaths(
  query: Query,
  taskText: string,
  paths: readonly string[],
  log: ActionLog,
): Promise<readonly SymbolHandle[]> {
  const { graph } = query;
  const hits = log.canCall() ? await symbolsOfSearch(graph, taskText, log) : symbolsByWords(query, taskText);
  const found = hits.filter((symbol) => isInside(graph.fileOf(symbol), paths));
  if (found.length > 0) return found;
  const all = graph
    .files()
    .filter((file) => isInside(file, paths))
    .flatMap((file) => [...graph.fileSymbols(file)]);
  const functions = all.filter((symbol) => graph.kindOf(symbol) !== "module");
  return functions
    .sort((a, b) => graph.incoming(b).length - graph.incoming(a).length || a - b)
    .slice(0, SLICE_BUDGET.maxCards);
}

async function symbolsOfSearch(graph: Snapshot, taskText: string, log: ActionLog): Promise<readonly SymbolHandle[]> {
  const answer = await log.call({
    type: "discover",
    action: "sdl.symbol.search",
    args: { query: taskText.slice(0, MAX_QUERY), limit: SEARCH_LIMIT },
    keep: ({ results }) => ({ results: Array.isArray(results) ? results.length : 0 }),
  });
  return handlesOf(graph, answer?.["results"]);
}

/** Searches without a recorded action, if the limits allow none for discovery. */
function symbolsByWords({ graph, kept }: Query, taskText: string): readonly SymbolHandle[] {
  const { results } = searchSymbols(graph, graph, taskText.slice(0, MAX_QUERY), { limit: SEARCH_LIMIT, kept });
  return results.map(({ symbol }) => symbol);
}

async function symbolsOfSlice(
  { graph }: Query,
  taskText: string,
  isTrace: boolean,
  log: ActionLog,
): Promise<readonly SymbolHandle[]> {
  const answer = await log.call({
    type: "discover",
    action: "sdl.slice.build",
    args: {
      taskText: taskText.slice(0, 20_000),
      ...(isTrace ? { stackTrace: taskText } : {}),
      budget: SLICE_BUDGET,
      wireFormat: "standard",
      cardDetail: "minimal",
    },
    keep: ({ sliceHandle }) => ({ sliceHandle }),
  });
  const slice = answer?.["slice"];
  return typeof slice === "object" && slice !== null && "cards" in slice ? handlesOf(graph, slice.cards) : [];
}

/** Handles of entries that have a `symbolId`, in their order. */
function handlesOf(graph: Snapshot, entries: unknown): readonly SymbolHandle[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    const id = typeof entry === "object" && entry !== null && "symbolId" in entry ? String(entry.symbolId) : "";
    const handle = isSymbolId(id) ? graph.findSymbol(id) : undefined;
    return handle === undefined ? [] : [handle];
  });
}
