/**
 * Excerpts of a symbol's source: the lines that a task most likely changes, with context and the headers that contain them. Headers are found by
 * indentation, which works in every indented language and in broken code.
 */
import { commentLines, scoreLines, type TaskWords } from "./line-scores.js";
import { type SourceBlock, type SourceLines, splitBlockLines } from "./source-lines.js";

/** Number of context lines before and after a chosen line. */
const CONTEXT_LINES = { before: 2, after: 4 };
/** Maximum length in lines of a gap that is shown, because a gap mark would cost as much. */
const MAX_GAP = 1;
/** Number of leading lines that are always shown because they declare the symbol. */
const HEAD_LINES = 1;

interface SourceLine {
  readonly number: number;
  readonly text: string;
  readonly indent: number;
}

/** @param maxLines approximate number of lines, without headers */
export function cutExcerpt(source: SourceLines, task: TaskWords, maxLines: number): SourceLines {
  const lines = source.flatMap(numberLines);
  const scores = scoreLines(
    lines.map(({ text }) => text),
    task,
  );
  const order = lines.map((_, index) => index);
  order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const shown = new Set(lines.slice(0, HEAD_LINES).map((_, index) => index));
  for (const index of order) {
    if (shown.size >= maxLines) break;
    for (const near of withContext(lines, index)) shown.add(near);
  }
  return groupBlocks(lines, shown);
}

/** Maximum length in lines of a comment that `codeOf` keeps whole. */
const LONG_COMMENT = 6;

/** The source without long comments and docstrings, of which the first line remains. @returns `undefined` if there are none */
export function codeWithoutComments(source: SourceLines): SourceLines | undefined {
  const lines = source.flatMap(numberLines);
  const isComment = commentLines(lines.map(({ text }) => text));
  const shown = new Set<number>();
  let run = 0;
  lines.forEach((_, index) => {
    run = isComment[index] === true ? run + 1 : 0;
    if (run <= 1) shown.add(index);
    else if (run === 2) for (const kept of shortComment(isComment, index)) shown.add(kept);
  });
  return shown.size === lines.length ? undefined : groupBlocks(lines, shown);
}

/** Remaining lines of a comment from its second line on; empty if the comment is long. */
function shortComment(isComment: readonly boolean[], second: number): number[] {
  let end = second;
  while (isComment[end] === true) end++;
  return end - second + 1 > LONG_COMMENT ? [] : Array.from({ length: end - second }, (_, index) => second + index);
}

function numberLines(block: SourceBlock): SourceLine[] {
  return splitBlockLines(block).map((text, index) => ({
    number: block.startLine + index,
    text,
    indent: indentColumns(text),
  }));
}

/** Indentation in columns; infinite for a blank line, so that it belongs to the lines around it. */
function indentColumns(text: string): number {
  return text.trim() === "" ? Number.POSITIVE_INFINITY : text.length - text.trimStart().length;
}

/** A line with its context and headers. */
function withContext(lines: readonly SourceLine[], index: number): number[] {
  const near: number[] = [];
  const last = Math.min(index + CONTEXT_LINES.after, lines.length - 1);
  for (let at = Math.max(0, index - CONTEXT_LINES.before); at <= last; at++) near.push(at);
  return [...near, ...headerLines(lines, index)];
}

/** Lines that contain a line: each previous line with a smaller indentation than all chosen before. */
function headerLines(lines: readonly SourceLine[], index: number): number[] {
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

function groupBlocks(lines: readonly SourceLine[], shown: ReadonlySet<number>): SourceBlock[] {
  const groups: SourceLine[][] = [];
  let before: number | undefined;
  for (const index of [...shown].sort((a, b) => a - b)) {
    const goesOn = before !== undefined && isSameBlock(lines, before, index);
    if (!goesOn) groups.push([]);
    groups.at(-1)?.push(...lines.slice(goesOn ? (before ?? 0) + 1 : index, index + 1));
    before = index;
  }
  return groups.filter((group) => group.some(({ text }) => text.trim() !== "")).map(trimmedBlock);
}

/** Whether two shown lines belong to one block: consecutive but for a gap of at most MAX_GAP lines of the source. */
function isSameBlock(lines: readonly SourceLine[], before: number, index: number): boolean {
  const gap = (lines[index]?.number ?? 0) - (lines[before]?.number ?? 0) - 1;
  return gap === index - before - 1 && gap <= MAX_GAP;
}

/** A block from a group of lines, without leading and trailing blank lines. */
function trimmedBlock(all: readonly SourceLine[]): SourceBlock {
  const isBlank = ({ text }: SourceLine) => text.trim() === "";
  const from = all.findIndex((line) => !isBlank(line));
  const lines = all.slice(from, 1 + all.findLastIndex((line) => !isBlank(line)));
  const first = lines[0]?.number ?? 1;
  return { startLine: first, endLine: first + lines.length - 1, text: lines.map(({ text }) => text).join("\n") };
}
