/** Symbol search and seed finder: the two entry points to the ranking. */
import { KeptValues, type SymbolKind } from "@sdl/model";
import type { RetrievalEvidence, SymbolGraph, SymbolVectors, TermIndex } from "@sdl/model/graph";
import type { RankOptions } from "./lists.js";
import { collectEvidence, type HitWithFeatures, type RankedSymbol, type Ranking, rankSymbols } from "./rank.js";
import { type CandidateSigns, candidateSigns, rankByRelevance } from "./relevance/relevance.js";

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

/** Results whose scores are probabilities. */
export interface RelevantAnswer extends SearchAnswer {
  /** Whether no result is likely enough to be an answer; the results are then the nearest few. */
  readonly noGoodMatch: boolean;
}

const DEFAULT_LIMIT = 50;

/** Symbols in the order in which they are seeds of a task: by words, a name, a qualified name, or a sentence. */
export function searchSymbols(
  graph: SymbolGraph,
  index: TermIndex,
  query: string,
  options: SearchOptions = {},
): SearchAnswer {
  return withEvidence(options, () => rankSymbols(graph, index, query, rankOptionsOf(options)));
}

/** Symbols that a query probably refers to, each with its probability; the list ends where relevance ends. */
export function searchByRelevance(
  graph: SymbolGraph,
  index: TermIndex,
  query: string,
  options: SearchOptions = {},
): RelevantAnswer {
  return withEvidence(options, () => rankByRelevance(graph, index, query, rankOptionsOf(options)));
}

function withEvidence<R extends Ranking>(
  options: SearchOptions,
  rank: () => R,
): Omit<R, "candidates"> & { readonly evidence: RetrievalEvidence } {
  const now = options.now ?? (() => 0);
  const started = now();
  const isHybrid = addsByVectors(options);
  const { candidates, ...ranking } = rank();
  const counts: Readonly<Record<string, number>> = countsBySource(candidates, isHybrid ? options.vectors : undefined);
  return {
    ...ranking,
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

/** Candidates of a relevance search with their signs; input for fitting the weights. */
export function searchSigns(
  graph: SymbolGraph,
  index: TermIndex,
  query: string,
  options: SearchOptions = {},
): CandidateSigns[] {
  return candidateSigns(graph, index, query, rankOptionsOf(options));
}

/** The hits of a sentence that are reordered, with their features before weighting; input for fitting the weights. */
export function searchEvidence(
  graph: SymbolGraph,
  index: TermIndex,
  query: string,
  options: SearchOptions = {},
): HitWithFeatures[] {
  return collectEvidence(graph, index, query, rankOptionsOf(options));
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
