/**
 * Candidates by name: for a query that is a name (exact, other case, prefix, initials, substring, mistyped), and for names that a sentence
 * mentions.
 * Bonuses are in units of the best lexical score. Source: relevance notes §4.2; the order exact > other case > prefix is by convention.
 */
import type { SymbolHandle } from "@sdl/model";
import { PATH_PRIORS, type PathClass } from "@sdl/model/paths";
import type { Corpus } from "./corpus.js";
import { type LooseName, LooseNameIndex } from "./loose-names.js";
import type { Mention } from "./mentions.js";
import { INITIALS_BONUS, nameBonus, namesLike, OTHER_CASE_BONUS, PREFIX_BONUS } from "./name-match.js";

/** Bonus by symbol. */
export type NameBonuses = Map<SymbolHandle, number>;

/** Maximum bonus of a module with exactly this name: a declaration of the name is the more likely answer. */
const MAX_MODULE_BONUS = 2;
/** Bonus for a match of only the last segment of a qualified name. */
const UNQUALIFIED_BONUS = 1;
const MENTION_BONUS = 0.5;
const CONTAINER_BONUS = 0.15;
/** Maximum number of symbols with a mentioned name; more frequent names are ignored in a sentence. */
const MAX_DEFINERS = 64;
/** Which symbols may match, and how many. */
export interface NameFilter {
  /** Whether the symbol may be a result. */
  readonly accepts: (symbol: SymbolHandle) => boolean;
  /** Maximum number of symbols by partial and loose matches. */
  readonly room: number;
}

/** Names that the query is only a part of, by length; initials under {@link BY_INITIALS}. A shorter name is a closer match. */
type PartialNames = Map<number, string[]>;
const BY_INITIALS = Number.MAX_SAFE_INTEGER;

/** Loose matches by descending bonus; ties by name. */
function looseMatches({ index, kept }: Corpus, query: string, withTypos: boolean): LooseName[] {
  const found = index.nameBlocks().flatMap((block) => kept.of(block, LooseNameIndex).find(query, withTypos));
  return found.sort((a, b) => b.bonus - a.bonus || (a.name < b.name ? -1 : 1));
}

/** Bonuses of symbols for a query that is a name. */
export function symbolsNamedBy(corpus: Corpus, name: Mention, filter: NameFilter): NameBonuses {
  const bonuses: NameBonuses = new Map();
  const last = name.at(-1) ?? "";
  const lower = last.toLowerCase();
  const partial: PartialNames = new Map();
  for (const candidate of namesLike((first) => corpus.index.namesStarting(first), last)) {
    const bonus = nameBonus(candidate, last, lower);
    if (bonus === 0) continue;
    if (bonus === INITIALS_BONUS) append(partial, BY_INITIALS, candidate);
    else if (bonus < OTHER_CASE_BONUS) append(partial, candidate.length, candidate);
    else addWholeNames(corpus, bonuses, { name, candidate, bonus, accepts: filter.accepts });
  }
  if (name.length === 1) {
    const room = addPartial(corpus, { bonuses, partial, length: last.length }, filter);
    // If a name matches as written, mistyped names are not searched.
    addLoose(corpus, { bonuses, query: last, withTypos: bonuses.size === 0 }, { ...filter, room });
  }
  return bonuses;
}

interface WholeName {
  readonly name: Mention;
  readonly candidate: string;
  readonly bonus: number;
  readonly accepts: (symbol: SymbolHandle) => boolean;
}

function addWholeNames(corpus: Corpus, bonuses: NameBonuses, { name, candidate, bonus, accepts }: WholeName): void {
  for (const symbol of corpus.graph.symbolsNamed(candidate)) {
    if (accepts(symbol)) raiseBonus(bonuses, symbol, exactBonus(corpus, symbol, name, bonus));
  }
}

interface PartialList {
  readonly bonuses: NameBonuses;
  readonly partial: PartialNames;
  /** Length of the query. */
  readonly length: number;
}

/** Adds partial matches, closest first, until the limit is reached. @returns the remaining limit */
function addPartial(corpus: Corpus, { bonuses, partial, length }: PartialList, { accepts, room }: NameFilter): number {
  let left = room;
  for (const [nameLength, names] of [...partial].sort(([a], [b]) => a - b)) {
    const bonus = nameLength === BY_INITIALS ? INITIALS_BONUS : PREFIX_BONUS + length / nameLength;
    for (const name of names.sort()) {
      if (left <= 0) return 0;
      const symbols = corpus.graph.symbolsNamed(name).filter(accepts);
      for (const symbol of symbols) raiseBonus(bonuses, symbol, bonus);
      left -= symbols.length;
    }
  }
  return left;
}

interface LooseQuery {
  readonly bonuses: NameBonuses;
  readonly query: string;
  readonly withTypos: boolean;
}

/** Adds names that contain the query, or that differ from it by typing errors, until the limit is reached. */
function addLoose(corpus: Corpus, { bonuses, query, withTypos }: LooseQuery, { accepts, room }: NameFilter): void {
  if (room <= 0) return;
  let left = room;
  for (const { name, bonus } of looseMatches(corpus, query, withTypos)) {
    if (left <= 0) return;
    const symbols = corpus.graph.symbolsNamed(name).filter((symbol) => accepts(symbol) && !bonuses.has(symbol));
    for (const symbol of symbols) raiseBonus(bonuses, symbol, bonus);
    left -= symbols.length;
  }
}

/** Bonuses of symbols that a sentence mentions, and of their containers. @param neutral path classes whose prior is disabled */
export function mentionedSymbols(
  corpus: Corpus,
  mentions: readonly Mention[],
  neutral: ReadonlySet<PathClass>,
): NameBonuses {
  const bonuses: NameBonuses = new Map();
  for (const mention of mentions) {
    const definers = symbolsDefiningMention(corpus, mention);
    if (definers.length === 0 || definers.length > MAX_DEFINERS) continue;
    const share = 1 / Math.sqrt(definers.length);
    for (const symbol of definers) {
      const found = corpus.pathClass(symbol);
      const prior = neutral.has(found) ? 1 : PATH_PRIORS[found];
      raiseBonus(bonuses, symbol, MENTION_BONUS * share * prior);
      const { container } = corpus.graph.symbol(symbol);
      if (container !== undefined && corpus.kind(container) !== "module") {
        raiseBonus(bonuses, container, CONTAINER_BONUS * share * prior);
      }
    }
  }
  return bonuses;
}

/** Symbols with the mention's last name whose qualified name ends in the whole mention. */
function symbolsDefiningMention(corpus: Corpus, mention: Mention): readonly SymbolHandle[] {
  const named = corpus.graph.symbolsNamed(mention.at(-1) ?? "");
  return mention.length === 1 ? named : named.filter((symbol) => isQualifiedBy(corpus, symbol, mention));
}

function exactBonus(corpus: Corpus, symbol: SymbolHandle, name: Mention, bonus: number): number {
  if (name.length > 1 && !isQualifiedBy(corpus, symbol, name)) return UNQUALIFIED_BONUS;
  return corpus.kind(symbol) === "module" ? Math.min(bonus, MAX_MODULE_BONUS) : bonus;
}

/** Whether the symbol's qualified name ends in `name`, ignoring case; the outermost segments may name the file or its folders. */
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

function raiseBonus(bonuses: NameBonuses, symbol: SymbolHandle, bonus: number): void {
  if (bonus > (bonuses.get(symbol) ?? 0)) bonuses.set(symbol, bonus);
}
