/**
 * Candidate lists of one query: words, names, edges, past commits and vectors, each with its scores or bonuses. The candidates are their union.
 * Afterwards the corpus contains the lexical score of every candidate.
 */
import type { KeptValues, SymbolHandle, SymbolKind } from "@sdl/model";
import type { History, SymbolVectors } from "@sdl/model/graph";
import { PATH_CLASSES, PATH_PRIORS, type PathClass } from "@sdl/model/paths";
import { queryTerms } from "@sdl/model/text";
import { scoreBest } from "./best-scores.js";
import { scoreSymbol, type WeighedTerm, weighTerms } from "./bm25f.js";
import type { Corpus } from "./corpus.js";
import { type Mention, mentionsOf } from "./mentions.js";
import { mentionedSymbols, type NameBonuses, symbolsNamedBy } from "./names.js";
import { BEST_HITS, neighbourBonuses } from "./neighbours.js";
import { changedByPastCommits } from "./past-commits.js";
import { markScope, OUT_OF_SCOPE } from "./scope.js";
import { DIRECTION_HITS, findSimilar, type SimilarSymbols } from "./similar-symbols.js";
import { type Scored, TopList } from "./top-list.js";
import { topicsOf } from "./topics.js";

/** Minimum number of candidates of each list, whatever the limit. */
const LEXICAL_CANDIDATES = 200;
const NAME_CANDIDATES = 50;
/** Prior of a module symbol (a file's top-level code): a task refers to it less often than to a declaration. */
const MODULE_PRIOR = 0.6;

/** Signals of the ranking that can be disabled one at a time for measurements. */
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

/** Limits and signals of a query. */
export interface RankOptions {
  /** Maximum number of results. */
  readonly limit: number;
  /** Kinds that may be results; default: all. */
  readonly kinds?: ReadonlySet<SymbolKind> | undefined;
  /** Vectors of the same graph's symbols; without them the list of similar symbols is empty. */
  readonly vectors?: SymbolVectors | undefined;
  /** Commit history of the same version; without it the list of past commits is empty. */
  readonly history?: History | undefined;
  /** Direction of the query among the vectors, of length 1; default: the direction of the best hits. */
  readonly direction?: Float64Array | undefined;
  /** Whether vectors only reorder the candidates of other lists and add none. */
  readonly onlyReorders?: boolean;
  /** Cache of values derived from graphs, vectors and histories, shared between queries. */
  readonly kept: KeptValues;
  /** Disabled signals, for ablations. */
  readonly without?: readonly RankSignal[] | undefined;
}

/** Candidates of one query by the signal that found them. */
export interface CandidateLists {
  /** Terms of the query by descending gain. */
  readonly terms: readonly WeighedTerm[];
  readonly lexical: readonly Scored[];
  readonly named: NameBonuses;
  /** Bonuses of symbols that past commits with similar messages changed. */
  readonly past: ReadonlyMap<SymbolHandle, number>;
  /** Bonuses of neighbours of the best hits. */
  readonly near: ReadonlyMap<SymbolHandle, number>;
  readonly alike: SimilarSymbols;
  /** Best lexical score of the snapshot. */
  readonly best: number;
}

/** @param name the name if the whole text is a name */
export function gatherLists(
  corpus: Corpus,
  text: string,
  name: Mention | undefined,
  options: RankOptions,
): CandidateLists {
  const neutral = topicsOf(text);
  const uses = (signal: RankSignal) => options.without?.includes(signal) !== true;
  const terms = weighTerms(
    corpus,
    queryTerms(text).filter(({ weight }) => weight === 1 || uses("synonyms")),
  );
  const hasScope = uses("scope") && name === undefined && markScope(corpus, text);
  const prior = makePrior(corpus, { neutral, hasScope, uses });
  const scored = scoreBest(corpus, terms, {
    size: listSize(options),
    prior,
    accepts: (symbol) => accepts(corpus, symbol, options),
  });
  const best = applyPriors(corpus, prior);
  const lexical = bestLexical(corpus, options);
  const named =
    name !== undefined ? nameMatches(corpus, name, options) : mentionBonuses(corpus, text, neutral, options);
  const complete = (symbols: Iterable<SymbolHandle>) =>
    scored === "all" || scoreOthers(corpus, symbols, (one) => scoreSymbol(corpus, terms, one) * prior(one));
  complete(named.keys());
  const past = name === undefined && uses("history") ? pastCommitBonuses(corpus, text, { prior, options }) : new Map();
  complete(past.keys());
  const lists: CandidateLists = { terms, lexical, named, past, near: new Map(), alike: NO_SIMILAR, best };
  const near =
    name === undefined && uses("neighbours") ? neighboursOfBest(corpus, lists, { prior, options }) : lists.near;
  complete(near.keys());
  const alike = uses("vectors") ? similarToBest(corpus, { ...lists, near }, { prior, options }) : lists.alike;
  complete(alike.list);
  return { ...lists, near, alike };
}

type PriorFunction = (symbol: SymbolHandle) => number;

interface PriorInputs {
  /** Path classes whose prior is disabled. */
  readonly neutral: ReadonlySet<PathClass>;
  /** Whether symbols in the text's scope are marked. */
  readonly hasScope: boolean;
  uses(signal: RankSignal): boolean;
}

/** Prior in (0, 1], from path class, kind, size and the text's scope. */
function makePrior(corpus: Corpus, { neutral, hasScope, uses }: PriorInputs): PriorFunction {
  const byClass = Float64Array.from(PATH_CLASSES, (name) =>
    !uses("paths") || neutral.has(name) ? 1 : PATH_PRIORS[name],
  );
  const [modules, sizes] = [uses("modules"), uses("sizes")];
  return (symbol) => {
    const path = byClass[corpus.pathClassNumber(symbol)] as number;
    const kind = modules && corpus.isModule(symbol) ? MODULE_PRIOR : 1;
    const scope = hasScope && corpus.marks[symbol] === 0 ? OUT_OF_SCOPE : 1;
    return path * kind * scope * (sizes ? corpus.sizePrior(symbol) : 1);
  };
}

/** Scores the given symbols that have no score. */
function scoreOthers(corpus: Corpus, symbols: Iterable<SymbolHandle>, scoreOf: (symbol: SymbolHandle) => number): void {
  for (const symbol of symbols) {
    if (corpus.scores[symbol] !== 0) continue;
    corpus.addTouched(symbol);
    corpus.scores[symbol] = scoreOf(symbol);
  }
}

/** Multiplies every score by its prior. @returns the highest resulting score, regardless of filters */
function applyPriors(corpus: Corpus, prior: PriorFunction): number {
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

function nameMatches(corpus: Corpus, name: Mention, options: RankOptions): NameBonuses {
  const room = Math.max(NAME_CANDIDATES, options.limit);
  return symbolsNamedBy(corpus, name, { room, accepts: (symbol) => accepts(corpus, symbol, options) });
}

function mentionBonuses(
  corpus: Corpus,
  text: string,
  neutral: ReadonlySet<PathClass>,
  options: RankOptions,
): NameBonuses {
  if (options.without?.includes("mentions") === true) return new Map();
  const bonuses = mentionedSymbols(corpus, mentionsOf(text), neutral);
  return new Map([...bonuses].filter(([symbol]) => accepts(corpus, symbol, options)));
}

/** Whether the symbol may be a result. */
export function accepts(corpus: Corpus, symbol: SymbolHandle, { kinds }: RankOptions): boolean {
  return kinds === undefined || kinds.has(corpus.kind(symbol));
}

const NO_SIMILAR: SimilarSymbols = { bonuses: new Map(), list: new Set() };

/** All symbols in the lists. */
function listedSymbols({ lexical, named, past, near, alike }: CandidateLists): Set<SymbolHandle> {
  return new Set([...lexical.map((hit) => hit.symbol), ...named.keys(), ...past.keys(), ...near.keys(), ...alike.list]);
}

/** Bonuses of symbols that past commits with similar messages changed, multiplied by the symbols' priors. */
function pastCommitBonuses(
  corpus: Corpus,
  text: string,
  { prior, options }: { readonly prior: PriorFunction; readonly options: RankOptions },
): Map<SymbolHandle, number> {
  if (options.history === undefined) return new Map();
  return multipliedByPrior(corpus, changedByPastCommits(corpus, options.history, text), { prior, options });
}

/** Multiplies bonuses by priors; symbols that may not be results are dropped. */
function multipliedByPrior(
  corpus: Corpus,
  bonuses: Iterable<readonly [SymbolHandle, number]>,
  { prior, options }: { readonly prior: PriorFunction; readonly options: RankOptions },
): Map<SymbolHandle, number> {
  const weighed = new Map<SymbolHandle, number>();
  for (const [symbol, bonus] of bonuses) {
    if (accepts(corpus, symbol, options)) weighed.set(symbol, bonus * prior(symbol));
  }
  return weighed;
}

/** Symbols similar to the best hits of the other lists. */
function similarToBest(
  corpus: Corpus,
  lists: CandidateLists,
  { prior, options }: { readonly prior: PriorFunction; readonly options: RankOptions },
): SimilarSymbols {
  if (options.vectors === undefined) return NO_SIMILAR;
  return findSimilar(corpus, options.vectors, {
    hits: bestOf(corpus, lists, DIRECTION_HITS),
    known: listedSymbols(lists),
    prior,
    accepts: (symbol) => accepts(corpus, symbol, options),
    onlyKnown: options.onlyReorders === true,
    direction: options.direction,
  });
}

/** Bonuses of the best hits' neighbours, multiplied by the neighbours' priors. */
function neighboursOfBest(
  corpus: Corpus,
  lists: CandidateLists,
  { prior, options }: { readonly prior: PriorFunction; readonly options: RankOptions },
): Map<SymbolHandle, number> {
  return multipliedByPrior(corpus, neighbourBonuses(corpus, bestOf(corpus, lists, BEST_HITS)), { prior, options });
}

/** The best candidates of all lists, best first. */
export function bestOf(corpus: Corpus, lists: CandidateLists, limit: number): Scored[] {
  const { named, past, near, alike, best } = lists;
  const top = new TopList(limit, (a, b) => corpus.compareIds(a, b));
  const own = (symbol: SymbolHandle) => (best > 0 ? (corpus.scores[symbol] as number) / best : 0);
  for (const symbol of listedSymbols(lists)) {
    const gained = (named.get(symbol) ?? 0) + (past.get(symbol) ?? 0) + (near.get(symbol) ?? 0);
    const score = own(symbol) + gained + (alike.bonuses.get(symbol) ?? 0);
    if (top.admits(symbol, score)) top.push(symbol, score);
  }
  return top.sorted();
}
