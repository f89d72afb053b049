/**
 * BM25F scoring over the fields of a symbol. Knows terms and postings; no names, paths or fusion.
 *
 * score(q, d) = Σ_t weight(t) · (1 + .3(n_t − 1)) · idf(t) · W / (k1 + W), W = Σ_f w_f · tf_f / (1 − b_f + b_f · len_f / mean_f),
 * idf(t) = ln(1 + (N − df + .5) / (df + .5)).
 * A term's gain is its summand without W / (k1 + W). Sums are in the order of descending gain, then of the query's terms, and within a term of the
 * fields, so equal input gives equal bits.
 * Source: Robertson, Zaragoza, Taylor, CIKM 2004; constants from the relevance notes §4.2.
 */
import type { SymbolHandle } from "@sdl/model";
import type { Postings } from "@sdl/model/graph";
import { FieldIndex, fieldFrequency, type QueryTerm } from "@sdl/model/text";
import { type Corpus, FIELD_COUNT } from "./corpus.js";

const K1 = 1.2;
/** Weight of each repetition of a term in the query. */
const REPETITION_WEIGHT = 0.3;
/** Factor on a term's frequency in literals if the query quotes the term. */
const QUOTED_LITERAL_FACTOR = 3;
/** Maximum packed frequency that contains only the body's frequency. */
const MAX_BODY_ONLY = 127;

/** A term of a query with its postings. */
export interface WeighedTerm extends Postings {
  readonly term: string;
  readonly hash: number;
  /** 1; less for a synonym. */
  readonly weight: number;
  /** Whether the query quotes the term. */
  readonly quoted: boolean;
  /** Upper bound (exclusive) on the term's contribution to a score. */
  readonly gain: number;
}

/** The query's terms that occur in the index, by descending gain, ties in the order of the query. */
export function weighTerms({ index }: Corpus, terms: readonly QueryTerm[]): WeighedTerm[] {
  const weighed = terms.map(({ term, hash, weight, count, quoted }) => {
    const { symbols, frequencies } = index.postings(hash);
    const gain = weight * (1 + REPETITION_WEIGHT * (count - 1)) * inverseFrequency(index.documentCount, symbols.length);
    return { symbols, frequencies, term, hash, weight, quoted, gain };
  });
  return weighed.filter(({ symbols }) => symbols.length > 0).sort((a, b) => b.gain - a.gain);
}

/** Inverse document frequency, ln(1 + (N − df + .5) / (df + .5)): above 0 for every df up to N. */
export function inverseFrequency(documents: number, documentFrequency: number): number {
  return Math.log(1 + (documents - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** Adds the term's contribution to the corpus's scores. */
export function addTerm(corpus: Corpus, { symbols, frequencies, gain, quoted }: WeighedTerm): void {
  const { factors, scores, prepared } = corpus;
  for (let i = 0; i < symbols.length; i++) {
    const symbol = symbols[i] as number;
    const packed = frequencies[i] as number;
    if (prepared[symbol] === 0) corpus.prepare(symbol);
    const at = symbol * FIELD_COUNT;
    const isBodyOnly = packed <= MAX_BODY_ONLY;
    const weight = isBodyOnly
      ? packed * (factors[at + FieldIndex.Body] as number)
      : fieldWeight(factors, at, packed, quoted);
    const before = scores[symbol] as number;
    if (before === 0) corpus.addTouched(symbol);
    scores[symbol] = before + (gain * weight) / (K1 + weight);
  }
}

/** Adds the term's contribution to symbols that already have a score. */
export function addTermToScored(corpus: Corpus, term: WeighedTerm): void {
  const { symbols, frequencies } = term;
  const { scores } = corpus;
  for (let i = 0; i < symbols.length; i++) {
    const symbol = symbols[i] as number;
    const before = scores[symbol] as number;
    if (before !== 0) scores[symbol] = before + termContribution(corpus, term, symbol, frequencies[i] as number);
  }
}

/** Sum of all terms' contributions to one symbol; equals the result of adding the terms one after another. */
export function scoreSymbol(corpus: Corpus, terms: readonly WeighedTerm[], symbol: SymbolHandle): number {
  let score = 0;
  for (const term of terms) {
    const row = findSorted(term.symbols, symbol);
    if (row >= 0) score += termContribution(corpus, term, symbol, term.frequencies[row] as number);
  }
  return score;
}

function termContribution(corpus: Corpus, { gain, quoted }: WeighedTerm, symbol: SymbolHandle, packed: number): number {
  if (corpus.prepared[symbol] === 0) corpus.prepare(symbol);
  const weight = fieldWeight(corpus.factors, symbol * FIELD_COUNT, packed, quoted);
  return (gain * weight) / (K1 + weight);
}

/** Contribution of one term to one symbol. */
export interface TermMatch {
  readonly score: number;
  /** Contribution that the path field alone would give. */
  readonly path: number;
  /** Frequency of the term in the name field. */
  readonly inName: number;
}

/** The term's contribution; `undefined` if the symbol does not contain the term. */
export function termMatch(corpus: Corpus, term: WeighedTerm, symbol: SymbolHandle): TermMatch | undefined {
  const row = findSorted(term.symbols, symbol);
  if (row < 0) return undefined;
  const packed = term.frequencies[row] as number;
  const score = termContribution(corpus, term, symbol, packed);
  const inPath = fieldFrequency(packed, FieldIndex.Path);
  const weight = inPath * (corpus.factors[symbol * FIELD_COUNT + FieldIndex.Path] as number);
  return { score, path: (term.gain * weight) / (K1 + weight), inName: fieldFrequency(packed, FieldIndex.Name) };
}

/** Row of `value` in an ascending column; -1 if absent. */
export function findSorted(column: Uint32Array, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return column[low] === value ? low : -1;
}

function fieldWeight(factors: Float64Array, at: number, packed: number, quoted: boolean): number {
  let weight = 0;
  for (let field = 0; field < FIELD_COUNT; field++) {
    const frequency = fieldFrequency(packed, field);
    if (frequency === 0) continue;
    const boost = quoted && field === FieldIndex.Literal ? QUOTED_LITERAL_FACTOR : 1;
    weight += boost * frequency * (factors[at + field] as number);
  }
  return weight;
}
