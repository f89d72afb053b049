/** Weights of a task's words for choosing lines: the fewer of the candidates contain a word, the higher its weight. */
import { queryTerms } from "@sdl/model/text";
import type { TaskWords, TermWeights } from "./line-scores.js";
import type { SourceLines } from "./source-lines.js";
import { WordTerms } from "./word-terms.js";

/** @param sources source of the candidates among which the task chooses */
export function taskWords(taskText: string | undefined, sources: Iterable<SourceLines>): TaskWords {
  const words = new WordTerms();
  return { words, weights: termWeights(taskText, sources, words) };
}

/** Inverse document frequency of the task's terms. @param sources source of the candidates among which the task chooses */
export function termWeights(
  taskText: string | undefined,
  sources: Iterable<SourceLines>,
  words: WordTerms,
): TermWeights {
  const terms = new Map((taskText === undefined ? [] : queryTerms(taskText)).map(({ term, weight }) => [term, weight]));
  const holders = new Map<string, number>();
  let count = 0;
  for (const source of sources) {
    count++;
    for (const term of words.of(source.map(({ text }) => text).join("\n")))
      if (terms.has(term)) holders.set(term, (holders.get(term) ?? 0) + 1);
  }
  return new Map(
    [...terms].map(([term, weight]) => {
      const held = holders.get(term) ?? 0;
      return [term, weight * Math.log(1 + (count - held + 0.5) / (held + 0.5))];
    }),
  );
}
