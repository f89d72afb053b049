/**
 * Repaired texts: candidates to parse in place of a broken text, in which as few as possible of the edits since the
 * last good text are taken back. Surrounding code keeps its lines, unless more was deleted than typed. Pure.
 */

/** Number of equal lines at the start and end of two texts. */
export interface UntouchedLines {
  readonly head: number;
  readonly tail: number;
}

/** Counts the equal lines at both ends of two texts. */
export function untouchedLines(before: readonly string[], after: readonly string[]): UntouchedLines {
  const head = commonHead(before, after);
  return { head, tail: commonTail(before, after, head) };
}

/** Maximum number of end positions of the kept edits that are tried, from the last one. */
const MAX_TRIES = 4;

/**
 * Candidates for a broken text.
 * @param good the last text without syntax errors @param broken the text with errors
 * @returns the candidate with most of the edits first; the last one has none of them
 */
export function repairedTexts(good: string, broken: string): string[] {
  const before = good.split("\n");
  const after = broken.split("\n");
  const { head, tail } = untouchedLines(before, after);
  const lost = before.slice(head, before.length - tail);
  const typed = after.slice(head, after.length - tail);
  const ends = blankLines(typed).reverse().slice(0, MAX_TRIES);
  return [...ends, 0].map((kept) => {
    const middle = [...typed.slice(0, kept), ...padLines(lost.slice(kept), typed.length - kept)];
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

/** Indices of blank lines: the code before one may be complete. */
function blankLines(lines: readonly string[]): number[] {
  return lines.flatMap((line, index) => (index > 0 && line.trim() === "" ? [index] : []));
}

/** The lines, padded with empty ones to the count. */
function padLines(lines: readonly string[], count: number): readonly string[] {
  return [...lines, ...Array.from({ length: Math.max(0, count - lines.length) }, () => "")];
}
