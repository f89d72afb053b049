/** Seeds from a stack trace: the symbols of its frames, and the trace ranks of symbols and files. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { PathLocator, symbolAt } from "./locate.js";
import type { FoundSeed } from "./seed-finder.js";
import { parseStackTrace, type StackFrame } from "./stack-trace.js";

/** Factor on the scores of each further error in the cause chain. */
const CAUSE_DAMPING = 0.9;
/** Maximum number of the repository's frames that are used, per error of the cause chain. */
const MAX_FRAMES = 20;

/** Ranks of a symbol in a stack trace; the innermost frame has rank 0. */
export interface TraceRanks {
  /** Rank of the best frame inside the symbol itself. */
  readonly exact?: number;
  /** Rank of the innermost frame in the symbol's file. */
  readonly file?: number;
  /** Weight, 0..1 (1 = full), of the error in the cause chain that the frame belongs to. */
  readonly weight?: number;
}

/** What a stack trace points at. */
export interface TraceSeeds {
  /** Seeds by descending score. */
  readonly seeds: readonly FoundSeed[];
  /** Trace ranks by the symbol that contains a frame. */
  readonly exact: ReadonlyMap<SymbolHandle, TraceRanks>;
  /** Trace ranks by the file that contains a frame. */
  readonly files: ReadonlyMap<string, TraceRanks>;
}

/** A path and a line in prose, such as `src/auth/token.ts:12`. */
const PLACE_PATTERN = /(?:[\w@.-]+[\\/])*[\w@.-]+\.(?:[cm]?[jt]sx?|pyi?):(\d+)/g;
/** Score of a place in prose: less than that of a frame, because a place may be mentioned for another reason. */
const PLACE_SCORE = 0.9;

/** Symbols at the places that a text mentions, in the text's order. */
export function findMentionedPlaces(graph: SymbolGraph, text: string): FoundSeed[] {
  const matches = [...text.matchAll(PLACE_PATTERN)];
  if (matches.length === 0) return [];
  const locator = new PathLocator(graph);
  const symbols = matches.slice(0, MAX_FRAMES).flatMap(([place, line]) => {
    const located = locator.findSource(place.slice(0, place.lastIndexOf(":")).replaceAll("\\", "/"));
    return located === undefined ? [] : (symbolAt(graph, located, { line: Number(line) }) ?? []);
  });
  return [...new Set(symbols)].map((symbol) => ({ symbol, score: PLACE_SCORE }));
}

/** Seeds of a stack trace. Ranks count only the repository's frames, from the innermost, and restart for each error of the cause chain. */
export function findTraceSeeds(graph: SymbolGraph, stackTrace: string): TraceSeeds {
  const exact = new Map<SymbolHandle, TraceRanks>();
  const files = new Map<string, TraceRanks>();
  const causes = parseStackTrace(stackTrace);
  if (causes.length === 0) return { seeds: [], exact, files };
  const locator = new PathLocator(graph);
  for (const { depth, frames } of causes) {
    const weight = CAUSE_DAMPING ** depth;
    locateFrames(graph, locator, frames).forEach(({ file, symbol }, rank) => {
      if (!exact.has(symbol)) exact.set(symbol, { exact: rank, weight });
      if (!files.has(file)) files.set(file, { file: rank, weight });
    });
  }
  const seeds = [...exact].map(([symbol, place]) => ({ symbol, score: seedScore(place) }));
  return { seeds: seeds.sort((a, b) => b.score - a.score), exact, files };
}

/** The frames that belong to the repository, innermost first. */
function locateFrames(graph: SymbolGraph, locator: PathLocator, frames: readonly StackFrame[]) {
  const places = frames.flatMap((frame) => {
    const located = locator.findSource(frame.path);
    const symbol = located === undefined ? undefined : symbolAt(graph, located, frame);
    return located === undefined || symbol === undefined ? [] : [{ file: located.file, symbol }];
  });
  return places.slice(0, MAX_FRAMES);
}

/** Score of a frame's symbol. Decreases more slowly than trace locality: a frame ten calls up is still a start symbol. */
function seedScore({ exact = 0, weight = 1 }: TraceRanks): number {
  return weight / (1 + 0.15 * exact);
}
