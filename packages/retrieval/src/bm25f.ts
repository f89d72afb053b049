/**
 * BM25F over the fields of a symbol. Knows terms and postings; no names, paths or fusion.
 *
 * score(q, d) = Σ_t weight(t) · (1 + .3(n_t − 1)) · idf(t) · W / (k1 + W),  W = Σ_f w_f · tf_f / (1 − b_f + b_f · len_f / mean_f),
 * idf(t) = ln(1 + (N − df + .5) / (df + .5)).
 * Sums run in the order of the terms and fields, so equal input gives equal bits.
 * Source: Robertson, Zaragoza, Taylor, CIKM 2004; constants from the relevance notes §4.2.
 */
import { FieldIndex, fieldFrequency, type QueryTerm, type SymbolHandle } from "@sdl/model";
import { type Corpus, FIELD_COUNT } from "./corpus.js";

const K1 = 1.2;
/** What each repetition of a term in the query adds. */
const REPETITION = 0.3;
/** How much more a literal counts when the query quotes the term. */
const QUOTED_LITERAL = 3;
/** Packed frequencies up to this number are of the body alone. */
const BODY_ONLY = 127;

/** Adds every matching symbol's score to the corpus's scores. */
export function scoreTerms(corpus: Corpus, terms: readonly QueryTerm[]): void {
  for (const term of terms) scoreTerm(corpus, term);
}

/** ln(1 + (N − df + .5) / (df + .5)): above 0 for every df up to N. */
function inverseFrequency(documents: number, documentFrequency: number): number {
  return Math.log(1 + (documents - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

function scoreTerm(corpus: Corpus, term: QueryTerm): void {
  const { symbols, frequencies } = corpus.index.postings(term.hash);
  if (symbols.length === 0) return;
  const idf = inverseFrequency(corpus.index.documentCount, symbols.length);
  const gain = term.weight * (1 + REPETITION * (term.count - 1)) * idf;
  const { scores } = corpus;
  for (let i = 0; i < symbols.length; i++) {
    const symbol = symbols[i] as number;
    const packed = frequencies[i] as number;
    const isBodyOnly = packed <= BODY_ONLY;
    const weight = isBodyOnly
      ? packed * corpus.factor(symbol, FieldIndex.Body)
      : fieldWeight(corpus, symbol, packed, term.quoted);
    const before = scores[symbol] as number;
    if (before === 0) corpus.touch(symbol);
    scores[symbol] = before + (gain * weight) / (K1 + weight);
  }
}

function fieldWeight(corpus: Corpus, symbol: SymbolHandle, packed: number, quoted: boolean): number {
  let weight = 0;
  for (let field = 0; field < FIELD_COUNT; field++) {
    const frequency = fieldFrequency(packed, field);
    if (frequency === 0) continue;
    const boost = quoted && field === FieldIndex.Literal ? QUOTED_LITERAL : 1;
    weight += boost * frequency * corpus.factor(symbol, field);
  }
  return weight;
}
