/**
 * Stack traces of Node, browsers, test runners, Python and Go, parsed into frames, innermost first. Knows text only: other modules decide which
 * frames belong to the repository. Lines that are not frames are skipped; a text without frames gives an empty result.
 */
import { parseFrame, type StackFrame } from "./frame-formats.js";

export type { StackFrame } from "./frame-formats.js";

/** One error of a cause chain: its frames, and its distance from the topmost error. */
export interface StackCause {
  readonly depth: number;
  readonly frames: readonly StackFrame[];
}

/** A line with which the trace of another error begins. */
const NEXT_ERROR_LINE =
  /^[\s|+]*Traceback \(most recent call last\)|^[\s|]*\+-+ \d+ -+|^\s*(?:\[(?:cause|errors)\]:|Caused by:)/;
const COLOUR_CODES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** Maximum length of a trace that is parsed, in UTF-16 units: the innermost frames of longer traces suffice. */
const MAX_TRACE_LENGTH = 200_000;
const MAX_LINE_LENGTH = 1_000;

/** Line breaks that a log has escaped: `…\n    at run (/app/a.js:1:2)`. */
const ESCAPED_BREAK = /\\+n(?=\s*(?:at |File "))/g;
/** Frames of a trace that was written into one line. */
const JOINED_FRAME =
  / (?=at (?:async |new )?[^()\s]+ (?:\[as \S+\] )?\([^()\s]+:\d+:\d+\))|(?<=\S) (?=File "[^"\n]+", line \d)/g;
/** IPython before 8: `~/app/db.py in query(key)`, then source whose current line has an arrow. */
const ARROW_FRAME = /^(\S+\.pyi?) in ([\w.<>]+)\(.*\)$/;
const ARROW_LINE = /^-+> (\d+)\b/;
const MAX_LINES_TO_ARROW = 8;

/** Parses the errors of a trace, the topmost first. */
export function parseStackTrace(text: string): StackCause[] {
  const blocks: { python: boolean; frames: StackFrame[] }[] = [{ python: false, frames: [] }];
  for (const line of splitTraceLines(text)) {
    if (line.length > MAX_LINE_LENGTH) continue;
    if (NEXT_ERROR_LINE.test(line)) blocks.push({ python: false, frames: [] });
    const block = blocks.at(-1);
    const found = parseFrame(line);
    if (block === undefined || found === undefined) continue;
    block.python ||= found.isPython;
    block.frames.push(found.frame);
  }
  const filled = blocks.filter(({ frames }) => frames.length > 0);
  // Python prints the original error first and innermost frames last.
  const isPython = filled.some(({ python }) => python);
  const ordered = isPython ? filled.reverse() : filled;
  return ordered.map(({ python, frames }, depth) => ({ depth, frames: python ? frames.reverse() : frames }));
}

/** Lines of a trace, a frame on each: breaks that were lost are put back. */
function splitTraceLines(text: string): readonly string[] {
  const lines = text
    .slice(0, MAX_TRACE_LENGTH)
    .replace(COLOUR_CODES, "")
    .replace(ESCAPED_BREAK, "\n")
    .replace(JOINED_FRAME, "\n")
    .split(/\r?\n/);
  return lines.map((line, i) => {
    const [, path, name] = ARROW_FRAME.exec(line) ?? [];
    if (path === undefined) return line;
    const number = findArrowBelow(lines, i);
    return number === undefined ? line : `  File "${path}", line ${number}, in ${name}`;
  });
}

function findArrowBelow(lines: readonly string[], from: number): string | undefined {
  for (const line of lines.slice(from + 1, from + 1 + MAX_LINES_TO_ARROW)) {
    const number = ARROW_LINE.exec(line)?.[1];
    if (number !== undefined) return number;
  }
  return undefined;
}
