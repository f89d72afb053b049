/** Whether the symbols that usually change with one are among those that a commit changed with it, beside the nearest of the same file. */
import { type Companion, companionsOf } from "@sdl/delta";
import type { SymbolHandle, SymbolId } from "@sdl/model";
import type { History, SymbolGraph } from "@sdl/model/graph";

/** 1 where one of the first ten changed as well, else 0; by where they come from. */
export interface Hits {
  /** What changed with it before, the surest first. */
  readonly coChange: number;
  /** Of those, what did so more than once. */
  readonly repeated: number;
  /** What a delta tells: what changed with it before, or with its file, and what stands near by. */
  readonly told: number;
  /** Of that, what history supports. */
  readonly supported: number;
  /** The nearest by. */
  readonly sameFile: number;
}

/** One changed symbol, asked for what else changed. */
export interface CompanionQuestion extends Hits {
  /** The same, with what changed in other files as the only right answers; `undefined` where nothing did. */
  readonly elsewhere: Hits | undefined;
  /** Whether history says anything of it. */
  readonly isAnswered: boolean;
  /** What a delta tells, entry by entry. */
  readonly answers: readonly JudgedCompanion[];
}

export interface JudgedCompanion extends Companion {
  /** Whether it changed. */
  readonly isRight: boolean;
}

const FIRST = 10;

/** @param changed of the graph, modules left out; at least two */
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

/** The symbols of the file that stand nearest by. */
function nearest(graph: SymbolGraph, seed: SymbolHandle): SymbolId[] {
  const { line } = graph.symbol(seed);
  return graph
    .fileSymbols(graph.fileOf(seed))
    .filter((symbol) => symbol !== seed && graph.kindOf(symbol) !== "module")
    .map((symbol) => graph.symbol(symbol))
    .sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))
    .map(({ id }) => id);
}
