/**
 * From a text to ranked symbols. Membership is the union of the lists, see lists.ts; the first of them are ordered by weighed evidence, see
 * order/, never by ranks (relevance notes §4.3: ordering by fused ranks loses .09–.15 MRR).
 * Invariant: equal snapshot and text, equal bits; ties break by symbol id.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph, TermIndex } from "@sdl/model/graph";
import { queryTerms } from "@sdl/model/text";
import { type Corpus, corpusOf } from "./corpus.js";
import { bestOf, gatherLists, type Lists, type RankOptions } from "./lists.js";
import { pureName } from "./mentions.js";
import { EvidenceReader } from "./order/evidence.js";
import { REORDERED, reorder } from "./order/reorder.js";
import type { Scored } from "./top-list.js";

/** A symbol with the score of its place and the lists that had it. */
export interface RankedSymbol {
  readonly symbol: SymbolHandle;
  /** 0..1, falling; in a sentence those of the lists, the highest at the first place. 1 is the best lexical match or a name's exact one. */
  readonly score: number;
  readonly sources: readonly RankSource[];
}

/**
 * `fts`: the words; `names`: the name; `graph`: an edge to one of the best; `history`: changed by a commit of such a message; `vector`: about
 * the same as the best.
 */
type RankSource = "fts" | "names" | "graph" | "history" | "vector";

export interface Ranking {
  /** Best first. */
  readonly results: readonly RankedSymbol[];
  /** Length of each list, after the filters. */
  readonly candidates: Readonly<Record<RankSource, number>>;
}

export function rankSymbols(graph: SymbolGraph, index: TermIndex, text: string, options: RankOptions): Ranking {
  const corpus = corpusOf(graph, index, options.kept);
  const name = pureName(text);
  try {
    const lists = gatherLists(corpus, text, name, options);
    const isName = name !== undefined;
    const isOrdered = !isName && options.without?.includes("order") !== true;
    const hits = bestOf(corpus, lists, isOrdered ? Math.max(options.limit, REORDERED) : options.limit);
    const reader = isOrdered ? readerOf(corpus, lists, text, options) : undefined;
    const ordered = reader === undefined ? hits : reorder(hits, (hit) => reader.read(hit));
    return join(lists, ordered, { ...options, isName });
  } finally {
    corpus.clear();
  }
}

/** A hit of a sentence before it is ordered, with its evidence. */
export interface WeighableHit {
  readonly symbol: SymbolHandle;
  /** In the order of {@link EVIDENCE}. */
  readonly evidence: readonly number[];
}

/** What a sentence's final order is made of: the hits that are ordered, as they come. Nothing where the text is a name. */
export function evidenceOf(graph: SymbolGraph, index: TermIndex, text: string, options: RankOptions): WeighableHit[] {
  const corpus = corpusOf(graph, index, options.kept);
  if (pureName(text) !== undefined) return [];
  try {
    const lists = gatherLists(corpus, text, undefined, options);
    const reader = readerOf(corpus, lists, text, options);
    return bestOf(corpus, lists, REORDERED).map((hit) => ({ symbol: hit.symbol, evidence: reader.read(hit) }));
  } finally {
    corpus.clear();
  }
}

function readerOf(corpus: Corpus, lists: Lists, text: string, { history }: RankOptions): EvidenceReader {
  const [title = ""] = text.trim().split("\n");
  return new EvidenceReader(corpus, {
    terms: lists.terms.filter(({ weight }) => weight === 1),
    title: new Set(queryTerms(title).map(({ hash }) => hash)),
    lists,
    history,
  });
}

/** A query that is a name is scaled to its best match; in a sentence a score above 1 counts as 1, its order kept. */
function join(
  lists: Lists,
  hits: readonly Scored[],
  { limit, isName }: { readonly limit: number; readonly isName: boolean },
): Ranking {
  const { lexical, named, past, near, alike } = lists;
  const inLexical = new Set(lexical.map(({ symbol }) => symbol));
  const scale = isName ? Math.max(1, hits[0]?.score ?? 1) : 1;
  const results = hits.slice(0, limit).map(({ symbol, score }) => {
    const sources: RankSource[] = [];
    if (inLexical.has(symbol)) sources.push("fts");
    if (named.has(symbol)) sources.push("names");
    if (near.has(symbol)) sources.push("graph");
    if (past.has(symbol)) sources.push("history");
    if (alike.list.has(symbol)) sources.push("vector");
    return { symbol, score: Math.min(1, score / scale), sources };
  });
  const sizes = { graph: near.size, history: past.size, vector: alike.list.size };
  return { results, candidates: { fts: lexical.length, names: named.size, ...sizes } };
}
