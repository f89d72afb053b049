/**
 * What history says usually changes together with what changed, and did not: apart from the blast radius, which is about code. Most
 * symbols have few commits or none, so those of the whole file count as well, for less.
 */
import type { CoChange, History, SymbolGraph, SymbolHandle, SymbolId } from "@sdl/model";
import { byCodeUnits } from "../text-order.js";
import type { SymbolChange } from "./describe-change.js";
import type { SymbolPairs } from "./symbol-pairs.js";

export interface Companion {
  readonly symbolId: SymbolId;
  /** 0..1: how often commits that changed a changed symbol, or its file, changed it too. */
  readonly confidence: number;
  /** Commits in which both changed. */
  readonly support: number;
}

/** A changed symbol's best; the rest is chance. */
const MAX_COMPANIONS = 10;
/**
 * What changes with the file, beside what changes with the symbol itself. Chosen on the histories of click, httpx, hono and werkzeug
 * (bench/README.md).
 */
const FILE_SHARE = 0.6;

/** A symbol that changed before with another one or its file. */
interface Ranked extends Companion {
  /** Lines between the two in one file. */
  readonly away: number;
}

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
  return companionsOf(graph, history, changed);
}

/** @param changed may hold symbols that the graph does not have */
export function companionsOf(graph: SymbolGraph, history: History, changed: ReadonlySet<SymbolId>): Companion[] {
  const best = new Map<SymbolId, Ranked>();
  const files = new Map<string, readonly CoChange[]>();
  for (const id of changed) {
    const symbol = graph.findSymbol(id);
    for (const one of companionsOfOne(graph, history, { id, symbol, files })) {
      const known = best.get(one.symbolId);
      if (!changed.has(one.symbolId) && (known === undefined || compare(one, known) < 0)) best.set(one.symbolId, one);
    }
  }
  return [...best.values()]
    .sort(compare)
    .slice(0, MAX_COMPANIONS)
    .map(({ symbolId, confidence, support }) => ({
      symbolId,
      confidence: Math.round(confidence * 100) / 100,
      support,
    }));
}

interface Asked {
  readonly id: SymbolId;
  readonly symbol: SymbolHandle | undefined;
  /** What changed with whole files, as far as it was asked for. */
  readonly files: Map<string, readonly CoChange[]>;
}

function companionsOfOne(graph: SymbolGraph, history: History, { id, symbol, files }: Asked): Ranked[] {
  const own = history.coChangesOf(id);
  const ranked = (list: readonly CoChange[], share: number): Ranked[] =>
    list.flatMap(({ symbol: symbolId, confidence, support }) => {
      const other = graph.findSymbol(symbolId);
      if (other === undefined) return [];
      return [{ symbolId, confidence: confidence * share, support, away: linesBetween(graph, symbol, other) }];
    });
  if (symbol === undefined) return ranked(own, 1);
  const path = graph.fileOf(symbol);
  const known = files.get(path) ?? history.coChangesOfGroup(graph.fileSymbols(path).map((one) => graph.symbol(one).id));
  files.set(path, known);
  return [...ranked(own, 1), ...ranked(known, FILE_SHARE)];
}

function linesBetween(graph: SymbolGraph, one: SymbolHandle | undefined, other: SymbolHandle): number {
  if (one === undefined || graph.fileOf(one) !== graph.fileOf(other)) return Number.MAX_SAFE_INTEGER;
  return Math.abs(graph.symbol(one).line - graph.symbol(other).line);
}

function compare(a: Ranked, b: Ranked): number {
  return b.confidence - a.confidence || a.away - b.away || b.support - a.support || byCodeUnits(a.symbolId, b.symbolId);
}
