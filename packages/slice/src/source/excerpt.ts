/**
 * The lines of a symbol that a task most likely changes, each with the lines around it and the
 * headers that it stands under. Headers are told by indentation, which holds in every language that people indent, broken code included.
 */
import { commentLines, scoreLines, type TaskWords } from "./line-scores.js";
import { linesOf, type SourceBlock, type SourceLines } from "./source-lines.js";

/** Lines in front of and behind a line that is chosen. */
const CONTEXT = { before: 2, after: 4 };
/** Gaps of so few lines are shown: a mark in their place would cost as much. */
const MAX_GAP = 1;
/** Lines at the beginning that say what the symbol is. */
const HEAD_LINES = 1;

interface Line {
  readonly number: number;
  readonly text: string;
  readonly indent: number;
}

/** @param maxLines about so many; headers come beside them */
export function excerptOf(source: SourceLines, task: TaskWords, maxLines: number): SourceLines {
  const lines = source.flatMap(numbered);
  const scores = scoreLines(
    lines.map(({ text }) => text),
    task,
  );
  const order = lines.map((_, index) => index);
  order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const shown = new Set(lines.slice(0, HEAD_LINES).map((_, index) => index));
  for (const index of order) {
    if (shown.size >= maxLines) break;
    for (const near of around(lines, index)) shown.add(near);
  }
  return blocksOf(lines, shown);
}

/** Documentation of so many lines is left out of the code. */
const LONG_COMMENT = 6;

/** All but the long comments and docstrings, of which the first lines stay. @returns `undefined` where there are none */
export function codeOf(source: SourceLines): SourceLines | undefined {
  const lines = source.flatMap(numbered);
  const isComment = commentLines(lines.map(({ text }) => text));
  const shown = new Set<number>();
  let run = 0;
  lines.forEach((_, index) => {
    run = isComment[index] === true ? run + 1 : 0;
    if (run <= 1) shown.add(index);
    else if (run === 2) for (const kept of shortComment(isComment, index)) shown.add(kept);
  });
  return shown.size === lines.length ? undefined : blocksOf(lines, shown);
}

/** The rest of a comment from its second line on, where it is short. */
function shortComment(isComment: readonly boolean[], second: number): number[] {
  let end = second;
  while (isComment[end] === true) end++;
  return end - second + 1 > LONG_COMMENT ? [] : Array.from({ length: end - second }, (_, index) => second + index);
}

function numbered(block: SourceBlock): Line[] {
  return linesOf(block).map((text, index) => ({ number: block.startLine + index, text, indent: indentOf(text) }));
}

/** Of a blank line none: it belongs to whatever is around it. */
function indentOf(text: string): number {
  return text.trim() === "" ? Number.POSITIVE_INFINITY : text.length - text.trimStart().length;
}

/** A line with its context and headers. */
function around(lines: readonly Line[], index: number): number[] {
  const near: number[] = [];
  const last = Math.min(index + CONTEXT.after, lines.length - 1);
  for (let at = Math.max(0, index - CONTEXT.before); at <= last; at++) near.push(at);
  return [...near, ...headersOf(lines, index)];
}

/** The lines that hold a line, by ever smaller indentation. */
function headersOf(lines: readonly Line[], index: number): number[] {
  const headers: number[] = [];
  let indent = lines[index]?.indent ?? 0;
  for (let at = index - 1; at >= 0 && indent > 0; at--) {
    const line = lines[at];
    if (line === undefined || line.indent >= indent) continue;
    headers.push(at);
    indent = line.indent;
  }
  return headers;
}

function blocksOf(lines: readonly Line[], shown: ReadonlySet<number>): SourceBlock[] {
  const groups: Line[][] = [];
  let before: number | undefined;
  for (const index of [...shown].sort((a, b) => a - b)) {
    const goesOn = before !== undefined && isNear(lines, before, index);
    if (!goesOn) groups.push([]);
    groups.at(-1)?.push(...lines.slice(goesOn ? (before ?? 0) + 1 : index, index + 1));
    before = index;
  }
  return groups.filter((group) => group.some(({ text }) => text.trim() !== "")).map(blockOf);
}

/** Whether two lines belong to one block. */
function isNear(lines: readonly Line[], before: number, index: number): boolean {
  const gap = (lines[index]?.number ?? 0) - (lines[before]?.number ?? 0) - 1;
  return gap === index - before - 1 && gap <= MAX_GAP;
}

/** Blank lines at its ends go. */
function blockOf(all: readonly Line[]): SourceBlock {
  const isBlank = ({ text }: Line) => text.trim() === "";
  const from = all.findIndex((line) => !isBlank(line));
  const lines = all.slice(from, 1 + all.findLastIndex((line) => !isBlank(line)));
  const first = lines[0]?.number ?? 1;
  return { startLine: first, endLine: first + lines.length - 1, text: lines.map(({ text }) => text).join("\n") };
}
