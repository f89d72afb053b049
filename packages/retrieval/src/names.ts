/**
 * Candidates by name: what a query that is a name means (exact, other case, prefix, initials, inside, mistyped), and what a sentence mentions.
 * Bonuses are in units of the best lexical score. Source: relevance notes §4.2; the order exact > other case > prefix is by convention.
 */
import type { SymbolHandle } from "@sdl/model";
import { PATH_PRIORS, type PathClass } from "@sdl/model/paths";
import type { Corpus } from "./corpus.js";
import { type LooseName, LooseNames } from "./loose-names.js";
import type { Mention } from "./mentions.js";
import { INITIALS, nameBonus, namesLike, OTHER_CASE, PREFIX } from "./name-match.js";

/** Bonus by symbol. */
export type NameBonuses = Map<SymbolHandle, number>;

/** A module of exactly the name: what it holds is likelier meant. */
const EXACT_MODULE = 2;
/** The last segment of a qualified name alone. */
const UNQUALIFIED = 1;
const MENTIONED = 0.5;
const MENTIONED_PARENT = 0.15;
/** A name that more symbols bear than this says nothing in a sentence. */
const MAX_DEFINERS = 64;
export interface NameFilter {
  /** Whether the symbol may be a result. */
  readonly accepts: (symbol: SymbolHandle) => boolean;
  /** How many symbols by prefix and initials at most. */
  readonly room: number;
}

/** Names that the query is only a part of, by length; initials under {@link BY_INITIALS}. Shorter is closer. */
type PartialNames = Map<number, string[]>;
const BY_INITIALS = Number.MAX_SAFE_INTEGER;

/** Best first; between equals by name. */
function looseMatches({ index, kept }: Corpus, query: string, withSlips: boolean): LooseName[] {
  const found = index.nameBlocks().flatMap((block) => kept.of(block, LooseNames).like(query, withSlips));
  return found.sort((a, b) => b.bonus - a.bonus || (a.name < b.name ? -1 : 1));
}

/** Symbols for a query that is a name. */
export function namedBy(corpus: Corpus, name: Mention, filter: NameFilter): NameBonuses {
  const bonuses: NameBonuses = new Map();
  const last = name.at(-1) ?? "";
  const lower = last.toLowerCase();
  const partial: PartialNames = new Map();
  for (const candidate of namesLike((first) => corpus.index.namesStarting(first), last)) {
    const bonus = nameBonus(candidate, last, lower);
    if (bonus === 0) continue;
    if (bonus === INITIALS) append(partial, BY_INITIALS, candidate);
    else if (bonus < OTHER_CASE) append(partial, candidate.length, candidate);
    else addWhole(corpus, bonuses, { name, candidate, bonus, accepts: filter.accepts });
  }
  if (name.length === 1) {
    const room = addPartial(corpus, { bonuses, partial, length: last.length }, filter);
    // A name that is written so is no slip.
    addLoose(corpus, { bonuses, query: last, withSlips: bonuses.size === 0 }, { ...filter, room });
  }
  return bonuses;
}

interface WholeName {
  readonly name: Mention;
  readonly candidate: string;
  readonly bonus: number;
  readonly accepts: (symbol: SymbolHandle) => boolean;
}

function addWhole(corpus: Corpus, bonuses: NameBonuses, { name, candidate, bonus, accepts }: WholeName): void {
  for (const symbol of corpus.graph.symbolsNamed(candidate)) {
    if (accepts(symbol)) raise(bonuses, symbol, exactBonus(corpus, symbol, name, bonus));
  }
}

interface PartialList {
  readonly bonuses: NameBonuses;
  readonly partial: PartialNames;
  /** Of the query. */
  readonly length: number;
}

/** The closest first, until there is no room. @returns the room that is left */
function addPartial(corpus: Corpus, { bonuses, partial, length }: PartialList, { accepts, room }: NameFilter): number {
  let left = room;
  for (const [nameLength, names] of [...partial].sort(([a], [b]) => a - b)) {
    const bonus = nameLength === BY_INITIALS ? INITIALS : PREFIX + length / nameLength;
    for (const name of names.sort()) {
      if (left <= 0) return 0;
      const symbols = corpus.graph.symbolsNamed(name).filter(accepts);
      for (const symbol of symbols) raise(bonuses, symbol, bonus);
      left -= symbols.length;
    }
  }
  return left;
}

interface LooseQuery {
  readonly bonuses: NameBonuses;
  readonly query: string;
  readonly withSlips: boolean;
}

/** Likewise, of names that hold the query inside or are it mistyped. */
function addLoose(corpus: Corpus, { bonuses, query, withSlips }: LooseQuery, { accepts, room }: NameFilter): void {
  if (room <= 0) return;
  let left = room;
  for (const { name, bonus } of looseMatches(corpus, query, withSlips)) {
    if (left <= 0) return;
    const symbols = corpus.graph.symbolsNamed(name).filter((symbol) => accepts(symbol) && !bonuses.has(symbol));
    for (const symbol of symbols) raise(bonuses, symbol, bonus);
    left -= symbols.length;
  }
}

/** Symbols that a sentence mentions, and their containers. @param neutral path classes whose prior is off */
export function mentionedBy(
  corpus: Corpus,
  mentions: readonly Mention[],
  neutral: ReadonlySet<PathClass>,
): NameBonuses {
  const bonuses: NameBonuses = new Map();
  for (const mention of mentions) {
    const definers = definersOf(corpus, mention);
    if (definers.length === 0 || definers.length > MAX_DEFINERS) continue;
    const share = 1 / Math.sqrt(definers.length);
    for (const symbol of definers) {
      const found = corpus.pathClass(symbol);
      const prior = neutral.has(found) ? 1 : PATH_PRIORS[found];
      raise(bonuses, symbol, MENTIONED * share * prior);
      const { container } = corpus.graph.symbol(symbol);
      if (container !== undefined && corpus.kind(container) !== "module") {
        raise(bonuses, container, MENTIONED_PARENT * share * prior);
      }
    }
  }
  return bonuses;
}

/** Symbols of the mention's last name whose qualified name ends in the whole of it. */
function definersOf(corpus: Corpus, mention: Mention): readonly SymbolHandle[] {
  const named = corpus.graph.symbolsNamed(mention.at(-1) ?? "");
  return mention.length === 1 ? named : named.filter((symbol) => isQualifiedBy(corpus, symbol, mention));
}

function exactBonus(corpus: Corpus, symbol: SymbolHandle, name: Mention, bonus: number): number {
  if (name.length > 1 && !isQualifiedBy(corpus, symbol, name)) return UNQUALIFIED;
  return corpus.kind(symbol) === "module" ? Math.min(bonus, EXACT_MODULE) : bonus;
}

/** Case matters not; the outermost segments may name the file or its folders. */
function isQualifiedBy(corpus: Corpus, symbol: SymbolHandle, name: Mention): boolean {
  const { qualifiedName, file } = corpus.graph.symbol(symbol);
  const whole = `.${file.replace(/(\.d)?\.[^./]+$/, "").replaceAll("/", ".")}.${qualifiedName}`.toLowerCase();
  return whole.endsWith(`.${name.join(".").toLowerCase()}`);
}

function append(partial: PartialNames, length: number, name: string): void {
  const names = partial.get(length);
  if (names === undefined) partial.set(length, [name]);
  else names.push(name);
}

function raise(bonuses: NameBonuses, symbol: SymbolHandle, bonus: number): void {
  if (bonus > (bonuses.get(symbol) ?? 0)) bonuses.set(symbol, bonus);
}
