/** Stretches of a text that are left out, and what stands for them. Knows offsets and text only. */

export interface Elision {
  /** Offsets in UTF-16 units, half-open. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** @param elisions sorted, apart from each other, inside the stretch */
export function applyElisions(
  text: string,
  [from, to]: readonly [number, number],
  elisions: readonly Elision[],
): string {
  let result = "";
  let at = from;
  for (const { start, end, replacement } of elisions) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at, to);
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
