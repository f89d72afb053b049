/**
 * Search as people use it: candidates of all lists and of name parts, ordered by the probability that they are what is asked for.
 *
 * The probability is logistic in the signs of signs.ts; its weights were fitted on judged queries, see weights.ts. Slices take their seeds from the
 * lists' own order (rank.ts), which was fitted to commits.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph, TermIndex } from "@sdl/model/graph";
import { PATH_PRIORS } from "@sdl/model/paths";
import { FieldIndex } from "@sdl/model/text";
import { type Corpus, corpusOf } from "../corpus.js";
import { accepts, bestOf, gatherLists, type Lists, type RankOptions } from "../lists.js";
import { pureName } from "../mentions.js";
import { orderedHits, type Ranking, rankingOf } from "../rank.js";
import type { Scored } from "../top-list.js";
import { topicsOf } from "../topics.js";
import { symbolsByField } from "./field-matches.js";
import { queryWordsOf } from "./query-words.js";
import { type Candidate, type SIGNS, signsOf } from "./signs.js";
import { SIGN_WEIGHTS } from "./weights.js";

/** Candidates from the lists, and more by single fields. */
const FROM_LISTS = 60;
const FIELDS = [
  { field: FieldIndex.Name, limit: 60, lengthCost: 0.03 },
  { field: FieldIndex.Literal, limit: 20, lengthCost: 0.003 },
] as const;
const WEIGHTS: readonly number[] = Object.values<number>(
  SIGN_WEIGHTS satisfies Readonly<Record<(typeof SIGNS)[number], number>>,
);
/** A best result below this is no answer. */
export const LEAST_MATCH = 0.2;
/** Results below this share of the best, or below this probability, are left out. */
const LEAST_SHARE = 0.05;
const LEAST_SCORE = 0.02;
/** Results that are shown when none is an answer. */
const NEAREST = 3;

export interface RelevantRanking extends Ranking {
  /** Whether no result is likely enough to be an answer; the results are then the nearest few. */
  readonly noGoodMatch: boolean;
}

export function rankByRelevance(
  graph: SymbolGraph,
  index: TermIndex,
  text: string,
  options: RankOptions,
): RelevantRanking {
  const corpus = corpusOf(graph, index, options.kept);
  try {
    const { lists, candidates, signs } = readCandidates(corpus, text, options);
    const scored = candidates.map(({ symbol }, at): Scored => ({ symbol, score: probability(signs[at] as number[]) }));
    scored.sort((a, b) => b.score - a.score || corpus.compareIds(a.symbol, b.symbol));
    const best = scored[0]?.score ?? 0;
    const noGoodMatch = best < LEAST_MATCH;
    const least = Math.max(LEAST_SCORE, best * LEAST_SHARE);
    const kept = noGoodMatch ? scored.slice(0, NEAREST) : scored.filter(({ score }) => score >= least);
    return { ...rankingOf(lists, kept.slice(0, options.limit)), noGoodMatch };
  } finally {
    corpus.clear();
  }
}

/** A candidate with its signs, for fitting their weights. */
export interface CandidateSigns {
  readonly symbol: SymbolHandle;
  readonly signs: readonly number[];
}

export function candidateSigns(
  graph: SymbolGraph,
  index: TermIndex,
  text: string,
  options: RankOptions,
): CandidateSigns[] {
  const corpus = corpusOf(graph, index, options.kept);
  try {
    const { candidates, signs } = readCandidates(corpus, text, options);
    return candidates.map(({ symbol }, at) => ({ symbol, signs: signs[at] as number[] }));
  } finally {
    corpus.clear();
  }
}

interface ReadCandidates {
  readonly lists: Lists;
  readonly candidates: readonly Candidate[];
  readonly signs: readonly (readonly number[])[];
}

function readCandidates(corpus: Corpus, text: string, options: RankOptions): ReadCandidates {
  const name = pureName(text);
  const lists = gatherLists(corpus, text, name, options);
  const hits =
    name === undefined
      ? orderedHits(corpus, lists, text, { ...options, limit: FROM_LISTS })
      : bestOf(corpus, lists, FROM_LISTS);
  const words = queryWordsOf(corpus.index, text);
  const neutral = topicsOf(text);
  const found = new Map(hits.map((hit, place) => [hit.symbol, { ...hit, place }]));
  const byField = (field: (typeof FIELDS)[number]) =>
    symbolsByField(corpus, words, {
      ...field,
      accepts: (symbol) => accepts(corpus, symbol, options),
      prior: (symbol) => (neutral.has(corpus.pathClass(symbol)) ? 1 : PATH_PRIORS[corpus.pathClass(symbol)]),
    });
  const best = Math.max(...hits.map(({ score }) => score), 0);
  const candidates = [...new Set([...found.keys(), ...FIELDS.flatMap(byField)])].map((symbol): Candidate => {
    const hit = found.get(symbol);
    return {
      symbol,
      listScore: hit === undefined || best === 0 ? 0 : hit.score / best,
      listPlace: hit?.place ?? Number.POSITIVE_INFINITY,
      nameLike: lists.named.get(symbol) ?? 0,
    };
  });
  return { lists, candidates, signs: signsOf(corpus, { text, words, neutral }, candidates) };
}

function probability(signs: readonly number[]): number {
  return 1 / (1 + Math.exp(-signs.reduce((sum, value, at) => sum + value * (WEIGHTS[at] as number), 0)));
}
