/**
 * Ranking of symbols for a text. Candidates are the union of the lists, see lists.ts; the first of them are ordered by weighted features, see
 * order/, never by ranks (relevance notes §4.3: ordering by fused ranks loses .09–.15 MRR).
 * Invariant: equal snapshot and text give equal bits; ties break by symbol id.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph, TermIndex } from "@sdl/model/graph";
import { queryTerms } from "@sdl/model/text";
import { type Corpus, corpusOf } from "./corpus.js";
import { bestOf, type CandidateLists, gatherLists, type RankOptions } from "./lists.js";
import { pureName } from "./mentions.js";
import { EvidenceReader } from "./order/evidence.js";
import { REORDERED, reorderByEvidence } from "./order/reorder.js";
import type { Scored } from "./top-list.js";

/** A result with its score and the lists that contain it. */
export interface RankedSymbol {
  readonly symbol: SymbolHandle;
  /** 0..1, descending. For a sentence, the combined list score of its position. 1 is the best lexical match, or an exact name. */
  readonly score: number;
  readonly sources: readonly RankSource[];
}

/**
 * `fts`: words; `names`: name; `graph`: edge to one of the best; `history`: changed by a commit with a similar message; `vector`: similar to the
 * best.
 */
type RankSource = "fts" | "names" | "graph" | "history" | "vector";

/** Results, and how many candidates each list had. */
export interface Ranking {
  /** Results, best first. */
  readonly results: readonly RankedSymbol[];
  /** Length of each list after filtering. */
  readonly candidates: Readonly<Record<RankSource, number>>;
}

/** Ranks the symbols of a graph for a text. */
export function rankSymbols(graph: SymbolGraph, index: TermIndex, text: string, options: RankOptions): Ranking {
  const corpus = corpusOf(graph, index, options.kept);
  const name = pureName(text);
  try {
    const lists = gatherLists(corpus, text, name, options);
    const isOrdered = name === undefined && options.without?.includes("order") !== true;
    const hits = isOrdered ? orderedHits(corpus, lists, text, options) : bestOf(corpus, lists, options.limit);
    return rankingOf(lists, scaleScores(hits.slice(0, options.limit), name !== undefined));
  } finally {
    corpus.clear();
  }
}

/** A hit of a sentence before reordering, with its feature vector. */
export interface HitWithFeatures {
  readonly symbol: SymbolHandle;
  /** Features in the order of {@link EVIDENCE}. */
  readonly evidence: readonly number[];
}

/** Hits of a sentence that would be reordered, in their order before, with their features. Empty if the text is a name. */
export function collectEvidence(
  graph: SymbolGraph,
  index: TermIndex,
  text: string,
  options: RankOptions,
): HitWithFeatures[] {
  const corpus = corpusOf(graph, index, options.kept);
  if (pureName(text) !== undefined) return [];
  try {
    const lists = gatherLists(corpus, text, undefined, options);
    const reader = evidenceReaderFor(corpus, lists, text, options);
    return bestOf(corpus, lists, REORDERED).map((hit) => ({ symbol: hit.symbol, evidence: reader.featuresOf(hit) }));
  } finally {
    corpus.clear();
  }
}

function evidenceReaderFor(
  corpus: Corpus,
  lists: CandidateLists,
  text: string,
  { history }: RankOptions,
): EvidenceReader {
  const [title = ""] = text.trim().split("\n");
  return new EvidenceReader(corpus, {
    terms: lists.terms.filter(({ weight }) => weight === 1),
    title: new Set(queryTerms(title).map(({ hash }) => hash)),
    lists,
    history,
  });
}

/** Hits of a sentence in the order of weighted features; as many as the limit, or those that are reordered. */
export function orderedHits(corpus: Corpus, lists: CandidateLists, text: string, options: RankOptions): Scored[] {
  const reader = evidenceReaderFor(corpus, lists, text, options);
  return reorderByEvidence(bestOf(corpus, lists, Math.max(options.limit, REORDERED)), (hit) => reader.featuresOf(hit));
}

/** Scores of a query that is a name are scaled to its best match; for a sentence, scores above 1 are set to 1 and keep their order. */
function scaleScores(hits: readonly Scored[], isName: boolean): Scored[] {
  const scale = isName ? Math.max(1, hits[0]?.score ?? 1) : 1;
  return hits.map(({ symbol, score }) => ({ symbol, score: Math.min(1, score / scale) }));
}

/** The hits with the lists that contain them. */
export function rankingOf({ lexical, named, past, near, alike }: CandidateLists, hits: readonly Scored[]): Ranking {
  const inLexical = new Set(lexical.map(({ symbol }) => symbol));
  const results = hits.map(({ symbol, score }) => {
    const sources: RankSource[] = [];
    if (inLexical.has(symbol)) sources.push("fts");
    if (named.has(symbol)) sources.push("names");
    if (near.has(symbol)) sources.push("graph");
    if (past.has(symbol)) sources.push("history");
    if (alike.list.has(symbol)) sources.push("vector");
    return { symbol, score, sources };
  });
  const sizes = { graph: near.size, history: past.size, vector: alike.list.size };
  return { results, candidates: { fts: lexical.length, names: named.size, ...sizes } };
}
