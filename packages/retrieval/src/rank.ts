/**
 * From a text to ranked symbols: BM25F and names, joined. Membership is the union of the two lists; the order is by one calibrated score,
 * never by ranks (relevance notes §4.3: ordering by fused ranks loses .09–.15 MRR).
 * Invariant: equal snapshot and text, equal bits; ties break by symbol id.
 */
import { queryTerms, type SymbolGraph, type SymbolHandle, type SymbolKind, type TermIndex } from "@sdl/model";
import { scoreBest } from "./best-scores.js";
import { scoreSymbol, weighTerms } from "./bm25f.js";
import { type Corpus, corpusOf } from "./corpus.js";
import { type Mention, mentionsOf, pureName } from "./mentions.js";
import { mentionedBy, type NameBonuses, namedBy } from "./names.js";
import { PATH_CLASSES, PATH_PRIORS, type PathClass, topicsOf } from "./path-class.js";
import { type Scored, TopList } from "./top-list.js";

/** Fewest candidates of each list, whatever the limit. */
const LEXICAL_CANDIDATES = 200;
const NAME_CANDIDATES = 50;

export interface RankOptions {
  /** Results at most. */
  readonly limit: number;
  /** Kinds that may be results; all when left out. */
  readonly kinds?: ReadonlySet<SymbolKind>;
  /** Path classes that the caller is about, as a failing test is about tests: their prior is off. */
  readonly about?: readonly PathClass[];
}

/** A symbol with its calibrated score and the lists that had it. */
export interface RankedSymbol {
  readonly symbol: SymbolHandle;
  /** 0..1: 1 is the best lexical match or a name's exact one. */
  readonly score: number;
  readonly sources: readonly RankSource[];
}

/** `fts`: the words; `names`: the name. */
export type RankSource = "fts" | "names";

export interface Ranking {
  /** Best first. */
  readonly results: readonly RankedSymbol[];
  /** Length of each list, after the filters. */
  readonly candidates: Readonly<Record<RankSource, number>>;
}

export function rankSymbols(graph: SymbolGraph, index: TermIndex, text: string, options: RankOptions): Ranking {
  const corpus = corpusOf(graph, index);
  const neutral = new Set([...topicsOf(text), ...(options.about ?? [])]);
  try {
    const terms = weighTerms(corpus, queryTerms(text));
    const priors = priorsBut(neutral);
    const prior = (symbol: SymbolHandle) => priors[corpus.pathClassNumber(symbol)] as number;
    const wanted = {
      size: listSize(options),
      prior,
      accepts: (symbol: SymbolHandle) => accepts(corpus, symbol, options),
    };
    const scored = scoreBest(corpus, terms, wanted);
    const best = applyPriors(corpus, prior);
    const lexical = bestLexical(corpus, options);
    const name = pureName(text);
    const named = name === undefined ? mentioned(corpus, text, neutral, options) : namedIn(corpus, name, options);
    if (scored === "some")
      scoreOthers(corpus, named.keys(), (symbol) => scoreSymbol(corpus, terms, symbol) * prior(symbol));
    return join(corpus, { lexical, named, best, isName: name !== undefined }, options.limit);
  } finally {
    corpus.clear();
  }
}

/** By number of the path class; 1 for the neutral ones. */
function priorsBut(neutral: ReadonlySet<PathClass>): Float64Array {
  return Float64Array.from(PATH_CLASSES, (name) => (neutral.has(name) ? 1 : PATH_PRIORS[name]));
}

/** Scores those symbols that have none. */
function scoreOthers(corpus: Corpus, symbols: Iterable<SymbolHandle>, scoreOf: (symbol: SymbolHandle) => number): void {
  for (const symbol of symbols) {
    if (corpus.scores[symbol] !== 0) continue;
    corpus.touch(symbol);
    corpus.scores[symbol] = scoreOf(symbol);
  }
}

/** Multiplies every score with its path's prior. @returns the highest score after that, whatever the filters */
function applyPriors(corpus: Corpus, prior: (symbol: SymbolHandle) => number): number {
  const { scores, touched, touchedCount } = corpus;
  let best = 0;
  for (let i = 0; i < touchedCount; i++) {
    const symbol = touched[i] as number;
    const score = (scores[symbol] as number) * prior(symbol);
    scores[symbol] = score;
    if (score > best) best = score;
  }
  return best;
}

function bestLexical(corpus: Corpus, options: RankOptions): Scored[] {
  const top = new TopList(listSize(options), (a, b) => corpus.compareIds(a, b));
  const { scores, touched, touchedCount } = corpus;
  for (let i = 0; i < touchedCount; i++) {
    const symbol = touched[i] as number;
    const score = scores[symbol] as number;
    if (score >= top.floor && top.admits(symbol, score) && accepts(corpus, symbol, options)) top.push(symbol, score);
  }
  return top.sorted();
}

function listSize({ limit }: RankOptions): number {
  return Math.max(LEXICAL_CANDIDATES, limit);
}

function namedIn(corpus: Corpus, name: Mention, options: RankOptions): NameBonuses {
  const room = Math.max(NAME_CANDIDATES, options.limit);
  return namedBy(corpus, name, { room, accepts: (symbol) => accepts(corpus, symbol, options) });
}

function mentioned(corpus: Corpus, text: string, neutral: ReadonlySet<PathClass>, options: RankOptions): NameBonuses {
  const bonuses = mentionedBy(corpus, mentionsOf(text), neutral);
  return new Map([...bonuses].filter(([symbol]) => accepts(corpus, symbol, options)));
}

function accepts(corpus: Corpus, symbol: SymbolHandle, { kinds }: RankOptions): boolean {
  return kinds === undefined || kinds.has(corpus.kind(symbol));
}

interface Lists {
  readonly lexical: readonly Scored[];
  readonly named: NameBonuses;
  /** Best lexical score of the snapshot. */
  readonly best: number;
  readonly isName: boolean;
}

/** A query that is a name is scaled to its best match; in a sentence a score above 1 counts as 1, its order kept. */
function join(corpus: Corpus, lists: Lists, limit: number): Ranking {
  const { lexical, named, best, isName } = lists;
  const raw = (symbol: SymbolHandle): number =>
    (best > 0 ? (corpus.scores[symbol] as number) / best : 0) + (named.get(symbol) ?? 0);
  const inLexical = new Set(lexical.map(({ symbol }) => symbol));
  const top = new TopList(limit, (a, b) => corpus.compareIds(a, b));
  for (const symbol of new Set([...inLexical, ...named.keys()])) {
    const score = raw(symbol);
    if (top.admits(symbol, score)) top.push(symbol, score);
  }
  const sorted = top.sorted();
  const scale = isName ? Math.max(1, sorted[0]?.score ?? 1) : 1;
  const results = sorted.map(({ symbol, score }) => {
    const sources: RankSource[] = [];
    if (inLexical.has(symbol)) sources.push("fts");
    if (named.has(symbol)) sources.push("names");
    return { symbol, score: Math.min(1, score / scale), sources };
  });
  return { results, candidates: { fts: lexical.length, names: named.size } };
}
