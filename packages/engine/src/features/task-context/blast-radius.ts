/** Who may break when a symbol's signature changes: what leans on it, best first, each with the way it does. */
import { blastRadius, deltaSide, SymbolPairs } from "@sdl/delta";
import type { SymbolHandle } from "@sdl/model";
import type { Query } from "../../query/run-query.js";
import { labelOf, type SymbolLabel } from "../../query/symbol-ref.js";

export interface AffectedSymbol extends SymbolLabel {
  readonly signal: string;
  readonly distance: number;
  /** 0..1; the list descends by it. */
  readonly rank: number;
  /** The product of its edges, 0..1. */
  readonly confidence: number;
  /** The way from the symbol to it. */
  readonly reason: string;
}

/** As a comparison of two versions would tell it, were the signature the only change between them. */
export function affectedBy({ graph, derived }: Query, symbol: SymbolHandle): AffectedSymbol[] {
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
