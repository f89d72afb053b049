/** Breadth first along one direction: who is reached in how many steps, and from whom. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { stepsFrom, type Walk } from "./directions.js";

/** A symbol that was reached. */
export interface Reached {
  readonly record: SymbolRecord;
  /** Least steps from the start. */
  readonly depth: number;
  /** Of the surest of the shortest ways: the product of its steps, 0..1. */
  readonly confidence: number;
  /** The symbols one step nearer that it was reached from, by id. */
  readonly from: readonly SymbolHandle[];
}

export interface WalkRequest {
  readonly walk: Walk;
  readonly depth: number;
  /** Steps below it are not taken, 0..1. */
  readonly minConfidence: number;
}

interface Arrival {
  confidence: number;
  readonly from: Set<SymbolHandle>;
}

/** Everything within `depth` steps of the start, itself left out unless it leads to itself in one: nearest first, then surest, then by place. */
export function walkReferences(graph: SymbolGraph, start: SymbolHandle, request: WalkRequest): readonly Reached[] {
  const all: Reached[] = [];
  const known = new Set<SymbolHandle>();
  let frontier = new Map<SymbolHandle, number>([[start, 1]]);
  for (let depth = 1; depth <= request.depth && frontier.size > 0; depth++) {
    const arrivals = stepAll(graph, frontier, request);
    frontier = new Map();
    for (const [symbol, { confidence, from }] of arrivals) {
      if (known.has(symbol) || (symbol === start && depth > 1)) continue;
      known.add(symbol);
      if (symbol !== start) frontier.set(symbol, confidence);
      all.push({ record: graph.symbol(symbol), depth, confidence, from: [...from] });
    }
  }
  return all.sort(byNearness);
}

function stepAll(
  graph: SymbolGraph,
  frontier: ReadonlyMap<SymbolHandle, number>,
  { walk, minConfidence }: WalkRequest,
): Map<SymbolHandle, Arrival> {
  const arrivals = new Map<SymbolHandle, Arrival>();
  for (const [symbol, certainty] of frontier) {
    for (const step of stepsFrom(graph, symbol, walk)) {
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

function byNearness(a: Reached, b: Reached): number {
  return a.depth - b.depth || b.confidence - a.confidence || byPlace(a.record, b.record);
}

function byPlace(a: SymbolRecord, b: SymbolRecord): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || (a.id < b.id ? -1 : 1);
}
