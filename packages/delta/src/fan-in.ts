/** How many depend on a symbol, in one version and from one to the next. */
import type { SymbolHandle } from "@sdl/model";
import { countNeighbours, type SymbolGraph } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";
import { endsOf } from "./adjacent.js";
import type { SymbolPairs } from "./symbol-pairs.js";

export interface FanInTrend {
  /** Distinct symbols with an edge to this one, in the earlier version; 0 where it is new. */
  readonly previous: number;
  readonly current: number;
  /** (current − previous) ÷ previous, a previous 0 taken as 1; in hundredths. */
  readonly growthRate: number;
  readonly isAmplifier: boolean;
}

/** An amplifier has gained so many dependents, and this share of what it had, or more. */
const AMPLIFIER = { leastGain: 2, leastRate: 0.2, leastFanIn: 4 };

/** Distinct symbols with an edge to this one, itself left out. */
export function fanIn(graph: SymbolGraph, symbol: SymbolHandle): number {
  return countNeighbours(graph.incoming(symbol), symbol);
}

/** @param symbol of the later graph */
export function fanInTrend(pairs: SymbolPairs, symbol: SymbolHandle): FanInTrend {
  const earlier = pairs.earlier(symbol);
  const previous = earlier === undefined ? 0 : fanIn(pairs.before.graph, earlier);
  const current = fanIn(pairs.after.graph, symbol);
  const rate = (current - previous) / Math.max(previous, 1);
  const isAmplifier =
    current - previous >= AMPLIFIER.leastGain && rate >= AMPLIFIER.leastRate && current >= AMPLIFIER.leastFanIn;
  return { previous, current, growthRate: Math.round(rate * 100) / 100, isAmplifier };
}

/** A symbol whose fan-in grows fast: each further change of it reaches more. */
export interface Amplifier {
  readonly symbol: SymbolHandle;
  readonly trend: FanInTrend;
}

/**
 * The amplifiers among what symbols of the changed files refer to, which is where fan-in changes; most gained first.
 * @param files paths of the later version
 */
export function findAmplifiers(pairs: SymbolPairs, files: readonly string[]): Amplifier[] {
  const { graph } = pairs.after;
  const targets = new Set<SymbolHandle>();
  for (const file of files) {
    for (const symbol of graph.fileSymbols(file)) {
      for (const target of endsOf(graph.outgoing(symbol))) targets.add(target);
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
