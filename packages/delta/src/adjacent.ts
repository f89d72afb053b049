/** Adjacent symbols: the edges on one side of a symbol, one by one. */
import { EDGE_KINDS, type EdgeKind, type SymbolHandle } from "@sdl/model";
import type { Adjacency } from "@sdl/model/graph";

/** The symbol at the far end of an edge. */
export interface AdjacentSymbol {
  readonly symbol: SymbolHandle;
  readonly kind: EdgeKind;
  /** Confidence of the edge, 0..1. */
  readonly confidence: number;
}

/** Symbols at the other ends of the edges, with repetitions. */
export function edgeEnds({ start, length, shared }: Adjacency): SymbolHandle[] {
  return Array.from(shared.symbols.subarray(start, start + length)) as SymbolHandle[];
}

/** Converts adjacency columns to a list. */
export function adjacentSymbols(edges: Adjacency): AdjacentSymbol[] {
  const { start, shared } = edges;
  return edgeEnds(edges).map((symbol, i) => ({
    symbol,
    kind: EDGE_KINDS[shared.kinds[start + i] as number] ?? "uses",
    confidence: (shared.confidences[start + i] as number) / 100,
  }));
}
