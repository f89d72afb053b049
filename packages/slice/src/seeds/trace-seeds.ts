/** The symbols of a stack trace's frames, and where other symbols stand beside them. */
import type { SymbolGraph, SymbolHandle } from "@sdl/model";
import type { TracePlace } from "../score/signals.js";
import { PathLocator, symbolAt } from "./locate.js";
import type { FoundSeed } from "./seed-finder.js";
import { parseStackTrace, type StackFrame } from "./stack-trace.js";

/** What each cause further down is worth. */
const CAUSE_DAMPING = 0.9;
/** Frames of the repository that are looked at, in each cause. */
const MAX_FRAMES = 20;

export interface TraceSeeds {
  /** Best first. */
  readonly seeds: readonly FoundSeed[];
  /** By symbol of a frame. */
  readonly exact: ReadonlyMap<SymbolHandle, TracePlace>;
  /** By file of a frame. */
  readonly files: ReadonlyMap<string, TracePlace>;
}

/** Ranks count the repository's own frames from the innermost on, anew for each cause. */
export function findTraceSeeds(graph: SymbolGraph, stackTrace: string): TraceSeeds {
  const locator = new PathLocator(graph);
  const exact = new Map<SymbolHandle, TracePlace>();
  const files = new Map<string, TracePlace>();
  for (const { depth, frames } of parseStackTrace(stackTrace)) {
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
