/** Text form of source: the blocks of a symbol as one piece of code. */
import { cellLinesText, isNotebook } from "@sdl/model/paths";
import { fenceCode } from "./layout.js";

/** Consecutive lines of source; the end line is included. */
export interface TextBlock {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

/** Joins blocks; before each further block, `…` and its first line number. */
export function sourceText(blocks: readonly TextBlock[], file: string): string[] {
  const code = blocks
    .map(({ startLine, text }, index) => (index === 0 ? text : `… ${linesText(file, startLine)}:\n${text}`))
    .join("\n");
  return fenceCode(code, file);
}

/** `12`, `12-20`; in a notebook `cell 3:4-9`. */
export function linesText(file: string, startLine: number, endLine = startLine): string {
  if (isNotebook(file)) return cellLinesText(startLine, endLine);
  return startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
}
