/**
 * BM25 over the source of candidates (Robertson et al., TREC-3 1994): how much of what each says is the task's. Long symbols count less, and
 * a word of the name or the path as many of the source. The constants are the ones that find most changed lines of real issues where whole
 * bodies are ranked, `bench/src/gold/baseline.ts`.
 */
import type { SymbolHandle } from "@sdl/model";
import { identifierTerms, wordsOf } from "@sdl/model/text";
import type { Candidate } from "../search/candidate.js";
import type { TaskWords } from "../source/line-scores.js";
import type { SourceLines } from "../source/source-lines.js";

const K1 = 6;
const B = 0.9;
/** What a word of the qualified name or the path counts, one of the source being 1. */
const NAME = 12;
const PATH = 2;

export interface WordScoreInput {
  readonly task: TaskWords;
  readonly candidates: readonly Candidate[];
  readonly sources: ReadonlyMap<SymbolHandle, SourceLines>;
}

/** What a candidate says of the task. */
export interface WordMatch {
  /** 1 for the best; 0 for all where none has a word of the task. */
  readonly score: number;
  /** Words of the task in its source. */
  readonly said: ReadonlySet<string>;
}

/** By candidate. */
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
      { score: (scores[at] ?? 0) / best, said: counted[at]?.said ?? new Set() },
    ]),
  );
}

/** How often each word of the task stands there, and how many words there are in all. */
function countWords({ record }: Candidate, source: SourceLines, { weights, words }: TaskWords) {
  const counts = new Map<string, number>();
  let length = 0;
  const add = (terms: readonly string[], weight: number) => {
    length += weight * terms.length;
    for (const term of terms) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  for (const { text } of source) for (const word of wordsOf(text)) add(words.ofWord(word), 1);
  const said = new Set(counts.keys());
  for (const word of wordsOf(record.qualifiedName)) add(identifierTerms(word), NAME);
  for (const word of wordsOf(record.file)) add(identifierTerms(word), PATH);
  return { counts, length, said };
}
