/** Symbol search and the finding of seeds: the two doors to the ranking. */
import { KeptValues, type SymbolKind } from "@sdl/model";
import type { RetrievalEvidence, SymbolGraph, SymbolVectors, TermIndex } from "@sdl/model/graph";
import type { RankOptions } from "./lists.js";
import { evidenceOf, type RankedSymbol, type Ranking, rankSymbols, type WeighableHit } from "./rank.js";

/** Where `kept` is left out, each search computes all of it; 50 results where `limit` is. */
export interface SearchOptions extends Partial<Omit<RankOptions, "kinds">> {
  /** Kinds that may be results, applied before the limit; all when left out. */
  readonly kinds?: readonly SymbolKind[] | undefined;
  /** A clock in milliseconds, for the evidence; without one the latency is 0. */
  readonly now?: () => number;
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

/** What the order of a sentence's first hits is made of, to fit its weights: each hit with its numbers, before they are weighed. */
export function searchEvidence(
  graph: SymbolGraph,
  index: TermIndex,
  query: string,
  options: SearchOptions = {},
): WeighableHit[] {
  return evidenceOf(graph, index, query, rankOptionsOf(options));
}

function addsByVectors({ vectors, onlyReorders }: SearchOptions): boolean {
  return vectors !== undefined && onlyReorders !== true;
}

/** Past commits count beside vectors that may add hits. */
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
  /** Best first; scores in 0..1. */
  readonly seeds: readonly RankedSymbol[];
  readonly evidence: RetrievalEvidence;
}

/** Finds the symbols where work on a text starts; fits the port of `@sdl/slice`. */
export interface SymbolSeeds {
  findSeeds(taskText: string, limit: number): SeedAnswer;
}

/** @param options but for the limit */
export function createSeedFinder(graph: SymbolGraph, index: TermIndex, options: SearchOptions = {}): SymbolSeeds {
  return {
    findSeeds: (taskText, limit) => {
      const { results, evidence } = searchSymbols(graph, index, taskText, { ...options, limit });
      return { seeds: results, evidence };
    },
  };
}
