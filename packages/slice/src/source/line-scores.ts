/**
 * Line scores: how likely a task changes a line of a symbol that is relevant to it. The weights are those of a logistic regression over the lines
 * of real fixes (`bench/src/gold/`), on words shared with the task, the kind of statement, and the position. Only the text of lines is used, so
 * broken code and any language work.
 */
import type { WordTerms } from "./word-terms.js";

/** Weight of each term, by stem; an absent term has weight 0. */
export type TermWeights = ReadonlyMap<string, number>;

const WEIGHTS = { shared: 1.3, near: 0.35, raises: 0.45, decides: 0.25, calls: 0.15, comment: -0.9, blank: -0.9 };
/** Number of lines on either side whose shared words raise a line's score. */
const NEAR_LINES = 3;

/** Terms of the task with their weights, and the cache for splitting words into terms. */
export interface TaskWords {
  readonly weights: TermWeights;
  readonly words: WordTerms;
}

/** Scores of the lines, in their order. */
export function scoreLines(lines: readonly string[], task: TaskWords): number[] {
  const comments = commentLines(lines);
  const shared = lines.map((line) => sharedWeight(line, task));
  const most = Math.max(...shared, Number.MIN_VALUE);
  return lines.map((line, index) => {
    const text = line.trim();
    if (text === "") return WEIGHTS.blank;
    let score = (WEIGHTS.shared * (shared[index] ?? 0)) / most + (WEIGHTS.near * nearWeight(shared, index)) / most;
    if (comments[index] === true) score += WEIGHTS.comment;
    if (RAISES.test(text)) score += WEIGHTS.raises;
    if (DECIDES.test(text)) score += WEIGHTS.decides;
    if (CALLS.test(text)) score += WEIGHTS.calls;
    return score;
  });
}

const RAISES = /^(?:raise|throw)\b/;
const DECIDES = /^(?:\} )?(?:if|elif|else|while|for|switch|case|match|try|except|catch)\b/;
const CALLS = /\w\(/;

function sharedWeight(line: string, { weights, words }: TaskWords): number {
  let sum = 0;
  for (const term of words.of(line)) sum += weights.get(term) ?? 0;
  return sum;
}

/** The maximum shared weight of a nearby line, reduced by its distance. */
function nearWeight(shared: readonly number[], index: number): number {
  let most = 0;
  for (let distance = 1; distance <= NEAR_LINES; distance++) {
    const there = Math.max(shared[index - distance] ?? 0, shared[index + distance] ?? 0);
    most = Math.max(most, there / (distance + 0.5));
  }
  return most;
}

/** Whether each line belongs to a comment or a docstring. */
export function commentLines(lines: readonly string[]): boolean[] {
  let isInside = false;
  return lines.map((line) => {
    const text = line.trim();
    const marks = text.match(/"""|'''/g)?.length ?? 0;
    const isComment = isInside || marks > 0 || /^(?:\/\/|\/?\*|#)/.test(text);
    if (marks % 2 === 1) isInside = !isInside;
    return isComment;
  });
}
