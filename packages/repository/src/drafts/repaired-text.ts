/**
 * Texts to read in place of one that cannot be parsed: what changed since the last text that could be is taken back, as little of it as
 * possible. What stands around it keeps its lines, unless more was taken away than typed. Pure.
 */

/** Lines that two texts of one file begin and end with; in between they differ. */
export interface Untouched {
  readonly head: number;
  readonly tail: number;
}

export function untouchedLines(before: readonly string[], after: readonly string[]): Untouched {
  const head = commonHead(before, after);
  return { head, tail: commonTail(before, after, head) };
}

/** Ends of what was typed that are tried, from the last one on. */
const MAX_TRIES = 4;

/**
 * @param good the last text without syntax errors @param broken the text with them
 * @returns the most of `broken` first, then less; the last one holds nothing of what changed
 */
export function repairedTexts(good: string, broken: string): string[] {
  const before = good.split("\n");
  const after = broken.split("\n");
  const { head, tail } = untouchedLines(before, after);
  const lost = before.slice(head, before.length - tail);
  const typed = after.slice(head, after.length - tail);
  const ends = blankLines(typed).reverse().slice(0, MAX_TRIES);
  return [...ends, 0].map((kept) => {
    const middle = [...typed.slice(0, kept), ...fitted(lost.slice(kept), typed.length - kept)];
    return [...after.slice(0, head), ...middle, ...after.slice(after.length - tail)].join("\n");
  });
}

function commonHead(one: readonly string[], other: readonly string[]): number {
  const limit = Math.min(one.length, other.length);
  let count = 0;
  while (count < limit && one[count] === other[count]) count++;
  return count;
}

function commonTail(one: readonly string[], other: readonly string[], head: number): number {
  const limit = Math.min(one.length, other.length) - head;
  let count = 0;
  while (count < limit && one[one.length - 1 - count] === other[other.length - 1 - count]) count++;
  return count;
}

/** Places of blank lines: what stands in front of one may be whole. */
function blankLines(lines: readonly string[]): number[] {
  return lines.flatMap((line, index) => (index > 0 && line.trim() === "" ? [index] : []));
}

/** The lines, and empty ones behind them up to the count. */
function fitted(lines: readonly string[], count: number): readonly string[] {
  return [...lines, ...Array.from({ length: Math.max(0, count - lines.length) }, () => "")];
}
