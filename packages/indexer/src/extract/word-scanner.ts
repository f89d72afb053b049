/**
 * Scanner that finds the words of a range of text and counts them for a bucket (a symbol's field). Hashes while
 * scanning: a known word allocates no substring.
 */
import { CharClass, charClass } from "@sdl/model/text";
import { HASH_SEED, hashUnit } from "./hash-slots.js";
import type { TermCounter } from "./term-counter.js";
import type { WordTable } from "./word-table.js";

/** Longest word counted, in UTF-16 units: longer ones are data. */
const MAX_WORD_UNITS = 64;
/** A prose word of at least this length that switches between letters and digits at least this often is data. */
const MIN_RANDOM_UNITS = 16;
const MIN_RANDOM_SWITCHES = 3;

/** A range of a text, and the most words to count in it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly room: number;
}

/** Counts the words of texts into a {@link TermCounter}. */
export class WordScanner {
  private start = 0;
  private end = 0;
  private hash = 0;

  constructor(
    private readonly table: WordTable,
    private readonly counter: TermCounter,
  ) {}

  /** Counts every word of code in `text[from..to)`: an identifier, a name, a type. */
  countCode(bucket: number, text: string, from = 0, to = text.length): void {
    this.end = from;
    while (this.next(text, to)) this.countWord(bucket, text);
  }

  /** Counts `text[from..to)` as one word: a source identifier. */
  countIdentifier(bucket: number, text: string, from: number, to: number): void {
    const length = to - from;
    if (length <= 1 && (length <= 0 || text.charCodeAt(from) < 128)) return;
    if (length > MAX_WORD_UNITS) return;
    let hash = HASH_SEED;
    for (let at = from; at < to; at++) hash = hashUnit(hash, text.charCodeAt(at));
    this.counter.add(bucket, this.table.intern(text, from, to, hash));
  }

  /** Counts a text as one term: the key of a literal. */
  countKey(bucket: number, key: string): void {
    let hash = HASH_SEED;
    for (let at = 0; at < key.length; at++) hash = hashUnit(hash, key.charCodeAt(at));
    this.counter.add(bucket, this.table.intern(key, 0, key.length, hash));
  }

  /**
   * Counts the words of a doc, comment or literal, except words that look like data. @returns number of words counted
   */
  countProse(bucket: number, text: string, stretch: Stretch = wholeText(text)): number {
    let words = 0;
    this.end = stretch.from;
    while (words < stretch.room && this.next(text, stretch.to)) {
      if (this.end - this.start >= MIN_RANDOM_UNITS && looksRandom(text, this.start, this.end)) continue;
      words++;
      this.countWord(bucket, text);
    }
    return words;
  }

  private countWord(bucket: number, text: string): void {
    const length = this.end - this.start;
    if (length > MAX_WORD_UNITS || (length === 1 && text.charCodeAt(this.start) < 128)) return;
    this.counter.add(bucket, this.table.intern(text, this.start, this.end, this.hash));
  }

  /** Moves to the next word after the current one. @returns whether a word starts before `to` */
  private next(text: string, to: number): boolean {
    let at = this.end;
    for (; at < to; at++) {
      const found = charClass(text.charCodeAt(at));
      if (found !== CharClass.Other && found !== CharClass.Digit) break;
    }
    this.start = at;
    let hash = HASH_SEED;
    for (; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (charClass(unit) === CharClass.Other) break;
      hash = hashUnit(hash, unit);
    }
    this.end = at;
    this.hash = hash;
    return at > this.start;
  }
}

function wholeText(text: string): Stretch {
  return { from: 0, to: text.length, room: Number.MAX_SAFE_INTEGER };
}

function looksRandom(text: string, from: number, to: number): boolean {
  let switches = 0;
  let wasDigit = false;
  for (let at = from; at < to; at++) {
    const isDigit = charClass(text.charCodeAt(at)) === CharClass.Digit;
    if (isDigit !== wasDigit) switches++;
    wasDigit = isDigit;
  }
  return switches >= MIN_RANDOM_SWITCHES;
}
