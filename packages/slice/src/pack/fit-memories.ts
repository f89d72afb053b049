/** How much of a slice its memories may be. Pure. */
import type { CountTokens } from "../tokens/count-tokens.js";

/** Anything with a text; all of it is sent, the text perhaps cut. */
export interface SliceMemory {
  readonly content: string;
}

/** Of the budget. */
const MEMORY_SHARE = 0.2;
/** Under it a slice has no room for more than its cards. */
const SMALLEST_BUDGET = 1000;
/** A cut text says at least so much. */
const LEAST_CHARACTERS = 80;

/**
 * The memories that fit into a fifth of the budget, in their order; a text that is too long for what is left ends in `…`.
 * @param allowed tokens of the whole result
 */
export function fitMemories<T extends SliceMemory>(
  memories: readonly T[],
  allowed: number,
  countTokens: CountTokens,
): readonly T[] {
  if (allowed < SMALLEST_BUDGET) return [];
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

/** Cut between words, by halving. @returns `undefined` when not even a beginning fits */
function longestThatFits(text: string, fits: (text: string) => boolean): string | undefined {
  if (fits(text)) return text;
  let [from, to] = [0, text.length];
  while (to - from > LEAST_CHARACTERS / 2) {
    const middle = (from + to) >>> 1;
    if (fits(cutAt(text, middle))) from = middle;
    else to = middle;
  }
  return from < LEAST_CHARACTERS ? undefined : cutAt(text, from);
}

function cutAt(text: string, length: number): string {
  const end = text.lastIndexOf(" ", length);
  const cut = text.slice(0, end > length / 2 ? end : length).trimEnd();
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
