/** Blast radius: the symbols that a change may affect, best first, each once, with the path from the change. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";
import type { SymbolChange } from "../describe-change.js";
import { type FanInTrend, fanIn, fanInTrend } from "../fan-in.js";
import type { SymbolPairs } from "../symbol-pairs.js";
import { ChangedProcesses } from "./processes.js";
import { type ReachedSymbol, reachDependents } from "./reach.js";
import { describePath } from "./reason.js";
import { RANK_TERMS } from "./weights.js";

/** Why a symbol is in the blast radius. */
export const BLAST_SIGNALS = ["directDependent", "graph", "process", "diagnostic"] as const;
/**
 * `directDependent`: one edge away; `graph`: further away; `process`: entry point of a changed symbol's process; `diagnostic`: a broken reference.
 */
export type BlastSignal = (typeof BLAST_SIGNALS)[number];

/** A symbol that the change may affect. */
export interface BlastEntry {
  /** Handle in the later graph. */
  readonly symbol: SymbolHandle;
  readonly reason: string;
  readonly distance: number;
  /** Rank in 0..1, a multiple of 0.001; the list is in descending order. */
  readonly rank: number;
  readonly signal: BlastSignal;
  /** Product of the confidences along the path, 0..1. */
  readonly confidence: number;
  /** Present if the symbol's fan-in changed. */
  readonly fanInTrend?: FanInTrend;
}

/** A symbol before ranking. */
interface UnrankedEntry extends Omit<BlastEntry, "rank" | "fanInTrend"> {
  readonly strength: number;
}

/** Strength of a process's entry point that the walk did not reach; as much as one more step contributes. */
const PROCESS_STRENGTH = 0.3;

/** Computes the blast radius of all changes together. */
export function blastRadius(pairs: SymbolPairs, changes: readonly SymbolChange[]): BlastEntry[] {
  const { graph, layers } = pairs.after;
  const reached = reachDependents(pairs, changes).map((found) => describeReachedSymbol(pairs, found));
  const processes = new ChangedProcesses(pairs.after, changes);
  const known = new Set([...reached.map(({ symbol }) => symbol), ...changes.map(({ after }) => after)]);
  const entered = processes.entries().filter(({ symbol }) => !known.has(symbol));
  const all: UnrankedEntry[] = [
    ...reached,
    ...entered.map(({ symbol, label, depth }) => ({
      symbol,
      reason: `enters ${label}`,
      distance: Math.max(depth, 1),
      strength: PROCESS_STRENGTH * 0.6 ** Math.max(depth - 1, 0),
      confidence: 0.5,
      signal: "process" as const,
    })),
  ];
  const fanIns = new Map(all.map(({ symbol }) => [symbol, fanIn(graph, symbol)]));
  const most = Math.log2(2 + Math.max(0, ...fanIns.values()));
  const rankOf = ({ symbol, strength }: UnrankedEntry): number => {
    const tests = layers?.testsOf(symbol)[0]?.proximity ?? 0;
    const terms =
      RANK_TERMS.plain +
      (RANK_TERMS.fanIn * Math.log2(1 + (fanIns.get(symbol) ?? 0))) / most +
      RANK_TERMS.tests * tests +
      RANK_TERMS.process * (processes.has(symbol) ? 1 : 0);
    return Math.round(strength * terms * 1000) / 1000;
  };
  return all
    .map(({ strength, ...entry }) => ({
      ...entry,
      rank: rankOf({ strength, ...entry }),
      ...fanInTrendFields(pairs, entry.symbol),
    }))
    .sort((a, b) => b.rank - a.rank || a.distance - b.distance || compareById(graph, a.symbol, b.symbol));
}

function describeReachedSymbol(pairs: SymbolPairs, found: ReachedSymbol): UnrankedEntry {
  const { symbol, distance, strength, confidence, isBroken } = found;
  const signal = isBroken ? "diagnostic" : distance === 1 ? "directDependent" : "graph";
  return { symbol, distance, strength, confidence, signal, reason: describePath(pairs, found) };
}

function fanInTrendFields(pairs: SymbolPairs, symbol: SymbolHandle): { readonly fanInTrend?: FanInTrend } {
  const trend = fanInTrend(pairs, symbol);
  return trend.previous === trend.current ? {} : { fanInTrend: trend };
}

function compareById(graph: SymbolGraph, a: SymbolHandle, b: SymbolHandle): number {
  return byCodeUnits(graph.symbol(a).id, graph.symbol(b).id);
}
