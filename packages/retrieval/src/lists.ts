/**
 * The lists of one query: words, names, edges, past commits and vectors, each with what it gives. Membership is their union.
 * Leaves in the corpus what the words say of every member.
 */
import type { KeptValues, SymbolHandle, SymbolKind } from "@sdl/model";
import type { History, SymbolVectors } from "@sdl/model/graph";
import { PATH_CLASSES, PATH_PRIORS, type PathClass } from "@sdl/model/paths";
import { queryTerms } from "@sdl/model/text";
import { ALIKE_HITS, type Alike, findAlike } from "./alike.js";
import { scoreBest } from "./best-scores.js";
import { scoreSymbol, type WeighedTerm, weighTerms } from "./bm25f.js";
import type { Corpus } from "./corpus.js";
import { type Mention, mentionsOf } from "./mentions.js";
import { mentionedBy, type NameBonuses, namedBy } from "./names.js";
import { BEST_HITS, neighbourBonuses } from "./neighbours.js";
import { changedBefore } from "./past-commits.js";
import { ELSEWHERE, markScope } from "./scope.js";
import { type Scored, TopList } from "./top-list.js";
import { topicsOf } from "./topics.js";

/** Fewest candidates of each list, whatever the limit. */
const LEXICAL_CANDIDATES = 200;
const NAME_CANDIDATES = 50;
/** A file's top-level code beside what the file declares: a task seldom means it. */
const MODULE_PRIOR = 0.6;

/** Parts of the ranking that a measurement may leave out, one at a time. */
export type RankSignal =
  | "history"
  | "mentions"
  | "modules"
  | "neighbours"
  | "order"
  | "paths"
  | "scope"
  | "sizes"
  | "synonyms"
  | "vectors";

export interface RankOptions {
  /** Results at most. */
  readonly limit: number;
  /** Kinds that may be results; all when left out. */
  readonly kinds?: ReadonlySet<SymbolKind> | undefined;
  /** Of the symbols of the same graph; without them, nothing is found by what it is about. */
  readonly vectors?: SymbolVectors | undefined;
  /** Of the same version; without it, what commits changed says nothing. */
  readonly history?: History | undefined;
  /** Where the text itself points among these vectors, of length 1; where its best hits point when left out. */
  readonly direction?: Float64Array | undefined;
  /** Vectors order what the other lists found and add nothing. */
  readonly onlyReorders?: boolean;
  /** What is computed of graphs, vectors and histories, from query to query. */
  readonly kept: KeptValues;
  /** Signals left out; for ablations. */
  readonly without?: readonly RankSignal[] | undefined;
}

export interface Lists {
  /** Of the text, by falling gain. */
  readonly terms: readonly WeighedTerm[];
  readonly lexical: readonly Scored[];
  readonly named: NameBonuses;
  /** Bonuses of what commits changed. */
  readonly past: ReadonlyMap<SymbolHandle, number>;
  /** Bonuses of what the best lead to. */
  readonly near: ReadonlyMap<SymbolHandle, number>;
  readonly alike: Alike;
  /** Best lexical score of the snapshot. */
  readonly best: number;
}

/** @param name the name that the whole text is, if it is one */
export function gatherLists(corpus: Corpus, text: string, name: Mention | undefined, options: RankOptions): Lists {
  const neutral = topicsOf(text);
  const uses = (signal: RankSignal) => options.without?.includes(signal) !== true;
  const terms = weighTerms(
    corpus,
    queryTerms(text).filter(({ weight }) => weight === 1 || uses("synonyms")),
  );
  const hasScope = uses("scope") && name === undefined && markScope(corpus, text);
  const prior = priorOf(corpus, { neutral, hasScope, uses });
  const scored = scoreBest(corpus, terms, {
    size: listSize(options),
    prior,
    accepts: (symbol) => accepts(corpus, symbol, options),
  });
  const best = applyPriors(corpus, prior);
  const lexical = bestLexical(corpus, options);
  const named = name !== undefined ? namedIn(corpus, name, options) : mentioned(corpus, text, neutral, options);
  const complete = (symbols: Iterable<SymbolHandle>) =>
    scored === "all" || scoreOthers(corpus, symbols, (one) => scoreSymbol(corpus, terms, one) * prior(one));
  complete(named.keys());
  const past = name === undefined && uses("history") ? changedLikewise(corpus, text, { prior, options }) : new Map();
  complete(past.keys());
  const lists: Lists = { terms, lexical, named, past, near: new Map(), alike: NONE_ALIKE, best };
  const near = name === undefined && uses("neighbours") ? nearBest(corpus, lists, { prior, options }) : lists.near;
  complete(near.keys());
  const alike = uses("vectors") ? alikeBest(corpus, { ...lists, near }, { prior, options }) : lists.alike;
  complete(alike.list);
  return { ...lists, near, alike };
}

type Prior = (symbol: SymbolHandle) => number;

interface PriorInputs {
  /** Path classes whose prior is off. */
  readonly neutral: ReadonlySet<PathClass>;
  /** Whether symbols are marked that the text is about. */
  readonly hasScope: boolean;
  uses(signal: RankSignal): boolean;
}

/** In (0, 1]: what path, kind, size and the text's own scope say. */
function priorOf(corpus: Corpus, { neutral, hasScope, uses }: PriorInputs): Prior {
  const byClass = Float64Array.from(PATH_CLASSES, (name) =>
    !uses("paths") || neutral.has(name) ? 1 : PATH_PRIORS[name],
  );
  const [modules, sizes] = [uses("modules"), uses("sizes")];
  return (symbol) => {
    const path = byClass[corpus.pathClassNumber(symbol)] as number;
    const kind = modules && corpus.isModule(symbol) ? MODULE_PRIOR : 1;
    const scope = hasScope && corpus.marks[symbol] === 0 ? ELSEWHERE : 1;
    return path * kind * scope * (sizes ? corpus.sizePrior(symbol) : 1);
  };
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
function applyPriors(corpus: Corpus, prior: Prior): number {
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
  if (options.without?.includes("mentions") === true) return new Map();
  const bonuses = mentionedBy(corpus, mentionsOf(text), neutral);
  return new Map([...bonuses].filter(([symbol]) => accepts(corpus, symbol, options)));
}

function accepts(corpus: Corpus, symbol: SymbolHandle, { kinds }: RankOptions): boolean {
  return kinds === undefined || kinds.has(corpus.kind(symbol));
}

const NONE_ALIKE: Alike = { bonuses: new Map(), list: new Set() };

/** Whom the lists have. */
function membersOf({ lexical, named, past, near, alike }: Lists): Set<SymbolHandle> {
  return new Set([...lexical.map((hit) => hit.symbol), ...named.keys(), ...past.keys(), ...near.keys(), ...alike.list]);
}

/** What commits changed whose messages speak like the text, by what they gain, times their own prior. */
function changedLikewise(
  corpus: Corpus,
  text: string,
  { prior, options }: { readonly prior: Prior; readonly options: RankOptions },
): Map<SymbolHandle, number> {
  if (options.history === undefined) return new Map();
  return timesPrior(corpus, changedBefore(corpus, options.history, text), { prior, options });
}

/** Of the symbols that may be results. */
function timesPrior(
  corpus: Corpus,
  bonuses: Iterable<readonly [SymbolHandle, number]>,
  { prior, options }: { readonly prior: Prior; readonly options: RankOptions },
): Map<SymbolHandle, number> {
  const weighed = new Map<SymbolHandle, number>();
  for (const [symbol, bonus] of bonuses) {
    if (accepts(corpus, symbol, options)) weighed.set(symbol, bonus * prior(symbol));
  }
  return weighed;
}

/** What is about the same as the best of the other lists. */
function alikeBest(
  corpus: Corpus,
  lists: Lists,
  { prior, options }: { readonly prior: Prior; readonly options: RankOptions },
): Alike {
  if (options.vectors === undefined) return NONE_ALIKE;
  return findAlike(corpus, options.vectors, {
    hits: bestOf(corpus, lists, ALIKE_HITS),
    known: membersOf(lists),
    prior,
    accepts: (symbol) => accepts(corpus, symbol, options),
    onlyKnown: options.onlyReorders === true,
    direction: options.direction,
  });
}

/** Neighbours of the best, by what they gain, times their own prior. */
function nearBest(
  corpus: Corpus,
  lists: Lists,
  { prior, options }: { readonly prior: Prior; readonly options: RankOptions },
): Map<SymbolHandle, number> {
  return timesPrior(corpus, neighbourBonuses(corpus, bestOf(corpus, lists, BEST_HITS)), { prior, options });
}

/** The best of all lists, best first. */
export function bestOf(corpus: Corpus, lists: Lists, limit: number): Scored[] {
  const { named, past, near, alike, best } = lists;
  const top = new TopList(limit, (a, b) => corpus.compareIds(a, b));
  const own = (symbol: SymbolHandle) => (best > 0 ? (corpus.scores[symbol] as number) / best : 0);
  for (const symbol of membersOf(lists)) {
    const gained = (named.get(symbol) ?? 0) + (past.get(symbol) ?? 0) + (near.get(symbol) ?? 0);
    const score = own(symbol) + gained + (alike.bonuses.get(symbol) ?? 0);
    if (top.admits(symbol, score)) top.push(symbol, score);
  }
  return top.sorted();
}
