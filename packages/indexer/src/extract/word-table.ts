/**
 * Cache of words and their terms: a word is split and stemmed once per worker and found again by its characters,
 * without a substring.
 *
 * Knows no file and no field. Open addressing over a hash of UTF-16 units; equality compares characters, so a collision
 * only costs time. Word and term numbers belong to this table and change when it is emptied: nothing stored may depend
 * on them.
 */
import { identifierTerms, isLiteralKey, isTextStopWord, termHashHigh, termHashLow } from "@sdl/model/text";
import { withCapacity } from "./columns.js";
import { buildSlots, mixHash } from "./hash-slots.js";

/** Words after which the table is emptied between two files: limits its memory to about 30 MB. */
const MAX_WORDS = 1 << 18;

/** Numbers per word record: one record fits a cache line. */
const RECORD = 4;
const HASH = 0;
const UNITS_FROM = 1;
const TERMS_FROM = 2;
/** Offset of the length in units times 2^16, plus the number of terms. */
const SIZES = 3;

/** What a term is. */
export const TermClass = { Word: 0, Stop: 1, Key: 2 } as const;

/** Maps words to term numbers; see the header. */
export class WordTable {
  words = 0;
  terms = 0;
  wordTerms = new Int32Array(16384);
  high = new Uint32Array(4096);
  low = new Uint32Array(4096);
  /** By term: whether it is a stop word, which docs, bodies and literals leave out, or a key, which counts to no length. */
  classes = new Uint8Array(4096);
  private records = new Int32Array(4096 * RECORD);
  /** Hash slots of words: word number plus one; 0 is free. */
  private wordSlots = new Int32Array(16384);
  private termSlots = new Int32Array(16384);
  private units = new Uint16Array(65536);
  private unitCount = 0;
  private wordTermCount = 0;

  /** Empties the table if it has grown past its limit. Call between files. */
  trim(): void {
    if (this.words <= MAX_WORDS) return;
    this.words = 0;
    this.terms = 0;
    this.unitCount = 0;
    this.wordTermCount = 0;
    this.wordSlots.fill(0);
    this.termSlots.fill(0);
  }

  /** The number of the word `text[from..to)`, at most 65,535 units. @param hash of the word's units, see `hashUnit` */
  intern(text: string, from: number, to: number, hash: number): number {
    const { wordSlots } = this;
    const mask = wordSlots.length - 1;
    let slot = mixHash(hash) & mask;
    for (let held = wordSlots[slot] as number; held !== 0; held = wordSlots[slot] as number) {
      if (this.records[(held - 1) * RECORD + HASH] === hash && this.equals(held - 1, text, from, to)) return held - 1;
      slot = (slot + 1) & mask;
    }
    const word = this.add(text, from, to, hash);
    wordSlots[slot] = word + 1;
    if (this.words * 2 > mask) this.growWordSlots();
    return word;
  }

  /** Index of a word's first term in `wordTerms`. */
  termsFrom(word: number): number {
    return this.records[word * RECORD + TERMS_FROM] as number;
  }

  termCount(word: number): number {
    return (this.records[word * RECORD + SIZES] as number) & 0xffff;
  }

  private equals(word: number, text: string, from: number, to: number): boolean {
    const { units, records } = this;
    if ((records[word * RECORD + SIZES] as number) >>> 16 !== to - from) return false;
    let i = records[word * RECORD + UNITS_FROM] as number;
    for (let at = from; at < to; at++) if (units[i++] !== text.charCodeAt(at)) return false;
    return true;
  }

  private add(text: string, from: number, to: number, hash: number): number {
    const word = this.words++;
    const termsFrom = this.wordTermCount;
    const written = text.slice(from, to);
    for (const term of isLiteralKey(written) ? [written] : identifierTerms(written)) {
      this.wordTerms = withCapacity(this.wordTerms, this.wordTermCount + 1);
      this.wordTerms[this.wordTermCount++] = this.termNumber(termHashHigh(term), termHashLow(term), term);
    }
    this.records = withCapacity(this.records, this.words * RECORD);
    const at = word * RECORD;
    this.records[at + HASH] = hash;
    this.records[at + UNITS_FROM] = this.unitCount;
    this.records[at + TERMS_FROM] = termsFrom;
    this.records[at + SIZES] = ((to - from) << 16) | (this.wordTermCount - termsFrom);
    this.units = withCapacity(this.units, this.unitCount + to - from);
    for (let i = from; i < to; i++) this.units[this.unitCount++] = text.charCodeAt(i);
    return word;
  }

  private termNumber(high: number, low: number, term: string): number {
    const { termSlots } = this;
    const mask = termSlots.length - 1;
    let slot = low & mask;
    for (let held = termSlots[slot] as number; held !== 0; held = termSlots[slot] as number) {
      if (this.low[held - 1] === low && this.high[held - 1] === high) return held - 1;
      slot = (slot + 1) & mask;
    }
    const made = this.terms++;
    termSlots[slot] = made + 1;
    this.high = withCapacity(this.high, this.terms);
    this.low = withCapacity(this.low, this.terms);
    this.classes = withCapacity(this.classes, this.terms);
    this.high[made] = high;
    this.low[made] = low;
    if (isLiteralKey(term)) this.classes[made] = TermClass.Key;
    else this.classes[made] = isTextStopWord(term) ? TermClass.Stop : TermClass.Word;
    if (this.terms * 2 > mask) this.growTermSlots();
    return made;
  }

  private growWordSlots(): void {
    const hash = (word: number): number => mixHash(this.records[word * RECORD + HASH] as number);
    this.wordSlots = buildSlots(this.wordSlots.length * 2, this.words, hash);
  }

  private growTermSlots(): void {
    this.termSlots = buildSlots(this.termSlots.length * 2, this.terms, (term) => this.low[term] as number);
  }
}
