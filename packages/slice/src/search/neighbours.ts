/** The neighbours of a symbol, each with its strongest edge. */
import {
  type Adjacency,
  EDGE_CODE,
  EDGE_KINDS,
  EDGE_WEIGHTS,
  type EdgeKind,
  type SymbolGraph,
  type SymbolHandle,
} from "@sdl/model";
import type { EdgeFilter } from "./edge-filter.js";

/** What callers count beside callees. */
const CALLER_WEIGHT = 0.5;

const KIND_WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);

export interface Neighbour {
  readonly symbol: SymbolHandle;
  readonly kind: EdgeKind;
  /** `out`: the edge leads from the symbol asked about to the neighbour. */
  readonly direction: "out" | "in";
  /** Edge weight × confidence × direction. */
  readonly strength: number;
}

export interface NeighbourOptions {
  readonly filter: EdgeFilter;
  /** How many are of use; the best are kept. */
  readonly limit: number;
  /** A cheap guess at a neighbour's relevance; times strength, it decides who is kept. */
  readonly promise: (symbol: SymbolHandle) => number;
}

/** In no order that means anything; which ones they are does not depend on handles. */
export function findNeighbours(graph: SymbolGraph, symbol: SymbolHandle, options: NeighbourOptions): Neighbour[] {
  const best = new Map<SymbolHandle, Neighbour>();
  addNeighbours(best, graph.outgoing(symbol), "out", options.filter);
  addNeighbours(best, graph.incoming(symbol), "in", options.filter);
  best.delete(symbol);
  const found = [...best.values()];
  return found.length <= options.limit ? found : keepMostPromising(graph, found, options);
}

function addNeighbours(
  best: Map<SymbolHandle, Neighbour>,
  edges: Adjacency,
  direction: "out" | "in",
  filter: EdgeFilter,
): void {
  const factor = direction === "out" ? 1 : CALLER_WEIGHT;
  for (let i = 0; i < edges.length; i++) {
    const code = edges.kinds[i] as number;
    const confidence = edges.confidences[i] as number;
    if (!filter.allows(code, confidence)) continue;
    const symbol = edges.symbols[i] as SymbolHandle;
    const strength = ((KIND_WEIGHTS[code] ?? 0) * confidence * factor) / 100;
    const known = best.get(symbol);
    const edge: Neighbour = { symbol, kind: EDGE_KINDS[code] ?? "uses", direction, strength };
    if (known === undefined || isStronger(edge, known)) best.set(symbol, edge);
  }
}

/** Between equals the kind that comes first, whatever order the edges have; outgoing ones are offered first and stay. */
function isStronger(edge: Neighbour, known: Neighbour): boolean {
  if (edge.strength !== known.strength) return edge.strength > known.strength;
  return edge.direction === known.direction && EDGE_CODE[edge.kind] < EDGE_CODE[known.kind];
}

/** Ids are looked up for those alone that share the last place. */
function keepMostPromising(
  graph: SymbolGraph,
  found: readonly Neighbour[],
  { limit, promise }: NeighbourOptions,
): Neighbour[] {
  const keys = found.map(({ symbol, strength }) => strength * promise(symbol));
  const last = Float64Array.from(keys).sort()[found.length - limit] ?? 0;
  const kept = found.filter((_, i) => (keys[i] as number) > last);
  const tied = found.filter((_, i) => keys[i] === last);
  if (tied.length > limit - kept.length) {
    const ids = new Map(tied.map(({ symbol }) => [symbol, graph.symbol(symbol).id]));
    tied.sort((a, b) => ((ids.get(a.symbol) ?? "") < (ids.get(b.symbol) ?? "") ? -1 : 1));
  }
  return [...kept, ...tied.slice(0, limit - kept.length)];
}
