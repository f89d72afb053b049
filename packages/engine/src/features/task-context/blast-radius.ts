/** Blast radius of a change of a symbol's signature: affected symbols, highest rank first, each with the path to the symbol. */
import { blastRadius, deltaSide, SymbolPairs } from "@sdl/delta";
import type { SymbolHandle } from "@sdl/model";
import type { Query } from "../../query/run-query.js";
import { labelOf, type SymbolLabel } from "../../query/symbol-ref.js";

/** A symbol that the change may affect, with its path. */
export interface AffectedSymbol extends SymbolLabel {
  readonly signal: string;
  readonly distance: number;
  /** 0..1; the list is sorted by it, descending. */
  readonly rank: number;
  /** Product of the edges' confidences, 0..1. */
  readonly confidence: number;
  /** The path from the symbol to the affected one. */
  readonly reason: string;
}

/** Computes what the delta of two versions would contain if this signature were their only difference. */
export function symbolsAffectedBy({ graph, derived }: Query, symbol: SymbolHandle): AffectedSymbol[] {
  const side = deltaSide(graph, derived);
  const change = {
    changeType: "modified",
    before: symbol,
    after: symbol,
    isMoved: false,
    signatureDiff: { before: "", after: "" },
    returnsChanged: true,
    bodyChanged: true,
  } as const;
  return blastRadius(new SymbolPairs(side, side, [change]), [change]).map((entry) => ({
    ...labelOf(graph.symbol(entry.symbol)),
    signal: entry.signal,
    distance: entry.distance,
    rank: entry.rank,
    confidence: Math.round(entry.confidence * 100) / 100,
    reason: entry.reason,
  }));
}
