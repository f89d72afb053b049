/** Stretches of a text that are left out, and what stands for them. Knows offsets and text only. */

export interface Elision {
  /** Offsets in UTF-16 units, half-open. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * @param stretch a part of a text
 * @param from its offset in the text
 * @param elisions by offsets in the text; sorted, apart from each other, inside the stretch
 */
export function applyElisions(stretch: string, from: number, elisions: readonly Elision[]): string {
  let result = "";
  let at = from;
  for (const { start, end, replacement } of elisions) {
    result += stretch.slice(at - from, start - from) + replacement;
    at = end;
  }
  return result + stretch.slice(at - from);
}

/** Sorted and apart from each other: what lies inside another one goes with it. */
export function settleElisions(elisions: readonly Elision[]): readonly Elision[] {
  const sorted = [...elisions].sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Elision[] = [];
  for (const elision of sorted) {
    if (elision.start >= (kept.at(-1)?.end ?? 0) || kept.length === 0) kept.push(elision);
  }
  return kept;
}
