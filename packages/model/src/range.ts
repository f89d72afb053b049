/** Positions: lines from 1, columns from 0 in UTF-16 code units, ranges half-open. */

export interface Range {
  readonly startLine: number;
  readonly startCol: number;
  readonly endLine: number;
  readonly endCol: number;
}

/** Whether `range` contains the position; a range's end is exclusive. Without `col`, whole lines are compared. */
export function rangeCovers(range: Range, line: number, col?: number): boolean {
  if (line < range.startLine || line > range.endLine) return false;
  if (col === undefined) return true;
  if (line === range.startLine && col < range.startCol) return false;
  return !(line === range.endLine && col >= range.endCol);
}
