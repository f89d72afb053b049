/**
 * Lines of notebooks. A notebook is read as the text of its code cells, each below a line that marks it. The number of a
 * line names the cell and the line in it, so that an edit of one cell moves no line of another, and so that a text can
 * say both without reading the file.
 */

/** Numbers of lines per cell: line 4 of cell 3 is 30004. */
export const LINES_PER_CELL = 10_000;

/** The line that marks the start of a cell. Its number is that of the cell's line 0. */
const MARK = /^# %% cell (\d+)$/;

/** Whether a path is that of a notebook. */
export function isNotebook(path: string): boolean {
  return path.endsWith(".ipynb");
}

/** The marking line of a cell. @param cell its place among all cells of the notebook, from 1 */
export function cellMark(cell: number): string {
  return `# %% cell ${cell}`;
}

/** The cell that a line marks; `undefined` for other lines. */
export function markedCell(line: string): number | undefined {
  const cell = MARK.exec(line)?.[1];
  return cell === undefined ? undefined : Number(cell);
}

/** Whether a line of a notebook is the one that marks a cell, which the notebook itself does not have. */
export function isMarkLine(line: number): boolean {
  return line % LINES_PER_CELL === 0;
}

/** Lines of a notebook as people name them: `cell 3:4`, `cell 3:4-9`, `cell 3:4 to cell 5:2`. */
export function cellLinesText(startLine: number, endLine = startLine): string {
  const [cell, line] = cellAndLine(startLine);
  const [lastCell, last] = cellAndLine(endLine);
  if (cell !== lastCell) return `cell ${cell}:${line} to cell ${lastCell}:${last}`;
  return line === last ? `cell ${cell}:${line}` : `cell ${cell}:${line}-${last}`;
}

/** Where a line is, as people name it: `src/cart.ts:12`, `nb.ipynb cell 3:4`. */
export function placeText(file: string, startLine: number, endLine = startLine): string {
  if (isNotebook(file)) return `${file} ${cellLinesText(startLine, endLine)}`;
  return startLine === endLine ? `${file}:${startLine}` : `${file}:${startLine}-${endLine}`;
}

/** Numbers of the lines of a notebook's text, in order. @param starts offsets of the lines */
export function notebookLineNumbers(text: string, starts: ArrayLike<number>): Uint32Array {
  const numbers = new Uint32Array(starts.length);
  let next = 1;
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i] ?? 0;
    const cell = text.charCodeAt(start) === 35 ? markedCell(lineAt(text, start)) : undefined;
    if (cell !== undefined) next = cell * LINES_PER_CELL;
    numbers[i] = next++;
  }
  return numbers;
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end < 0 ? text.length : end);
}

function cellAndLine(line: number): readonly [cell: number, line: number] {
  return [Math.floor(line / LINES_PER_CELL), line % LINES_PER_CELL];
}
