/** Symbol search and the finding of seeds: the two doors to the ranking. */
import type { SymbolGraph, SymbolKind, TermIndex } from "@sdl/model";
import { type RankedSymbol, type RankSignal, type RankSource, rankSymbols } from "./rank.js";

export interface SearchOptions {
  /** Results at most; 50 when left out. */
  readonly limit?: number;
  /** Kinds that may be results, applied before the limit; all when left out. */
  readonly kinds?: readonly SymbolKind[];
  /** Parts of the ranking left out, for ablations. */
  readonly without?: readonly RankSignal[];
  /** A clock in milliseconds, for the evidence; without one the latency is 0. */
  readonly now?: () => number;
}

/** How an answer came about, as the tool contract shows it. */
export interface RetrievalEvidence {
  readonly mode: "hybrid" | "legacy";
  readonly symptomType: "taskText" | "stackTrace" | "failingTest" | "editedFiles";
  readonly sources: readonly RankSource[];
  readonly candidateCountPerSource: Readonly<Record<string, number>>;
  readonly fusionLatencyMs: number;
  readonly fallbackReason: string | null;
}

export interface SearchAnswer {
  /** Best first; ties by symbol id. */
  readonly results: readonly RankedSymbol[];
  readonly evidence: RetrievalEvidence;
}

const DEFAULT_LIMIT = 50;

/** Symbols that `query` means: words, a name, a qualified name, or a sentence. */
export function searchSymbols(
  graph: SymbolGraph,
  index: TermIndex,
  query: string,
  options: SearchOptions = {},
): SearchAnswer {
  const now = options.now ?? (() => 0);
  const started = now();
  const { results, candidates } = rankSymbols(graph, index, query, {
    limit: options.limit ?? DEFAULT_LIMIT,
    ...(options.kinds === undefined ? {} : { kinds: new Set(options.kinds) }),
    ...(options.without === undefined ? {} : { without: options.without }),
  });
  const sources = (["fts", "names", "graph"] as const).filter((source) => candidates[source] > 0);
  return {
    results,
    evidence: {
      mode: "legacy",
      symptomType: "taskText",
      sources,
      candidateCountPerSource: candidates,
      fusionLatencyMs: now() - started,
      fallbackReason: null,
    },
  };
}

export interface SeedAnswer {
  /** Best first; scores in 0..1. */
  readonly seeds: readonly RankedSymbol[];
  readonly evidence: RetrievalEvidence;
}

/** Finds the symbols where work on a text starts; fits the port of `@sdl/slice`. */
export interface SymbolSeeds {
  findSeeds(taskText: string, limit: number): SeedAnswer;
}

/** @param now a clock in milliseconds, for the evidence */
export function createSeedFinder(graph: SymbolGraph, index: TermIndex, now: () => number = () => 0): SymbolSeeds {
  return {
    findSeeds: (taskText, limit) => {
      const { results, evidence } = searchSymbols(graph, index, taskText, { limit, now });
      return { seeds: results, evidence };
    },
  };
}
