/**
 * BM25 over plain texts as a baseline: one field, no priors. Source: Robertson and Zaragoza 2009, k1 = 1.2, b = .75.
 */
import { identifierTerms, isTextStopWord } from "@sdl/model/text";

const K1 = 1.2;
const B = 0.75;

/** Splits a text into lower-case words. */
export type Tokenize = (text: string) => readonly string[];

/** Index of texts, ranked by BM25. */
export class Bm25 {
  private readonly postings = new Map<string, { document: number; count: number }[]>();
  private readonly lengths: number[] = [];

  constructor(
    texts: Iterable<string>,
    private readonly tokenize: Tokenize,
  ) {
    for (const text of texts) this.add(text);
  }

  private add(text: string): void {
    const document = this.lengths.length;
    const counts = new Map<string, number>();
    const words = this.tokenize(text);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const list = this.postings.get(word);
      if (list === undefined) this.postings.set(word, [{ document, count }]);
      else list.push({ document, count });
    }
    this.lengths.push(words.length);
  }

  /** Numbers of the documents with a word of the query, best first; ties in order of addition. */
  rank(query: string): number[] {
    const scores = new Map<number, number>();
    const mean = this.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.lengths.length);
    for (const word of new Set(this.tokenize(query))) {
      const list = this.postings.get(word) ?? [];
      const idf = Math.log(1 + (this.lengths.length - list.length + 0.5) / (list.length + 0.5));
      for (const { document, count } of list) {
        const norm = 1 - B + (B * (this.lengths[document] ?? 0)) / Math.max(1, mean);
        scores.set(document, (scores.get(document) ?? 0) + (idf * count * (K1 + 1)) / (count + K1 * norm));
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([document]) => document);
  }
}

/** Tokenizer of whole words. */
export function wholeWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}

/** Cache: code repeats few words. */
const knownParts = new Map<string, readonly string[]>();

/** Tokenizer of identifiers' parts, stemmed, without stop words. */
export function wordParts(text: string): readonly string[] {
  return (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).flatMap((word) => {
    let parts = knownParts.get(word);
    if (parts === undefined) {
      parts = identifierTerms(word).filter((term) => !isTextStopWord(term));
      knownParts.set(word, parts);
    }
    return parts;
  });
}
