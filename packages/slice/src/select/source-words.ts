/**
 * BM25 over the source of candidates (Robertson et al., TREC-3 1994): relevance of each candidate's words to the task. Long symbols score less,
 * and a word of the name or path counts like several of the source. With these constants the most changed lines of real issues are found when
 * whole bodies are ranked, `bench/src/gold/baseline.ts`.
 */
import type { SymbolHandle } from "@sdl/model";
import { identifierTerms, wordsOf } from "@sdl/model/text";
import type { Candidate } from "../search/candidate.js";
import type { TaskWords } from "../source/line-scores.js";
import type { SourceLines } from "../source/source-lines.js";

const K1 = 6;
const B = 0.9;
/** Weights of a word in the qualified name and in the path; a word in the source has weight 1. */
const NAME_WEIGHT = 12;
const PATH_WEIGHT = 2;

/** Candidates with their source, and the task's words. */
export interface WordScoreInput {
  readonly task: TaskWords;
  readonly candidates: readonly Candidate[];
  readonly sources: ReadonlyMap<SymbolHandle, SourceLines>;
}

/** Match between a candidate's words and the task. */
export interface WordMatch {
  /** Score relative to the best candidate's, 0..1; 0 for all if none contains a word of the task. */
  readonly score: number;
  /** Terms of the task that occur in the candidate's source. */
  readonly termsInSource: ReadonlySet<string>;
}

/** Word matches by candidate. */
export function scoreWords({ task, candidates, sources }: WordScoreInput): ReadonlyMap<SymbolHandle, WordMatch> {
  const counted = candidates.map((candidate) => countWords(candidate, sources.get(candidate.symbol) ?? [], task));
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length);
  const scores = counted.map(({ counts, length }) => {
    const norm = K1 * (1 - B + (B * length) / Math.max(1, mean));
    let score = 0;
    for (const [term, count] of counts) score += ((task.weights.get(term) ?? 0) * count) / (count + norm);
    return score;
  });
  const best = Math.max(0, ...scores) || 1;
  return new Map(
    candidates.map(({ symbol }, at) => [
      symbol,
      { score: (scores[at] ?? 0) / best, termsInSource: counted[at]?.termsInSource ?? new Set() },
    ]),
  );
}

/** Weighted counts of the task's terms in a candidate, and the weighted number of all its words. */
function countWords({ record }: Candidate, source: SourceLines, { weights, words }: TaskWords) {
  const counts = new Map<string, number>();
  let length = 0;
  const add = (terms: readonly string[], weight: number) => {
    length += weight * terms.length;
    for (const term of terms) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  for (const { text } of source) for (const word of wordsOf(text)) add(words.ofWord(word), 1);
  const termsInSource = new Set(counts.keys());
  for (const word of wordsOf(record.qualifiedName)) add(identifierTerms(word), NAME_WEIGHT);
  for (const word of wordsOf(record.file)) add(identifierTerms(word), PATH_WEIGHT);
  return { counts, length, termsInSource };
}
