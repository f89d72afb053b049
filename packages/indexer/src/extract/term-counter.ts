/**
 * Counter of word occurrences by symbol and field, which writes the postings tables. Knows words by number; no text, no
 * tree.
 *
 * Occurrences arrive in any order. A counting sort groups them, and they are counted symbol by symbol, so postings of a
 * term ascend. One counter is reused for all files and keeps nothing of a file.
 */
import { type FactsBuilder, LENGTHS, POSTINGS, TERMS, toPostingSteps } from "@sdl/model/facts";
import { addFrequency, FieldIndex } from "@sdl/model/text";
import { withCapacity } from "./columns.js";
import { orderByHash } from "./term-order.js";
import { TermClass, type WordTable } from "./word-table.js";

/** Fields that a facts page counts: all except the path. */
const FIELDS = 5;

/** Number of the bucket that counts a field of a symbol. */
export function bucketOf(symbol: number, field: number): number {
  return symbol * FIELDS + field;
}

/** Counts the word occurrences of one file at a time. */
export class TermCounter {
  private occurrences = 0;
  private buckets = new Int32Array(4096);
  private words = new Int32Array(4096);
  private wordCounts = new Int32Array(4096);
  private postings = 0;
  private postingTerm = new Int32Array(4096);
  private postingSymbol = new Uint32Array(4096);
  private postingFrequencies = new Uint32Array(4096);
  /** By term: number of its last posting plus one, and count of its postings; all 0 between files. */
  private lastPosting = new Int32Array(4096);
  private termCounts = new Uint32Array(4096);
  private touched = new Int32Array(4096);
  private touchedCount = 0;
  /** Start of each bucket's words, next free place of each bucket, and the words grouped by bucket. */
  private from = new Uint32Array(4096);
  private next = new Uint32Array(4096);
  private grouped = new Int32Array(4096);
  /** By field: the length of each symbol's text, in terms. */
  private lengths = Array.from({ length: FIELDS }, () => new Uint32Array(512));

  constructor(private readonly table: WordTable) {}

  /** @param bucket see {@link bucketOf} */
  add(bucket: number, word: number): void {
    const at = this.occurrences++;
    if (at >= this.words.length) {
      this.words = withCapacity(this.words, at + 1);
      this.buckets = withCapacity(this.buckets, at + 1);
    }
    this.words[at] = word;
    this.buckets[at] = bucket;
  }

  /** Discards the occurrences of a file whose extraction failed. */
  reset(): void {
    this.occurrences = 0;
  }

  /** Writes the tables of a file with `symbols` symbols and discards its occurrences. */
  write(facts: FactsBuilder, symbols: number): void {
    this.reserve(symbols);
    this.group(symbols * FIELDS);
    const { from, grouped, lengths } = this;
    for (let symbol = 0; symbol < symbols; symbol++) {
      for (let field = 0; field < FIELDS; field++) {
        const bucket = bucketOf(symbol, field);
        const start = from[bucket] as number;
        const end = from[bucket + 1] as number;
        const length = start === end ? 0 : this.count(symbol, field, grouped.subarray(start, end));
        (lengths[field] as Uint32Array)[symbol] = length;
      }
    }
    const [name, signature, doc, body, literal] = lengths as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ];
    facts.table(LENGTHS).appendColumns(symbols, { name, signature, doc, body, literal });
    this.writePostings(facts);
    this.forget();
  }

  private reserve(symbols: number): void {
    this.from = withCapacity(this.from, symbols * FIELDS + 1);
    this.next = withCapacity(this.next, symbols * FIELDS + 1);
    this.grouped = withCapacity(this.grouped, this.occurrences);
    this.lengths = this.lengths.map((column) => withCapacity(column, symbols));
    this.wordCounts = withCapacity(this.wordCounts, this.table.words);
    this.lastPosting = withCapacity(this.lastPosting, this.table.terms);
    this.termCounts = withCapacity(this.termCounts, this.table.terms);
  }

  /** Fills `grouped` with the words by bucket, and `from` with the start of each bucket. */
  private group(bucketCount: number): void {
    const { buckets, words, occurrences, from, next, grouped } = this;
    from.fill(0, 0, bucketCount + 1);
    for (let i = 0; i < occurrences; i++) (from[(buckets[i] as number) + 1] as number)++;
    for (let bucket = 1; bucket <= bucketCount; bucket++)
      from[bucket] = (from[bucket] as number) + (from[bucket - 1] as number);
    next.set(from.subarray(0, bucketCount + 1));
    for (let i = 0; i < occurrences; i++) grouped[(next[buckets[i] as number] as number)++] = words[i] as number;
  }

  /** Counts one field of one symbol; overwrites `words`. @returns the field's length in terms */
  private count(symbol: number, field: number, words: Int32Array): number {
    const { wordCounts, table } = this;
    let distinct = 0;
    for (let i = 0; i < words.length; i++) {
      const word = words[i] as number;
      const before = wordCounts[word] as number;
      if (before === 0) words[distinct++] = word;
      wordCounts[word] = before + 1;
    }
    const keepsStopWords = field <= FieldIndex.Signature;
    let length = 0;
    for (let i = 0; i < distinct; i++) {
      const word = words[i] as number;
      const count = wordCounts[word] as number;
      wordCounts[word] = 0;
      const from = table.termsFrom(word);
      const end = from + table.termCount(word);
      for (let at = from; at < end; at++) {
        const term = table.wordTerms[at] as number;
        const found = table.classes[term] as number;
        if (!keepsStopWords && found === TermClass.Stop) continue;
        if (found !== TermClass.Key) length += count;
        this.post(term, symbol, field, count);
      }
    }
    return length;
  }

  private post(term: number, symbol: number, field: number, count: number): void {
    const last = (this.lastPosting[term] as number) - 1;
    if (last >= 0 && this.postingSymbol[last] === symbol) {
      this.postingFrequencies[last] = addFrequency(this.postingFrequencies[last] as number, field, count);
      return;
    }
    if (last < 0) {
      this.touched = withCapacity(this.touched, this.touchedCount + 1);
      this.touched[this.touchedCount++] = term;
    }
    const at = this.postings++;
    if (at >= this.postingTerm.length) this.growPostings(at + 1);
    this.postingTerm[at] = term;
    this.postingSymbol[at] = symbol;
    this.postingFrequencies[at] = addFrequency(0, field, count);
    this.lastPosting[term] = at + 1;
    (this.termCounts[term] as number)++;
  }

  private growPostings(length: number): void {
    this.postingTerm = withCapacity(this.postingTerm, length);
    this.postingSymbol = withCapacity(this.postingSymbol, length);
    this.postingFrequencies = withCapacity(this.postingFrequencies, length);
  }

  private writePostings(facts: FactsBuilder): void {
    const { high, low } = this.table;
    const terms = orderByHash(this.touched.subarray(0, this.touchedCount), high, low);
    const rows = termRows(terms, { high, low, counts: this.termCounts }, this.lastPosting);
    facts.table(TERMS).appendColumns(terms.length, rows);
    const postings = {
      term: this.postingTerm.subarray(0, this.postings),
      symbol: this.postingSymbol,
      frequencies: this.postingFrequencies,
    };
    facts.table(POSTINGS).appendColumns(this.postings, groupPostings(postings, this.lastPosting, rows.count));
  }

  private forget(): void {
    for (let i = 0; i < this.touchedCount; i++) {
      const term = this.touched[i] as number;
      this.lastPosting[term] = 0;
      this.termCounts[term] = 0;
    }
    this.touchedCount = 0;
    this.postings = 0;
    this.occurrences = 0;
  }
}

interface TermColumns {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly counts: Uint32Array;
}

/**
 * Builds the rows of `terms`; `starts` receives the first posting of each term. A separate function so that loops over
 * plain arrays stay compiled.
 */
function termRows(terms: Int32Array, columns: TermColumns, starts: Int32Array) {
  const hi = new Uint32Array(terms.length);
  const lo = new Uint32Array(terms.length);
  const count = new Uint32Array(terms.length);
  let start = 0;
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i] as number;
    const postings = columns.counts[term] as number;
    hi[i] = columns.high[term] as number;
    lo[i] = columns.low[term] as number;
    count[i] = postings;
    starts[term] = start;
    start += postings;
  }
  return { hi, lo, count };
}

interface PostingColumns {
  readonly term: Int32Array;
  readonly symbol: Uint32Array;
  readonly frequencies: Uint32Array;
}

/** Groups postings by term, in their order of arrival; overwrites `starts`. @param counts number of postings by term */
function groupPostings(postings: PostingColumns, starts: Int32Array, counts: Uint32Array) {
  const { term } = postings;
  const symbol = new Uint32Array(term.length);
  const frequencies = new Uint32Array(term.length);
  for (let i = 0; i < term.length; i++) {
    const at = (starts[term[i] as number] as number)++;
    symbol[at] = postings.symbol[i] as number;
    frequencies[at] = postings.frequencies[i] as number;
  }
  let from = 0;
  for (const count of counts) {
    toPostingSteps(symbol, from, from + count);
    from += count;
  }
  return { skipped: symbol, frequencies };
}
