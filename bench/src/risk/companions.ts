/**
 * Measures whether symbols that usually change together with one did so in a commit, against the nearest symbols of the
 * same file.
 */
import { type Companion, findCompanionsInGraph } from "@sdl/delta";
import type { SymbolHandle, SymbolId } from "@sdl/model";
import type { History, SymbolGraph } from "@sdl/model/graph";

/** By signal, 1 if one of the first ten symbols changed, else 0. */
export interface Hits {
  /** Symbols that changed together with the starting symbol in earlier commits, highest confidence first. */
  readonly coChange: number;
  /** Those of the co-changed symbols that changed together more than once. */
  readonly repeated: number;
  /** Companions in the delta: symbols that changed together with the symbol or its file before, and nearby symbols. */
  readonly told: number;
  /** Those of the companions that the history supports. */
  readonly supported: number;
  /** The nearest symbols in the file. */
  readonly sameFile: number;
}

/** A question about one changed symbol: what else changed? */
export interface CompanionQuestion extends Hits {
  /**
   * The same figures if only symbols of other files are correct answers; `undefined` if no symbol of another file
   * changed.
   */
  readonly elsewhere: Hits | undefined;
  /** Whether history has an answer. */
  readonly isAnswered: boolean;
  /** The companions in the delta, each with its verdict. */
  readonly answers: readonly JudgedCompanion[];
}

/** A companion of the delta with its verdict. */
export interface JudgedCompanion extends Companion {
  /** Whether the companion changed in the commit. */
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
  const told = history === undefined ? [] : findCompanionsInGraph(graph, history, new Set([graph.symbol(seed).id]));
  const supported = told.filter(({ support }) => support > 0);
  const hits = (wanted: ReadonlySet<SymbolId>): Hits => {
    const hit = (found: readonly SymbolId[]): number => (found.slice(0, FIRST).some((one) => wanted.has(one)) ? 1 : 0);
    return {
      coChange: hit(companions.map(({ symbol }) => symbol)),
      repeated: hit(companions.filter(({ support }) => support > 1).map(({ symbol }) => symbol)),
      told: hit(told.map(({ symbolId }) => symbolId)),
      supported: hit(supported.map(({ symbolId }) => symbolId)),
      sameFile: hit(nearestSymbols(graph, seed)),
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
function nearestSymbols(graph: SymbolGraph, seed: SymbolHandle): SymbolId[] {
  const { line } = graph.symbol(seed);
  return graph
    .fileSymbols(graph.fileOf(seed))
    .filter((symbol) => symbol !== seed && graph.kindOf(symbol) !== "module")
    .map((symbol) => graph.symbol(symbol))
    .sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))
    .map(({ id }) => id);
}
