/** Fits memories into their share of a slice's budget. Pure. */
import type { CountTokens } from "../tokens/count-tokens.js";

/** A memory with a text that may be shortened; all other fields are sent unchanged. */
export interface SliceMemory {
  readonly content: string;
}

/** Share of the token budget that memories may take. */
const MEMORY_SHARE = 0.2;
/** Minimum budget in tokens; a slice with less carries no memories. */
const MIN_BUDGET = 1000;
/** Minimum length of a shortened text, in UTF-16 units. */
const MIN_CUT_LENGTH = 80;

/**
 * Selects the memories that fit into a fifth of the budget, in the given order. A text that is too long for the rest is shortened and ends in `…`.
 * @param allowed tokens of the whole result
 */
export function fitMemories<T extends SliceMemory>(
  memories: readonly T[],
  allowed: number,
  countTokens: CountTokens,
): readonly T[] {
  if (allowed < MIN_BUDGET) return [];
  let left = Math.floor(allowed * MEMORY_SHARE);
  const fitting: T[] = [];
  for (const memory of memories) {
    const cost = (content: string): number => countTokens(JSON.stringify({ ...memory, content })) + 1;
    const content = longestThatFits(memory.content, (text) => cost(text) <= left);
    if (content === undefined) continue;
    left -= cost(content);
    fitting.push({ ...memory, content });
  }
  return fitting;
}

/** Longest prefix that fits, cut between words, by bisection. @returns `undefined` if not even a short prefix fits */
function longestThatFits(text: string, fits: (text: string) => boolean): string | undefined {
  if (fits(text)) return text;
  let [from, to] = [0, text.length];
  while (to - from > MIN_CUT_LENGTH / 2) {
    const middle = (from + to) >>> 1;
    if (fits(cutText(text, middle))) from = middle;
    else to = middle;
  }
  return from < MIN_CUT_LENGTH ? undefined : cutText(text, from);
}

function cutText(text: string, length: number): string {
  const end = text.lastIndexOf(" ", length);
  const cut = text.slice(0, end > length / 2 ? end : length).trimEnd();
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
