/** The edges on one side of a symbol, one by one. */
import { EDGE_KINDS, type EdgeKind, type SymbolHandle } from "@sdl/model";
import type { Adjacency } from "@sdl/model/graph";

/** A symbol at the other end of an edge. */
export interface Adjacent {
  readonly symbol: SymbolHandle;
  readonly kind: EdgeKind;
  /** 0..1 */
  readonly confidence: number;
}

/** The other ends alone, with repetitions. */
export function endsOf({ start, length, shared }: Adjacency): SymbolHandle[] {
  return Array.from(shared.symbols.subarray(start, start + length)) as SymbolHandle[];
}

export function adjacent(edges: Adjacency): Adjacent[] {
  const { start, shared } = edges;
  return endsOf(edges).map((symbol, i) => ({
    symbol,
    kind: EDGE_KINDS[shared.kinds[start + i] as number] ?? "uses",
    confidence: (shared.confidences[start + i] as number) / 100,
  }));
}
