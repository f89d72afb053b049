/**
 * Exact o200k token counts, cached by parts of the text.
 *
 * o200k splits a text into pieces by a regular expression and merges bytes within a piece only. A run of two or more ASCII punctuation marks
 * before a letter or digit always ends a piece: no earlier alternative of the expression can match more than the first mark of the run, and
 * that one requires a letter directly after it. So a text may be cut before such a letter or digit, and the counts of the parts add up exactly
 * (property-tested against the tokenizer). A piece also ends at a line end if the next line is not blank and does not begin with a slash: a run
 * of white space ends with its last line end.
 */

import { CACHE_BYTES, RecentMap } from "@sdl/model";
import { END } from "./ascii-pieces.js";
import { PieceCosts } from "./piece-costs.js";

/** Returns the number of tokens of a text. */
export type CountTokens = (text: string) => number;

/** Maximum length, in UTF-16 units, of a cached stretch with non-ASCII characters; longer ones rarely repeat. */
const MAX_CACHED_LENGTH = 512;

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const TAB = 9;
const LINE_END = 10;
const SPACE = 32;
const FIRST_MARK = 33;
const SLASH = 47;
const LAST_ASCII = 126;
const OPEN_OBJECT = 123;

/**
 * Offset of the next cut in JSON or text, after `from`: before keys and before strings in lists (after `,"` and `{"`), between lists within a
 * list (after `],[`), each if a letter or digit follows, and after line ends. The text's length if there is no cut.
 */
function nextCut(text: string, from: number): number {
  let before = 0;
  let last = 0;
  for (let at = from; at < text.length; at++) {
    if (last === LINE_END ? beginsLine(text, at) : isCutBehind(before, last) && isCut(text, from, at)) return at;
    before = last;
    last = text.charCodeAt(at);
  }
  return text.length;
}

function isCutBehind(before: number, last: number): boolean {
  return (last === QUOTE || last === OPEN_LIST) && (before === COMMA || before === OPEN_OBJECT);
}

/** Whether a cut may lie after a quote in JSON, or after `],[` whose first bracket is within the searched range. */
function isCut(text: string, from: number, at: number): boolean {
  if (!isAlphanumeric(text.charCodeAt(at))) return false;
  if (text.charCodeAt(at - 1) === QUOTE) return true;
  return text.charCodeAt(at - 2) === COMMA && at > from + 2 && text.charCodeAt(at - 3) === CLOSE_LIST;
}

/** Whether a line that begins at `from` starts, after blanks, with an ASCII character that cannot belong to the previous piece. */
function beginsLine(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB) at++;
  const code = text.charCodeAt(at);
  return code >= FIRST_MARK && code <= LAST_ASCII && (at > from || code !== SLASH);
}

function isAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

/**
 * Caching counter: counts ASCII parts by pieces, and stretches with other characters as wholes.
 * @param count exact, and additive at the cuts above and between pieces, as o200k is
 */
function cachingCounter(count: CountTokens): CountTokens {
  const countAscii = asciiCounter(count);
  const countOther = cachedCounter(count);
  return (text) => {
    let total = 0;
    for (let from = 0; from < text.length; ) {
      const { start, end } = rangeBetweenCuts(text, from, nextNonAscii(text, from));
      total += countAscii(text.slice(from, start));
      if (start < end) total += countOther(text.slice(start, end));
      from = end;
    }
    return total;
  };
}

/** Offset of the next character that is not ASCII; the text's length if there is none. */
function nextNonAscii(text: string, from: number): number {
  NON_ASCII.lastIndex = from;
  return NON_ASCII.test(text) ? NON_ASCII.lastIndex - 1 : text.length;
}

const NON_ASCII = /[^\0-\x7f]/g;

/** Range from the last cut before `place` to the first cut after it; empty if `place` is the text's end. */
function rangeBetweenCuts(text: string, from: number, place: number): { readonly start: number; readonly end: number } {
  if (place === text.length) return { start: place, end: place };
  let start = from;
  let end = nextCut(text, from);
  while (end <= place) {
    start = end;
    end = nextCut(text, start);
  }
  return { start, end };
}

/** Counter for ASCII texts only. */
function asciiCounter(count: CountTokens): CountTokens {
  const costs = new PieceCosts(count);
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(64 * 1024);
  return (text) => {
    if (text.length >= bytes.length) bytes = new Uint8Array(2 * text.length);
    encoder.encodeInto(text, bytes);
    bytes[text.length] = END;
    return costs.ofText(text, bytes);
  };
}

function cachedCounter(count: CountTokens): CountTokens {
  const known = new RecentMap<number, string>({ maxBytes: CACHE_BYTES.tokenCounts, sizeOf: () => 0 });
  return (stretch) => {
    let tokens = known.get(stretch);
    if (tokens !== undefined) return tokens;
    tokens = count(stretch);
    if (stretch.length <= MAX_CACHED_LENGTH) known.put(stretch, tokens);
    return tokens;
  };
}

const additiveCounters = new WeakSet<CountTokens>();

/**
 * Whether the counts of parts add up to the count of the whole, if the parts are cut before a letter or digit that follows two or more
 * punctuation marks.
 */
export function isAdditive(count: CountTokens): boolean {
  return additiveCounters.has(count);
}

let loading: Promise<CountTokens> | undefined;

/**
 * Loads the o200k counter. Reading the tokenizer's tables takes some hundred milliseconds, so they are loaded on first demand, once for the
 * process. Special tokens in a text (`<|endoftext|>`) are counted as plain text.
 */
export function loadTokenCounter(): Promise<CountTokens> {
  loading ??= import("./o200k.js").then(({ countO200k }) => {
    const counter = cachingCounter(countO200k);
    additiveCounters.add(counter);
    return counter;
  });
  return loading;
}
