/** Elisions: ranges of a text that are left out, with their replacements. Knows offsets and text only. */

/** A range to leave out and its replacement. */
export interface Elision {
  /** Offsets in UTF-16 units, half-open. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * Applies elisions to a part of a text.
 * @param stretch the part
 * @param from its offset in the text
 * @param elisions by offsets in the text; sorted, disjoint, inside the part
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

/** Sorts elisions and drops those inside another one. */
export function outermostElisions(elisions: readonly Elision[]): readonly Elision[] {
  const sorted = [...elisions].sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Elision[] = [];
  for (const elision of sorted) {
    if (elision.start >= (kept.at(-1)?.end ?? 0) || kept.length === 0) kept.push(elision);
  }
  return kept;
}
