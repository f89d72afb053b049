/**
 * Stack traces of Node, browsers, test runners, Python and Go, parsed into frames, innermost first. Knows text only: other modules decide which
 * frames belong to the repository. Lines that are not frames are skipped; a text without frames gives an empty result.
 */

export interface StackFrame {
  /** Path as the trace writes it, without protocol, host and query. */
  readonly path: string;
  /** Line number, from 1. */
  readonly line: number;
  /** Name of the function, if the trace states one. */
  readonly name?: string;
}

/** One error of a cause chain: its frames, and its distance from the topmost error. */
export interface StackCause {
  readonly depth: number;
  readonly frames: readonly StackFrame[];
}

/** Format of a frame's line. Numbers are indexes of capture groups, from 1; 0 if the format lacks the field. */
interface FrameFormat {
  readonly pattern: RegExp;
  readonly path: number;
  readonly line: number;
  readonly name: number;
  /** Whether traces of this format list the innermost frame last. */
  readonly isPython?: boolean;
}

const FRAME_FORMATS: readonly FrameFormat[] = [
  // Python. Exception groups indent frames by bars.
  { pattern: /^[\s|+-]*File "([^"]+)", line (\d+)(?:, in (.+?))?\s*$/, path: 1, line: 2, name: 3, isPython: true },
  // pytest: `src/db.py:7: in query`, `src/db.py:9: KeyError`.
  { pattern: /^([^\s:][^:]*\.pyi?):(\d+): (?:in (\S+)|[\w.]*)\s*$/, path: 1, line: 2, name: 3, isPython: true },
  {
    pattern: /^\s*at (?:async )?(?:new )?(.+?) (?:\[as [^\]]+\] )?\((.+):(\d+):\d+\)[\s,{]*$/,
    path: 2,
    line: 3,
    name: 1,
  },
  { pattern: /^\s*at (?:async )?(.+):(\d+):\d+[\s,{]*$/, path: 1, line: 2, name: 0 },
  // Vitest: `❯ query src/db.ts:7:3`.
  { pattern: /^\s*❯ (?:(\S+) )?(\S+):(\d+):\d+\s*$/, path: 2, line: 3, name: 1 },
  // Go: `	/src/db.go:7 +0x1d`, and in tests `    db_test.go:7: message`.
  { pattern: /^\s+(\S[^:]*\.go):(\d+)(?: \+0x[0-9a-f]+\s*$|: |\s*$)/, path: 1, line: 2, name: 0 },
  // Firefox and Safari: `name@url:line:col`.
  { pattern: /^\s*([^@\s()]*)@(.+?):(\d+)(?::\d+)?\s*$/, path: 2, line: 3, name: 1 },
];

/** A line with which the trace of another error begins. */
const NEXT_ERROR_LINE =
  /^[\s|+]*Traceback \(most recent call last\)|^[\s|]*\+-+ \d+ -+|^\s*(?:\[(?:cause|errors)\]:|Caused by:)/;
const COLOUR_CODES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** Maximum length of a trace that is parsed, in UTF-16 units: the innermost frames of longer traces suffice. */
const MAX_TRACE_LENGTH = 200_000;
const MAX_LINE_LENGTH = 2_000;

/** Parses the errors of a trace, the topmost first. */
export function parseStackTrace(text: string): StackCause[] {
  const blocks: { python: boolean; frames: StackFrame[] }[] = [{ python: false, frames: [] }];
  for (const line of text.slice(0, MAX_TRACE_LENGTH).replace(COLOUR_CODES, "").split("\n")) {
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

function parseFrame(text: string): { readonly frame: StackFrame; readonly isPython: boolean } | undefined {
  for (const form of FRAME_FORMATS) {
    const match = form.pattern.exec(text);
    const path = match?.[form.path];
    const line = Number(match?.[form.line]);
    if (path === undefined || !Number.isSafeInteger(line) || line < 1) continue;
    const name = plainName(form.name === 0 ? undefined : match?.[form.name]);
    return {
      frame: { path: plainPath(path), line, ...(name === undefined ? {} : { name }) },
      isPython: form.isPython === true,
    };
  }
  return undefined;
}

function plainName(name: string | undefined): string | undefined {
  return name === undefined || name === "" || name === "<module>" ? undefined : name;
}

/** Normalises a path: `file:///a/b.ts?x` and `webpack-internal:///./a/b.ts` become `/a/b.ts`; backslashes become `/`. */
function plainPath(path: string): string {
  const withoutHost = path.replace(/^[\w+.-]{2,}:\/\/[^/]*/, "");
  return withoutHost
    .replace(/[?#].*$/, "")
    .replaceAll("\\", "/")
    .replaceAll("/./", "/");
}
