/**
 * Stack traces of Node, browsers, test runners and Python as frames, innermost first. Knows text only: which frames belong to the
 * repository is decided elsewhere. Lines that are no frames are skipped; a text without frames gives none.
 */

export interface StackFrame {
  /** As the trace writes it, without protocol, host and query. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** What the trace calls the function, if it does. */
  readonly name?: string;
}

/** One error of a trace: its frames, and how many causes away from the error on top it is. */
export interface StackCause {
  readonly depth: number;
  readonly frames: readonly StackFrame[];
}

/** How a line may be a frame. Groups count from 1; 0 means that there is none. */
interface FrameForm {
  readonly pattern: RegExp;
  readonly path: number;
  readonly line: number;
  readonly name: number;
  /** Tells its innermost frame last. */
  readonly isPython?: boolean;
}

const FORMS: readonly FrameForm[] = [
  // Exception groups stand behind bars.
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
  // Firefox and Safari: `name@url:line:col`.
  { pattern: /^\s*([^@\s()]*)@(.+?):(\d+)(?::\d+)?\s*$/, path: 2, line: 3, name: 1 },
];

/** Where the trace of another error begins. */
const NEXT_ERROR =
  /^[\s|+]*Traceback \(most recent call last\)|^[\s|]*\+-+ \d+ -+|^\s*(?:\[(?:cause|errors)\]:|Caused by:)/;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** Longest trace read, in UTF-16 units: the innermost frames of deeper ones say all that counts. */
const MAX_TRACE_LENGTH = 200_000;
const MAX_LINE_LENGTH = 2_000;

/** The errors of a trace, the one on top first. */
export function parseStackTrace(text: string): StackCause[] {
  const blocks: { python: boolean; frames: StackFrame[] }[] = [{ python: false, frames: [] }];
  for (const line of text.slice(0, MAX_TRACE_LENGTH).replace(COLOURS, "").split("\n")) {
    if (line.length > MAX_LINE_LENGTH) continue;
    if (NEXT_ERROR.test(line)) blocks.push({ python: false, frames: [] });
    const block = blocks.at(-1);
    const found = parseFrame(line);
    if (block === undefined || found === undefined) continue;
    block.python ||= found.isPython;
    block.frames.push(found.frame);
  }
  const filled = blocks.filter(({ frames }) => frames.length > 0);
  // Python tells the first error first and innermost frames last.
  const isPython = filled.some(({ python }) => python);
  const ordered = isPython ? filled.reverse() : filled;
  return ordered.map(({ python, frames }, depth) => ({ depth, frames: python ? frames.reverse() : frames }));
}

function parseFrame(text: string): { readonly frame: StackFrame; readonly isPython: boolean } | undefined {
  for (const form of FORMS) {
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

/** `file:///a/b.ts?x` and `webpack-internal:///./a/b.ts` to `/a/b.ts`; backslashes to `/`. */
function plainPath(path: string): string {
  const withoutHost = path.replace(/^[\w+.-]{2,}:\/\/[^/]*/, "");
  return withoutHost
    .replace(/[?#].*$/, "")
    .replaceAll("\\", "/")
    .replaceAll("/./", "/");
}
