/**
 * Measures whether symbols that usually change together with one did so in a commit, against the nearest symbols of the
 * same file.
 */
import { type Companion, companionsOf } from "@sdl/delta";
import type { SymbolHandle, SymbolId } from "@sdl/model";
import type { History, SymbolGraph } from "@sdl/model/graph";

/** By signal, 1 if one of the first ten symbols changed, else 0. */
export interface Hits {
  /** Symbols that changed with it before, highest confidence first. */
  readonly coChange: number;
  /** Of those, symbols that did so more than once. */
  readonly repeated: number;
  /** What a delta reports: symbols that changed with it or its file before, and nearby ones. */
  readonly told: number;
  /** Of that, what history supports. */
  readonly supported: number;
  /** The nearest symbols in the file. */
  readonly sameFile: number;
}

/** A question about one changed symbol: what else changed? */
export interface CompanionQuestion extends Hits {
  /** The same with only symbols of other files as right answers; `undefined` if none changed. */
  readonly elsewhere: Hits | undefined;
  /** Whether history has an answer. */
  readonly isAnswered: boolean;
  /** What a delta reports, entry by entry. */
  readonly answers: readonly JudgedCompanion[];
}

/** An entry with its verdict. */
export interface JudgedCompanion extends Companion {
  /** Whether it changed. */
  readonly isRight: boolean;
}

const FIRST = 10;

/** Asks about one symbol. @param changed symbols of the graph without modules, at least two */
export function askCompanions(
  graph: SymbolGraph,
  history: History | undefined,
  changed: readonly SymbolHandle[],
  seed: SymbolHandle,
): CompanionQuestion {
  const file = graph.fileOf(seed);
  const ids = (symbols: readonly SymbolHandle[]): Set<SymbolId> =>
    new Set(symbols.map((symbol) => graph.symbol(symbol).id));
  const others = changed.filter((symbol) => symbol !== seed);
  const right = ids(others);
  const distant = ids(others.filter((symbol) => graph.fileOf(symbol) !== file));
  const companions = (history?.coChangesOf(graph.symbol(seed).id) ?? []).filter(
    ({ symbol }) => graph.findSymbol(symbol) !== undefined,
  );
  const told = history === undefined ? [] : companionsOf(graph, history, new Set([graph.symbol(seed).id]));
  const supported = told.filter(({ support }) => support > 0);
  const hits = (wanted: ReadonlySet<SymbolId>): Hits => {
    const hit = (found: readonly SymbolId[]): number => (found.slice(0, FIRST).some((one) => wanted.has(one)) ? 1 : 0);
    return {
      coChange: hit(companions.map(({ symbol }) => symbol)),
      repeated: hit(companions.filter(({ support }) => support > 1).map(({ symbol }) => symbol)),
      told: hit(told.map(({ symbolId }) => symbolId)),
      supported: hit(supported.map(({ symbolId }) => symbolId)),
      sameFile: hit(nearest(graph, seed)),
    };
  };
  return {
    ...hits(right),
    elsewhere: distant.size === 0 ? undefined : hits(distant),
    isAnswered: supported.length > 0,
    answers: told.map((one) => ({ ...one, isRight: right.has(one.symbolId) })),
  };
}

/** The nearest symbols in the file. */
function nearest(graph: SymbolGraph, seed: SymbolHandle): SymbolId[] {
  const { line } = graph.symbol(seed);
  return graph
    .fileSymbols(graph.fileOf(seed))
    .filter((symbol) => symbol !== seed && graph.kindOf(symbol) !== "module")
    .map((symbol) => graph.symbol(symbol))
    .sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))
    .map(({ id }) => id);
}
