/** The symbols that a task is about: those it names, those in the paths it names, else what retrieval finds. */
import { isSymbolId, rangeCovers, SdlError, type SymbolHandle } from "@sdl/model";
import type { Snapshot } from "@sdl/repository";
import { searchSymbols } from "@sdl/retrieval";
import { innermostSymbol, PathLocator, parseStackTrace } from "@sdl/slice";
import { repositoryPath } from "../../query/repository-path.js";
import type { Query } from "../../query/run-query.js";
import { namedSymbol } from "../../query/symbol-ref.js";
import type { ActionLog } from "./action-log.js";

/** One frame of a stack trace that belongs to the repository. */
interface Frame {
  readonly symbol: SymbolHandle;
  readonly file: string;
  readonly line: number;
}

export interface TaskFocus {
  /** Best first. */
  readonly symbols: readonly SymbolHandle[];
  /** Innermost first; empty without a stack trace in the task's text. */
  readonly frames: readonly Frame[];
  /** How the symbols were found. */
  readonly how: string;
}

export interface FocusRequest {
  readonly taskText: string;
  readonly focusSymbols?: readonly string[] | undefined;
  readonly focusPaths?: readonly string[] | undefined;
}

const MAX_FRAMES = 10;
const SEARCH_LIMIT = 200;
const MAX_QUERY = 2000;
const SLICE_BUDGET = { maxCards: 12, maxEstimatedTokens: 3000 };

/** @throws {SdlError} for a symbol or path that is named and not there */
export async function findFocus(query: Query, request: FocusRequest, log: ActionLog): Promise<TaskFocus> {
  const { graph } = query;
  const frames = framesIn(graph, request.taskText);
  const named = (request.focusSymbols ?? []).map((name) => namedSymbol(query, name));
  const paths = (request.focusPaths ?? []).map((path) => knownPath(query, path));
  if (named.length > 0 && paths.length === 0) return { symbols: unique(named), frames, how: "named in focusSymbols" };
  if (paths.length > 0) {
    const inPaths = await symbolsInPaths(query, request.taskText, paths, log);
    const traced = frames.filter(({ file }) => isInside(file, paths)).map(({ symbol }) => symbol);
    return { symbols: unique([...named, ...traced, ...inPaths]), frames, how: `in ${paths.join(", ")}` };
  }
  const means = log.canCall() ? "a slice" : "the words";
  const found = log.canCall()
    ? await symbolsOfSlice(query, request.taskText, frames.length > 0, log)
    : symbolsByWords(query, request.taskText);
  const how = frames.length > 0 ? `by the stack trace and ${means}` : `by ${means} of the task's text`;
  return { symbols: unique([...frames.map(({ symbol }) => symbol), ...found]), frames, how };
}

function unique(symbols: readonly SymbolHandle[]): readonly SymbolHandle[] {
  return [...new Set(symbols)];
}

function framesIn(graph: Snapshot, text: string): readonly Frame[] {
  const causes = parseStackTrace(text);
  if (causes.length === 0) return [];
  const locator = new PathLocator(graph);
  const frames = causes.flatMap(({ frames }) =>
    frames.flatMap(({ path, line }) => {
      const file = locator.find(path);
      const symbol = file === undefined ? undefined : innermostSymbol(graph, file, line);
      return file === undefined || symbol === undefined ? [] : [{ file, symbol, line }];
    }),
  );
  return frames.filter(({ symbol, line }) => isAt(graph, symbol, line)).slice(0, MAX_FRAMES);
}

/** A line past the end of a file is of another version of it. */
function isAt(graph: Snapshot, symbol: SymbolHandle, line: number): boolean {
  return rangeCovers(graph.symbol(symbol).range, line);
}

/** @throws {SdlError} `file_not_indexed` when nothing indexed lies there */
function knownPath(query: Query, path: string): string {
  const known = repositoryPath(query, path);
  if (query.graph.files().some((file) => isInside(file, [known]))) return known;
  throw new SdlError(
    "file_not_indexed",
    `focusPaths: no indexed file lies in ${path}; check the path, or pass fresh: true`,
  );
}

function isInside(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => path === "" || file === path || file.startsWith(`${path}/`));
}

/** What the words of the task find there; what most leans on, where they find nothing. */
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

/** Without an action, where the limits have none to spare for discovery. */
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

/** Of entries with a symbolId, in their order. */
function handlesOf(graph: Snapshot, entries: unknown): readonly SymbolHandle[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    const id = typeof entry === "object" && entry !== null && "symbolId" in entry ? String(entry.symbolId) : "";
    const handle = isSymbolId(id) ? graph.findSymbol(id) : undefined;
    return handle === undefined ? [] : [handle];
  });
}
