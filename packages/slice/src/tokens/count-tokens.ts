/**
 * Exact o200k token counts, cheap for texts that are made of known words.
 *
 * o200k cuts a text into pieces by a regular expression and merges bytes inside a piece only. A run of two or more ASCII punctuation
 * marks that a letter or digit follows always ends a piece where it ends: no earlier alternative of the expression can take
 * more than the first mark of the run, and that one needs a letter right behind it. So a text may be cut in front of such a letter or
 * digit and the counts of the parts add up exactly (property-tested against the tokenizer). Neither does a piece go on behind a line end
 * where the next line is not blank and begins with no slash: a run of white space ends with its last line end.
 * Source: the split pattern of o200k_base.
 */

import { CACHE_BYTES, RecentMap } from "@sdl/model";
import { END } from "./ascii-pieces.js";
import { PieceCosts } from "./piece-costs.js";

/** Number of tokens of a text. */
export type CountTokens = (text: string) => number;

/** Longer stretches that are not ASCII do not come again. */
const MAX_REMEMBERED = 512;

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
 * Where JSON or text is cut next, at `from` or later: in front of keys and of strings in lists (behind `,"` and `{"`), between lists in a
 * list (behind `],[`), where a letter or digit follows, and behind line ends. The text's length when there is no such place.
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

/** Behind a quote in JSON, or behind lists where one in front of them ends inside of what is looked through. */
function isCut(text: string, from: number, at: number): boolean {
  if (!isAlphanumeric(text.charCodeAt(at))) return false;
  if (text.charCodeAt(at - 1) === QUOTE) return true;
  return text.charCodeAt(at - 2) === COMMA && at > from + 2 && text.charCodeAt(at - 3) === CLOSE_LIST;
}

/** Whether a line with ASCII in front begins there, which the piece before cannot reach into. */
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
 * Counts ASCII by pieces, stretches with other characters as wholes, and remembers what both cost.
 * @param count exact, and additive at the cuts above and between pieces: true of o200k
 */
function rememberParts(count: CountTokens): CountTokens {
  const countAscii = piecewise(count);
  const countOther = remembering(count);
  return (text) => {
    let total = 0;
    for (let from = 0; from < text.length; ) {
      const { start, end } = stretchAround(text, from, nextOther(text, from));
      total += countAscii(text.slice(from, start));
      if (start < end) total += countOther(text.slice(start, end));
      from = end;
    }
    return total;
  };
}

/** Where the next character stands that is not ASCII; the text's length when there is none. */
function nextOther(text: string, from: number): number {
  OTHER.lastIndex = from;
  return OTHER.test(text) ? OTHER.lastIndex - 1 : text.length;
}

const OTHER = /[^\0-\x7f]/g;

/** From the last cut in front of a place to the first behind it; nothing at the text's end. */
function stretchAround(text: string, from: number, place: number): { readonly start: number; readonly end: number } {
  if (place === text.length) return { start: place, end: place };
  let start = from;
  let end = nextCut(text, from);
  while (end <= place) {
    start = end;
    end = nextCut(text, start);
  }
  return { start, end };
}

/** For ASCII alone. */
function piecewise(count: CountTokens): CountTokens {
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

function remembering(count: CountTokens): CountTokens {
  const known = new RecentMap<number, string>({ maxBytes: CACHE_BYTES.tokenCounts, sizeOf: () => 0 });
  return (stretch) => {
    let tokens = known.get(stretch);
    if (tokens !== undefined) return tokens;
    tokens = count(stretch);
    if (stretch.length <= MAX_REMEMBERED) known.put(stretch, tokens);
    return tokens;
  };
}

const countersByParts = new WeakSet<CountTokens>();

/**
 * Whether counts of parts add up to the count of the whole, where the parts are cut in front of a letter or digit that two or more
 * punctuation marks precede.
 */
export function addsUp(count: CountTokens): boolean {
  return countersByParts.has(count);
}

let loading: Promise<CountTokens> | undefined;

/**
 * The o200k counter. The tokenizer's tables take some hundred milliseconds to read, so they are loaded on first demand, once for the
 * process. Special tokens in a text (`<|endoftext|>`) count as the plain text they are.
 */
export function loadTokenCounter(): Promise<CountTokens> {
  loading ??= import("./o200k.js").then(({ countO200k }) => {
    const counter = rememberParts(countO200k);
    countersByParts.add(counter);
    return counter;
  });
  return loading;
}
