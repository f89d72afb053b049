/** Breadth-first walk along one direction of references: reached symbols with distance and predecessors. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { neighbourSteps, type Walk } from "./directions.js";

/** A symbol with its distance from the start and the edges that lead to it. */
export interface ReachedSymbol {
  readonly record: SymbolRecord;
  /** Smallest number of edges from the start. */
  readonly depth: number;
  /** Confidence 0..1: product along the most confident of the shortest paths. */
  readonly confidence: number;
  /** The symbols one edge nearer to the start from which this one was reached. */
  readonly from: readonly SymbolHandle[];
}

/** Direction, depth and least confidence of a walk. */
export interface WalkRequest {
  readonly walk: Walk;
  readonly depth: number;
  /** Edges with a lower confidence are not followed, 0..1. */
  readonly minConfidence: number;
}

interface FrontierArrival {
  confidence: number;
  readonly from: Set<SymbolHandle>;
}

/**
 * All symbols within `depth` edges of the start symbols: nearest first, then by confidence, then by location. A single start is included only if
 * it refers to itself directly; several are never included.
 */
export function walkReferences(
  graph: SymbolGraph,
  starts: readonly SymbolHandle[],
  request: WalkRequest,
): readonly ReachedSymbol[] {
  const all: ReachedSymbol[] = [];
  const known = new Set<SymbolHandle>(starts.length > 1 ? starts : []);
  const isStart = new Set(starts);
  let frontier = new Map<SymbolHandle, number>(starts.map((start) => [start, 1]));
  for (let depth = 1; depth <= request.depth && frontier.size > 0; depth++) {
    const arrivals = stepAll(graph, frontier, request);
    frontier = new Map();
    for (const [symbol, { confidence, from }] of arrivals) {
      if (known.has(symbol) || (isStart.has(symbol) && depth > 1)) continue;
      known.add(symbol);
      if (!isStart.has(symbol)) frontier.set(symbol, confidence);
      all.push({ record: graph.symbol(symbol), depth, confidence, from: [...from] });
    }
  }
  return all.sort(compareByNearness);
}

function stepAll(
  graph: SymbolGraph,
  frontier: ReadonlyMap<SymbolHandle, number>,
  { walk, minConfidence }: WalkRequest,
): Map<SymbolHandle, FrontierArrival> {
  const arrivals = new Map<SymbolHandle, FrontierArrival>();
  for (const [symbol, certainty] of frontier) {
    for (const step of neighbourSteps(graph, symbol, walk)) {
      if (step.confidence < minConfidence * 100) continue;
      const confidence = (certainty * step.confidence) / 100;
      const arrival = arrivals.get(step.symbol);
      if (arrival === undefined) arrivals.set(step.symbol, { confidence, from: new Set([symbol]) });
      else {
        arrival.confidence = Math.max(arrival.confidence, confidence);
        arrival.from.add(symbol);
      }
    }
  }
  return arrivals;
}

function compareByNearness(a: ReachedSymbol, b: ReachedSymbol): number {
  return a.depth - b.depth || b.confidence - a.confidence || compareByPlace(a.record, b.record);
}

function compareByPlace(a: SymbolRecord, b: SymbolRecord): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || (a.id < b.id ? -1 : 1);
}
