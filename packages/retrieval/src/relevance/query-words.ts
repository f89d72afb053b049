/**
 * Words of a query as a person types it, each with the terms that stand for it in postings. Knows words and postings; no symbols.
 *
 * A word is a part of a written word: `content-hash`, `contentHash` and `content hash` are the same two. Unlike the terms of a task text, words
 * that the repository lacks stay, with the gain of a term in no symbol: a query of such words is about something else.
 */
import type { Postings, TermIndex } from "@sdl/model/graph";
import { identifierTerms, isQueryStopWord, synonymsOf, termHash, wordsOf } from "@sdl/model/text";
import { inverseFrequency } from "../bm25f.js";
import { relatedStems } from "./word-forms.js";

/** A term that stands for a word. */
export interface WordTerm extends Postings {
  readonly term: string;
  /** 1 for the word itself, less for others. */
  readonly weight: number;
}

/** A word of a query as the index knows it: its own term, other forms and synonyms. */
export interface QueryWord {
  /** Terms with postings, the word's own first. */
  readonly terms: readonly WordTerm[];
  /** Rarity of the word. */
  readonly gain: number;
}

const FORM_WEIGHT = 0.8;
const SYNONYM_WEIGHT = 0.6;
/** Up to this number of words, stop words count: names have them. */
const SHORT_QUERY = 3;
/** More words are ignored. */
const MAX_WORDS = 40;

/** Each word once, in order. */
export function queryWordsOf(index: TermIndex, text: string): QueryWord[] {
  return [...stemsOfText(text)].slice(0, MAX_WORDS).map((stemmed) => makeQueryWord(index, stemmed));
}

/** Numbers, dates and addresses: values that a message was filled with. */
const VALUES = /(?<![\p{L}\p{N}_$])\d[\p{L}\p{N}.:-]*(?![\p{L}\p{N}_$])/gu;

function stemsOfText(text: string): Set<string> {
  const parts = wordsOf(text.replace(VALUES, " ")).flatMap((word) => {
    const terms = identifierTerms(word);
    // The whole of several parts comes first.
    return (terms.length > 1 ? terms.slice(1) : terms).map((term) => ({ term, isStop: isQueryStopWord(word) }));
  });
  const telling = parts.filter(({ isStop }) => !isStop);
  const kept = parts.length <= SHORT_QUERY || telling.length === 0 ? parts : telling;
  return new Set(kept.map(({ term }) => term));
}

function makeQueryWord(index: TermIndex, stemmed: string): QueryWord {
  const candidates = [
    { term: stemmed, weight: 1 },
    ...relatedStems(stemmed).map((term) => ({ term, weight: FORM_WEIGHT })),
    ...synonymsOf(stemmed).map((term) => ({ term, weight: SYNONYM_WEIGHT })),
  ];
  const terms = candidates
    .map(({ term, weight }) => ({ term, weight, ...index.postings(termHash(term)) }))
    .filter(({ symbols }) => symbols.length > 0);
  const own = terms.find(({ term }) => term === stemmed);
  return { terms, gain: inverseFrequency(index.documentCount, own?.symbols.length ?? 0) };
}
