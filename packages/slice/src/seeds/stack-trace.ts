/**
 * Stack traces of Node, browsers, test runners, Python and Go, parsed into frames, innermost first. Knows text only: other modules decide which
 * frames belong to the repository. Lines that are not frames are skipped; a text without frames gives an empty result.
 */
import { parseFrame, type StackFrame } from "./frame-formats.js";
import { traceLines } from "./trace-lines.js";

export type { StackFrame } from "./frame-formats.js";

/** One error of a cause chain: its frames, and its distance from the topmost error. */
export interface StackCause {
  readonly depth: number;
  readonly frames: readonly StackFrame[];
}

/** A line with which the trace of another error begins. */
const NEXT_ERROR_LINE =
  /^[\s|+]*(?:Exception Group )?Traceback \(most recent call last\)|^[\s|]*\+-+ \d+ -+|^\s*(?:\[(?:cause|errors)\]:|Caused by:)/;
/** Python's dumps of threads list the innermost frame first. */
const INNERMOST_FIRST = /\(most recent call first\)/;

/** Parses the errors of a trace, the topmost first. */
export function parseStackTrace(text: string): StackCause[] {
  const blocks: { python: boolean; frames: StackFrame[] }[] = [{ python: false, frames: [] }];
  const isInnermostFirst = INNERMOST_FIRST.test(text);
  let isBelowFrame = false;
  for (const line of traceLines(text)) {
    if (NEXT_ERROR_LINE.test(line)) blocks.push({ python: false, frames: [] });
    const block = blocks.at(-1);
    if (block === undefined) continue;
    const found = parseFrame(line);
    const above = block.frames.at(-1);
    if (found === undefined && isBelowFrame && above !== undefined && line.trim() !== "")
      block.frames[block.frames.length - 1] = { ...above, source: line.trim() };
    isBelowFrame = found?.isPython === true;
    if (found === undefined) continue;
    block.python ||= found.isPython && !isInnermostFirst;
    block.frames.push(found.frame);
  }
  const filled = blocks.filter(({ frames }) => frames.length > 0);
  // Python prints the original error first and innermost frames last.
  const isPython = filled.some(({ python }) => python);
  const ordered = isPython ? filled.reverse() : filled;
  return ordered.map(({ python, frames }, depth) => ({ depth, frames: python ? frames.reverse() : frames }));
}
