/**
 * Words, identifiers and paths to search terms; queries to weighted terms. The one place that says what a term is.
 *
 * A word is a run of letters, digits, `_` and `$` that starts with none of the digits. It gives its parts, split at `_`, `$`, `aA`,
 * `AAa` and between letters and digits, and itself without joiners when it has several parts; all lower case, NFKC, stemmed.
 * Terms of a single unit are dropped unless they are beyond ASCII. Pure; the same on every machine.
 */
import { CharClass, charClass } from "./char-class.js";
import { hash32 } from "./hash.js";
import { stem } from "./stem.js";
import { QUERY_STOP_WORDS, TEXT_STOP_WORDS } from "./stop-words.js";
import { synonymsOf } from "./synonyms.js";

/** Weight of a synonym beside the word that was written. */
const SYNONYM_WEIGHT = 0.25;

/** High (8 bits) and low (32 bits) part of a term's hash. */
export function termHashHigh(term: string): number {
  return hash32(term, 0x2545f491) & 0xff;
}

export function termHashLow(term: string): number {
  return hash32(term, 0x1b873593);
}

/**
 * 40-bit hash of a term: the key of its postings. Facts hold one for each term of a file, and they do not compress: more bits cost more
 * than they are worth. Among the 40,000 terms of a large repository two share a hash once in 1,400 repositories, and are then one term.
 */
export function termHash(term: string): number {
  return joinTermHash(termHashHigh(term), termHashLow(term));
}

export function joinTermHash(high: number, low: number): number {
  return high * 0x100000000 + low;
}

/** The words of a text, in order, as they are written. */
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

/** Terms of one word or identifier: the whole first when it has several parts, then the parts in order, repeats kept. */
export function identifierTerms(word: string): string[] {
  const parts = partsOf(isAscii(word) ? word : word.normalize("NFKC"));
  const terms = parts.map((part) => stem(part.toLowerCase()));
  if (parts.length > 1) terms.unshift(stem(parts.join("").toLowerCase()));
  return terms.filter((term) => term.length > 1 || (term.length === 1 && term.charCodeAt(0) > 127));
}

/** Whether a term is left out of docs, bodies and literals. */
export function isTextStopWord(term: string): boolean {
  return STOP_STEMS.has(term);
}

/** A term and how often it occurs. */
export interface CountedTerm {
  readonly term: string;
  readonly hash: number;
  readonly count: number;
}

/** Terms of a repository-relative path, without its extension; in order of appearance, each once. Their sum is the field's length. */
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

/** Terms of names in paths: most files share their folders, and many their names. Emptied when full. */
const termsOfNames = new Map<string, readonly HashedTerm[]>();
const MAX_KEPT_NAMES = 2_000;

/** Terms of one name of a path. */
function nameTerms(name: string): readonly HashedTerm[] {
  const known = termsOfNames.get(name);
  if (known !== undefined) return known;
  const words = identifierTerms(name.replace(/[^\p{L}\p{M}\p{N}_$]+/gu, "_"));
  const terms = words.map((term) => ({ term, hash: termHash(term) }));
  if (termsOfNames.size >= MAX_KEPT_NAMES) termsOfNames.clear();
  termsOfNames.set(name, terms);
  return terms;
}

export interface QueryTerm {
  readonly term: string;
  readonly hash: number;
  /** How often the query has it; 1 for a synonym. */
  readonly count: number;
  /** 1, or less for a synonym. */
  readonly weight: number;
  /** Stands between quotes: literals that hold it count more. */
  readonly quoted: boolean;
}

/**
 * The terms of a search or task text, in order of appearance, then synonyms.
 * Stop words count where nothing else is left, and inside identifiers (`addUser`).
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
  const quotes = quotedStretches(text);
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

function isQueryStopWord(word: string): boolean {
  const lower = word.toLowerCase();
  return QUERY_STOP_WORDS.has(lower) || TEXT_STOP_WORDS.has(lower);
}

/** Stretches between equal quote marks on one line; an apostrophe inside a word opens none. */
function quotedStretches(text: string): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])(["'`])([^"'`\n]{2,200})\1(?![\p{L}\p{N}])/gu)) {
    found.push([match.index, match.index + match[0].length]);
  }
  return found;
}

function partsOf(word: string): string[] {
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
