/** Symbol search and seed finder: the two entry points to the ranking. */
import { KeptValues, type SymbolKind } from "@sdl/model";
import type { RetrievalEvidence, SymbolGraph, SymbolVectors, TermIndex } from "@sdl/model/graph";
import type { RankOptions } from "./lists.js";
import { evidenceOf, type HitWithFeatures, type RankedSymbol, type Ranking, rankSymbols } from "./rank.js";

/** Options of a search. Without `kept` each search computes all values anew; the default `limit` is 50. */
export interface SearchOptions extends Partial<Omit<RankOptions, "kinds">> {
  /** Kinds that may be results, applied before the limit; default: all. */
  readonly kinds?: readonly SymbolKind[] | undefined;
  /** Clock in milliseconds for the evidence; without one the latency is 0. */
  readonly now?: () => number;
}

/** Results, and evidence of how they were found. */
export interface SearchAnswer {
  /** Results, best first; ties by symbol id. */
  readonly results: readonly RankedSymbol[];
  readonly evidence: RetrievalEvidence;
}

const DEFAULT_LIMIT = 50;

/** Symbols that match `query`: words, a name, a qualified name, or a sentence. */
export function searchSymbols(
  graph: SymbolGraph,
  index: TermIndex,
  query: string,
  options: SearchOptions = {},
): SearchAnswer {
  const now = options.now ?? (() => 0);
  const started = now();
  const isHybrid = addsByVectors(options);
  const { results, candidates } = rankSymbols(graph, index, query, rankOptionsOf(options));
  const counts: Readonly<Record<string, number>> = countsBySource(candidates, isHybrid ? options.vectors : undefined);
  return {
    results,
    evidence: {
      mode: isHybrid ? "hybrid" : "legacy",
      symptomType: "taskText",
      sources: Object.keys(counts).filter((source) => (counts[source] ?? 0) > 0),
      candidateCountPerSource: counts,
      fusionLatencyMs: now() - started,
      fallbackReason: null,
    },
  };
}

/** The hits of a sentence that are reordered, with their features before weighting; input for fitting the weights. */
export function searchEvidence(
  graph: SymbolGraph,
  index: TermIndex,
  query: string,
  options: SearchOptions = {},
): HitWithFeatures[] {
  return evidenceOf(graph, index, query, rankOptionsOf(options));
}

function addsByVectors({ vectors, onlyReorders }: SearchOptions): boolean {
  return vectors !== undefined && onlyReorders !== true;
}

/** Past commits are used only if vectors may add hits. */
function rankOptionsOf(options: SearchOptions): RankOptions {
  const { limit = DEFAULT_LIMIT, kinds, history, kept = new KeptValues(), now: _, ...rest } = options;
  return {
    ...rest,
    limit,
    kinds: kinds && new Set(kinds),
    history: addsByVectors(options) ? history : undefined,
    kept,
  };
}

function countsBySource(
  { fts, names, graph, history, vector }: Ranking["candidates"],
  vectors: SymbolVectors | undefined,
) {
  const lexical = { fts, names, graph };
  return vectors === undefined ? lexical : { ...lexical, history, [`vector:${vectors.model}`]: vector };
}

interface SeedAnswer {
  /** Seeds, best first; scores in 0..1. */
  readonly seeds: readonly RankedSymbol[];
  readonly evidence: RetrievalEvidence;
}

/** Finds the start symbols for a task text; implements the port of `@sdl/slice`. */
export interface SymbolSeeds {
  findSeeds(taskText: string, limit: number): SeedAnswer;
}

/** @param options without `limit`, which each call passes */
export function createSeedFinder(graph: SymbolGraph, index: TermIndex, options: SearchOptions = {}): SymbolSeeds {
  return {
    findSeeds: (taskText, limit) => {
      const { results, evidence } = searchSymbols(graph, index, taskText, { ...options, limit });
      return { seeds: results, evidence };
    },
  };
}
