/** Fan-in of symbols in one version, and its trend between two versions. */
import type { SymbolHandle } from "@sdl/model";
import { countNeighbours, type SymbolGraph } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";
import { edgeEnds } from "./adjacent.js";
import type { SymbolPairs } from "./symbol-pairs.js";

/** Fan-in in both versions, and its growth. */
export interface FanInTrend {
  /** Number of distinct symbols with an edge to this symbol in the earlier version; 0 if it is new. */
  readonly previous: number;
  readonly current: number;
  /** (current − previous) ÷ previous, with a previous 0 counted as 1; rounded to hundredths. */
  readonly growthRate: number;
  readonly isAmplifier: boolean;
}

/** Minimum gain of dependents, minimum gain relative to the previous fan-in, and minimum fan-in of an amplifier. */
const AMPLIFIER = { leastGain: 2, leastRate: 0.2, leastFanIn: 4 };

/** Number of distinct symbols with an edge to this symbol, without the symbol itself. */
export function fanIn(graph: SymbolGraph, symbol: SymbolHandle): number {
  return countNeighbours(graph.incoming(symbol), symbol);
}

/** @param symbol handle in the later graph */
export function fanInTrend(pairs: SymbolPairs, symbol: SymbolHandle): FanInTrend {
  const earlier = pairs.earlier(symbol);
  const previous = earlier === undefined ? 0 : fanIn(pairs.before.graph, earlier);
  const current = fanIn(pairs.after.graph, symbol);
  const rate = (current - previous) / Math.max(previous, 1);
  const isAmplifier =
    current - previous >= AMPLIFIER.leastGain && rate >= AMPLIFIER.leastRate && current >= AMPLIFIER.leastFanIn;
  return { previous, current, growthRate: Math.round(rate * 100) / 100, isAmplifier };
}

/** A symbol with fast growing fan-in: its future changes affect more symbols. */
export interface FanInAmplifier {
  readonly symbol: SymbolHandle;
  readonly trend: FanInTrend;
}

/**
 * Amplifiers among the targets of the changed files' symbols, where fan-in can change; by descending gain.
 * @param files paths of the later version
 */
export function findAmplifiers(pairs: SymbolPairs, files: readonly string[]): FanInAmplifier[] {
  const { graph } = pairs.after;
  const targets = new Set<SymbolHandle>();
  for (const file of files) {
    for (const symbol of graph.fileSymbols(file)) {
      for (const target of edgeEnds(graph.outgoing(symbol))) targets.add(target);
    }
  }
  return [...targets]
    .map((symbol) => ({ symbol, trend: fanInTrend(pairs, symbol) }))
    .filter(({ symbol, trend }) => trend.isAmplifier && pairs.earlier(symbol) !== undefined)
    .sort(
      (a, b) =>
        b.trend.current - b.trend.previous - (a.trend.current - a.trend.previous) ||
        byCodeUnits(graph.symbol(a.symbol).id, graph.symbol(b.symbol).id),
    );
}
