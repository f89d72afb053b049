/** Closest known words to a misspelt one. */

/**
 * Candidates within an edit distance of a third of the word's length, rounded up; closest first, ties in the given order. Case, `_`, `-` and `.`
 * are ignored.
 */
export function closestWords(word: string, candidates: Iterable<string>, limit = 3): readonly string[] {
  const wanted = normaliseWord(word);
  const budget = Math.max(1, Math.ceil(wanted.length / 3));
  const found: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    const distance = editDistance(wanted, normaliseWord(candidate), budget);
    if (distance <= budget) found.push({ candidate, distance });
  }
  // The sort is stable.
  return found
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map((entry) => entry.candidate);
}

/** ` Did you mean "x"?` for the closest candidate; empty if there is none. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const [best] = closestWords(word, candidates, 1);
  return best === undefined ? "" : ` Did you mean ${JSON.stringify(best)}?`;
}

function normaliseWord(word: string): string {
  return word.toLowerCase().replace(/[_\-.]/g, "");
}

/** Optimal string alignment distance; any number above `budget` if the distance exceeds it. */
function editDistance(left: string, right: string, budget: number): number {
  if (Math.abs(left.length - right.length) > budget) return budget + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      current.push(editDistanceCell(left, right, { row, column, current, last, beforeLast }));
    }
    if (Math.min(...current) > budget) return budget + 1;
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? budget + 1;
}

interface DistanceCell {
  readonly row: number;
  readonly column: number;
  readonly current: readonly number[];
  readonly last: readonly number[];
  readonly beforeLast: readonly number[];
}

function editDistanceCell(
  left: string,
  right: string,
  { row, column, current, last, beforeLast }: DistanceCell,
): number {
  const same = left[row - 1] === right[column - 1];
  const replaced = cellAt(last, column - 1) + (same ? 0 : 1);
  const best = Math.min(cellAt(current, column - 1) + 1, cellAt(last, column) + 1, replaced);
  const swapped = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
  return swapped ? Math.min(best, cellAt(beforeLast, column - 2) + 1) : best;
}

function cellAt(row: readonly number[], column: number): number {
  return row[column] ?? Number.MAX_SAFE_INTEGER;
}
