/**
 * Search terms of words, identifiers and paths, and weighted terms of queries. The only definition of a term.
 *
 * A word is a run of letters, digits, `_` and `$` that does not start with a digit. Its terms are its parts, split at `_`, `$`, `aA`,
 * `AAa` and between letters and digits, and the whole word without joiners if it has several parts; all lower case, NFKC, stemmed.
 * Terms of a single unit are dropped unless they are beyond ASCII. Pure; equal on every machine.
 */
import { CharClass, charClass } from "./char-class.js";
import { hash32 } from "./hash.js";
import { stem } from "./stem.js";
import { QUERY_STOP_WORDS, TEXT_STOP_WORDS } from "./stop-words.js";
import { synonymsOf } from "./synonyms.js";

/** Weight of a synonym relative to the written word. */
const SYNONYM_WEIGHT = 0.25;

/** High part (8 bits) of a term's hash; {@link termHashLow} gives the low 32 bits. */
export function termHashHigh(term: string): number {
  return hash32(term, 0x2545f491) & 0xff;
}

/** Low 32 bits of a term's hash. */
export function termHashLow(term: string): number {
  return hash32(term, 0x1b873593);
}

/**
 * 40-bit hash of a term, the key of its postings. Facts store one per term of a file, and hashes do not compress, so more bits cost more than they
 * gain. In one of 1,400 large repositories (40,000 terms) two terms share a hash and are then treated as one term.
 */
export function termHash(term: string): number {
  return joinTermHash(termHashHigh(term), termHashLow(term));
}

/** Joins both parts of a hash to one number. @param high 8 bits @param low 32 bits */
export function joinTermHash(high: number, low: number): number {
  return high * 0x100000000 + low;
}

/** Words of a text in order, as written. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = charClass(text.charCodeAt(at));
    if (start === CharClass.Other || start === CharClass.Digit) {
      at++;
      continue;
    }
    let end = at + 1;
    while (end < text.length && charClass(text.charCodeAt(end)) !== CharClass.Other) end++;
    words.push(text.slice(at, end));
    at = end;
  }
  return words;
}

/** Terms of one word or identifier: the whole first if it has several parts, then the parts in order, with repetitions. */
export function identifierTerms(word: string): string[] {
  const parts = splitIdentifier(isAscii(word) ? word : word.normalize("NFKC"));
  const terms = parts.map((part) => stem(part.toLowerCase()));
  if (parts.length > 1) terms.unshift(stem(parts.join("").toLowerCase()));
  return terms.filter((term) => term.length > 1 || (term.length === 1 && term.charCodeAt(0) > 127));
}

/** Whether a term is omitted from docs, bodies and literals. */
export function isTextStopWord(term: string): boolean {
  return STOP_STEMS.has(term);
}

/** A term with its number of occurrences. */
export interface CountedTerm {
  readonly term: string;
  readonly hash: number;
  readonly count: number;
}

/** Terms of a repository-relative path without extension; in order of appearance, each once. The sum of their counts is the field's length. */
export function pathTermsOf(path: string): CountedTerm[] {
  const counted: { term: string; hash: number; count: number }[] = [];
  const bare = path.replace(/(\.d)?\.[^./]+$/, "");
  for (const name of bare.split("/")) {
    for (const { term, hash } of nameTerms(name)) {
      const known = counted.find((other) => other.term === term);
      if (known === undefined) counted.push({ term, hash, count: 1 });
      else known.count++;
    }
  }
  return counted;
}

type HashedTerm = Pick<CountedTerm, "term" | "hash">;

/** Cache of terms by name in a path: most files share folders, and many share names. Cleared when full. */
const termsOfNames = new Map<string, readonly HashedTerm[]>();
const MAX_CACHED_NAMES = 2_000;

/** Terms of one name in a path. */
function nameTerms(name: string): readonly HashedTerm[] {
  const known = termsOfNames.get(name);
  if (known !== undefined) return known;
  const words = identifierTerms(name.replace(/[^\p{L}\p{M}\p{N}_$]+/gu, "_"));
  const terms = words.map((term) => ({ term, hash: termHash(term) }));
  if (termsOfNames.size >= MAX_CACHED_NAMES) termsOfNames.clear();
  termsOfNames.set(name, terms);
  return terms;
}

/** A term of a query with its weight. */
export interface QueryTerm {
  readonly term: string;
  readonly hash: number;
  /** Number of occurrences in the query; 1 for a synonym. */
  readonly count: number;
  /** 1; less for a synonym. */
  readonly weight: number;
  /** Whether the term is in quotes; occurrences in literals then have more weight. */
  readonly quoted: boolean;
}

/**
 * Terms of a search or task text in order of appearance, then synonyms.
 * Stop words are kept if no other word is left, and within identifiers (`addUser`).
 */
export function queryTerms(text: string): QueryTerm[] {
  const found = collectTerms(text, true);
  return withSynonyms(found.size > 0 ? found : collectTerms(text, false));
}

interface TermUse {
  count: number;
  quoted: boolean;
}

function collectTerms(text: string, dropStopWords: boolean): Map<string, TermUse> {
  const uses = new Map<string, TermUse>();
  const quotes = quotedRanges(text);
  let at = 0;
  for (const word of wordsOf(text)) {
    at = text.indexOf(word, at);
    const place = at;
    at += word.length;
    if (dropStopWords && isQueryStopWord(word)) continue;
    const quoted = quotes.some(([start, end]) => place >= start && place < end);
    for (const term of identifierTerms(word)) {
      const use = uses.get(term);
      if (use === undefined) uses.set(term, { count: 1, quoted });
      else {
        use.count++;
        use.quoted ||= quoted;
      }
    }
  }
  return uses;
}

function withSynonyms(uses: ReadonlyMap<string, TermUse>): QueryTerm[] {
  const terms = [...uses].map(([term, use]) => ({ term, hash: termHash(term), weight: 1, ...use }));
  const seen = new Set(uses.keys());
  for (const term of uses.keys()) {
    for (const synonym of synonymsOf(term)) {
      if (seen.has(synonym)) continue;
      seen.add(synonym);
      terms.push({ term: synonym, hash: termHash(synonym), count: 1, weight: SYNONYM_WEIGHT, quoted: false });
    }
  }
  return terms;
}

/** Whether a separate word is omitted from queries that have others. */
export function isQueryStopWord(word: string): boolean {
  const lower = word.toLowerCase();
  return QUERY_STOP_WORDS.has(lower) || TEXT_STOP_WORDS.has(lower);
}

/** Ranges between equal quote marks on one line; an apostrophe within a word does not begin one. */
function quotedRanges(text: string): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])(["'`])([^"'`\n]{2,200})\1(?![\p{L}\p{N}])/gu)) {
    found.push([match.index, match.index + match[0].length]);
  }
  return found;
}

function splitIdentifier(word: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let before: number = CharClass.Joiner;
  for (let at = 0; at < word.length; at++) {
    const here = charClass(word.charCodeAt(at));
    if (here === CharClass.Joiner || here === CharClass.Other) {
      if (at > from) parts.push(word.slice(from, at));
      from = at + 1;
    } else if (at > from && splitsBefore(word, at, before, here)) {
      parts.push(word.slice(from, at));
      from = at;
    }
    before = here;
  }
  if (from < word.length) parts.push(word.slice(from));
  return parts;
}

function splitsBefore(word: string, at: number, before: number, here: number): boolean {
  if ((before === CharClass.Digit) !== (here === CharClass.Digit)) return true;
  if (here !== CharClass.Upper) return false;
  if (before === CharClass.Lower) return true;
  return at + 1 < word.length && charClass(word.charCodeAt(at + 1)) === CharClass.Lower;
}

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

const STOP_STEMS: ReadonlySet<string> = new Set([...TEXT_STOP_WORDS].map(stem));
