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
import { accepts, bestOf, type CandidateLists, gatherLists, type RankOptions } from "../lists.js";
import { pureName } from "../mentions.js";
import { orderedHits, type Ranking, rankingOf } from "../rank.js";
import type { Scored } from "../top-list.js";
import { topicsOf } from "../topics.js";
import { type CandidateFilter, symbolsByField } from "./field-matches.js";
import { holdersOf } from "./literal-holders.js";
import { type Pasted, readPasted } from "./pasted.js";
import { queryWordsOf } from "./query-words.js";
import { type Candidate, SIGNS, signsOf } from "./signs.js";
import { SIGN_WEIGHTS } from "./weights.js";

/** Candidates from the lists, and more by single fields. */
const FROM_LISTS = 40;
const FIELDS = [
  { field: FieldIndex.Name, limit: 40, lengthCost: 0.03 },
  { field: FieldIndex.Literal, limit: 10, lengthCost: 0.003 },
] as const;
const WEIGHTS: readonly number[] = Object.values<number>(
  SIGN_WEIGHTS satisfies Readonly<Record<(typeof SIGNS)[number], number>>,
);
const OWN_WHOLE = SIGNS.indexOf("ownWhole");
/** A best result below this is no answer, unless the own name of some has all words. */
const LEAST_MATCH = 0.2;
/** Results below this share of the best, or below this probability, are left out, unless their own name has all words. */
const LEAST_SHARE = 0.05;
const LEAST_SCORE = 0.02;
/** Least probability of what has the pasted text, where nothing else can be meant and elsewhere; factor on others in the first case. */
const SURE_HOLDER = 0.99;
const HOLDER = 0.9;
const BESIDE_SURE = 0.5;
/** Results that are shown when none is an answer. */
const NEAREST = 3;

/** Results with the probability that each is an answer as its score. */
export interface RelevantRanking extends Ranking {
  /** Whether no result is likely enough to be an answer; the results are then the nearest few. */
  readonly noGoodMatch: boolean;
}

/** Ranks symbols by the probability that they answer a query. */
export function rankByRelevance(
  graph: SymbolGraph,
  index: TermIndex,
  text: string,
  options: RankOptions,
): RelevantRanking {
  const corpus = corpusOf(graph, index, options.kept);
  try {
    const pasted = readPasted(text);
    const holders = new Set(holdersOf(corpus, pasted, filterOf(corpus, pasted.text, options)));
    const { lists, candidates, signs } = readCandidates(corpus, pasted.text, options, holders);
    const judged = candidates.map(({ symbol }, at): JudgedCandidate => {
      const own = signs[at] as number[];
      const isHolder = holders.has(symbol);
      return {
        symbol,
        score: holders.size === 0 ? probability(own) : withHolders(probability(own), isHolder, pasted),
        isNamedSo: isHolder || own[OWN_WHOLE] === 1,
        isAlike: lists.alike.list.has(symbol),
      };
    });
    const best = judged.reduce((most, { score }) => Math.max(most, score), 0);
    const noGoodMatch = judged.length > 0 && best < LEAST_MATCH && !judged.some(({ isNamedSo }) => isNamedSo);
    const kept = noGoodMatch ? nearestOf(judged) : relevantOf(corpus, judged, best);
    return { ...rankingOf(lists, falling(kept.slice(0, options.limit))), noGoodMatch };
  } finally {
    corpus.clear();
  }
}

/** Probability where some symbol has what was pasted. */
function withHolders(alone: number, isHolder: boolean, { isSure }: Pasted): number {
  if (!isHolder) return isSure ? alone * BESIDE_SURE : alone;
  const floor = isSure ? SURE_HOLDER : HOLDER;
  return floor + (1 - floor) * alone;
}

interface JudgedCandidate extends Scored {
  /** Whether its own name has all words of the query, or the query is one of its literals. */
  readonly isNamedSo: boolean;
  /** Whether it was found by meaning, of which the probability knows nothing. */
  readonly isAlike: boolean;
}

/** By probability down to where relevance ends, then what was found by meaning, in the lists' order. */
function relevantOf(corpus: Corpus, judged: readonly JudgedCandidate[], best: number): JudgedCandidate[] {
  const least = Math.max(LEAST_SCORE, best * LEAST_SHARE);
  const isRelevant = ({ score, isNamedSo }: JudgedCandidate) => score >= least || isNamedSo;
  const relevant = judged.filter(isRelevant);
  relevant.sort((a, b) => b.score - a.score || corpus.compareIds(a.symbol, b.symbol));
  return [...relevant, ...judged.filter((one) => one.isAlike && !isRelevant(one))];
}

/** The first few and what was found by meaning, in the lists' order. */
function nearestOf(judged: readonly JudgedCandidate[]): JudgedCandidate[] {
  return judged.filter(({ isAlike }, place) => isAlike || place < NEAREST);
}

/** The same with scores that never rise along the list. */
function falling(hits: readonly Scored[]): Scored[] {
  let least = 1;
  return hits.map(({ symbol, score }) => {
    least = Math.min(least, score);
    return { symbol, score: least };
  });
}

/** A candidate with its signs, for fitting their weights. */
export interface CandidateSigns {
  readonly symbol: SymbolHandle;
  readonly signs: readonly number[];
}

/** Computes what the probabilities are computed from, so that weights can be fitted to it. */
export function candidateSigns(
  graph: SymbolGraph,
  index: TermIndex,
  text: string,
  options: RankOptions,
): CandidateSigns[] {
  const corpus = corpusOf(graph, index, options.kept);
  try {
    const { candidates, signs } = readCandidates(corpus, readPasted(text).text, options);
    return candidates.map(({ symbol }, at) => ({ symbol, signs: signs[at] as number[] }));
  } finally {
    corpus.clear();
  }
}

interface ReadCandidates {
  readonly lists: CandidateLists;
  readonly candidates: readonly Candidate[];
  readonly signs: readonly (readonly number[])[];
}

/** Which symbols may be results, and the factor on what speaks for one. */
function filterOf(corpus: Corpus, text: string, options: RankOptions): CandidateFilter {
  const neutral = topicsOf(text);
  return {
    accepts: (symbol) => accepts(corpus, symbol, options),
    prior: (symbol) => (neutral.has(corpus.pathClass(symbol)) ? 1 : PATH_PRIORS[corpus.pathClass(symbol)]),
  };
}

function readCandidates(
  corpus: Corpus,
  text: string,
  options: RankOptions,
  more: Iterable<SymbolHandle> = [],
): ReadCandidates {
  const name = pureName(text);
  const lists = gatherLists(corpus, text, name, options);
  const hits =
    name === undefined
      ? orderedHits(corpus, lists, text, { ...options, limit: FROM_LISTS })
      : bestOf(corpus, lists, FROM_LISTS);
  const words = queryWordsOf(corpus.index, text);
  const neutral = topicsOf(text);
  const found = new Map(hits.map((hit, place) => [hit.symbol, { ...hit, place }]));
  const filter = filterOf(corpus, text, options);
  const byField = (field: (typeof FIELDS)[number]) => symbolsByField(corpus, words, { ...field, ...filter });
  const best = Math.max(...hits.map(({ score }) => score), 0);
  const candidates = [...new Set([...found.keys(), ...FIELDS.flatMap(byField), ...more])].map((symbol): Candidate => {
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
