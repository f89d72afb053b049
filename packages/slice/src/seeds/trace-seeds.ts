/** The symbols of a stack trace's frames, and where other symbols stand beside them. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { PathLocator, symbolAt } from "./locate.js";
import type { FoundSeed } from "./seed-finder.js";
import { parseStackTrace, type StackFrame } from "./stack-trace.js";

/** What each cause further down is worth. */
const CAUSE_DAMPING = 0.9;
/** Frames of the repository that are looked at, in each cause. */
const MAX_FRAMES = 20;

/** Where a symbol stands in a stack trace: the ranks of its best frames, 0 innermost. */
export interface TracePlace {
  /** Rank of the frame inside the symbol itself. */
  readonly exact?: number;
  /** Rank of the innermost frame in its file. */
  readonly file?: number;
  /** Damping of the cause the frame belongs to, 0..1. */
  readonly weight?: number;
}

export interface TraceSeeds {
  /** Best first. */
  readonly seeds: readonly FoundSeed[];
  /** By symbol of a frame. */
  readonly exact: ReadonlyMap<SymbolHandle, TracePlace>;
  /** By file of a frame. */
  readonly files: ReadonlyMap<string, TracePlace>;
}

/** A path and a line in prose: `src/auth/token.ts:12`. */
const PLACE = /(?:[\w@.-]+[\\/])*[\w@.-]+\.(?:[cm]?[jt]sx?|pyi?):(\d+)/g;
/** Below a frame's: it may be mentioned for another reason. */
const PLACE_SCORE = 0.9;

/** The symbols at the places that a text mentions, in its order. */
export function findMentionedPlaces(graph: SymbolGraph, text: string): FoundSeed[] {
  const matches = [...text.matchAll(PLACE)];
  if (matches.length === 0) return [];
  const locator = new PathLocator(graph);
  const symbols = matches.slice(0, MAX_FRAMES).flatMap(([place, line]) => {
    const located = locator.findSource(place.slice(0, place.lastIndexOf(":")).replaceAll("\\", "/"));
    return located === undefined ? [] : (symbolAt(graph, located, { line: Number(line) }) ?? []);
  });
  return [...new Set(symbols)].map((symbol) => ({ symbol, score: PLACE_SCORE }));
}

/** Ranks count the repository's own frames from the innermost on, anew for each cause. */
export function findTraceSeeds(graph: SymbolGraph, stackTrace: string): TraceSeeds {
  const exact = new Map<SymbolHandle, TracePlace>();
  const files = new Map<string, TracePlace>();
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

/** Gentler than locality: a frame ten calls up is still a start. */
function seedScore({ exact = 0, weight = 1 }: TracePlace): number {
  return weight / (1 + 0.15 * exact);
}
