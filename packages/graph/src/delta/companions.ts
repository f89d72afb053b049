/** What history says usually changes together with what changed, and did not: apart from the blast radius, which is about code. */
import type { SymbolId } from "@sdl/model";
import { byCodeUnits } from "../text-order.js";
import type { SymbolChange } from "./describe-change.js";
import type { SymbolPairs } from "./symbol-pairs.js";

export interface Companion {
  readonly symbolId: SymbolId;
  /** 0..1: how often a changed symbol's commits changed it too. */
  readonly confidence: number;
  /** Commits in which both changed. */
  readonly support: number;
}

/** A changed symbol's best; the rest is chance. */
const MAX_COMPANIONS = 10;

/** Most confident first; empty without a history. Symbols that are gone are no advice. */
export function findCompanions(pairs: SymbolPairs, changes: readonly SymbolChange[]): Companion[] {
  const { graph, layers } = pairs.after;
  const history = changes.length === 0 ? undefined : layers?.history();
  if (history === undefined) return [];
  const changed = new Set<SymbolId>();
  for (const { before, after } of changes) {
    if (before !== undefined) changed.add(pairs.before.graph.symbol(before).id);
    if (after !== undefined) changed.add(graph.symbol(after).id);
  }
  const best = new Map<SymbolId, Companion>();
  for (const id of changed) {
    for (const { symbol, confidence, support } of history.coChangesOf(id)) {
      const known = best.get(symbol);
      if (changed.has(symbol) || (known !== undefined && known.confidence >= confidence)) continue;
      best.set(symbol, { symbolId: symbol, confidence: Math.round(confidence * 100) / 100, support });
    }
  }
  return [...best.values()]
    .filter(({ symbolId }) => graph.findSymbol(symbolId) !== undefined)
    .sort((a, b) => b.confidence - a.confidence || b.support - a.support || byCodeUnits(a.symbolId, b.symbolId))
    .slice(0, MAX_COMPANIONS);
}
