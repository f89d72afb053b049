/**
 * Stack traces of Node, browsers and Python as frames, innermost first. Knows text only: which frames belong to the repository is
 * decided elsewhere. Lines that are no frames are skipped; a text without frames gives none.
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

const PYTHON_FRAME = /^\s*File "([^"\n]+)", line (\d+)(?:, in (.+?))?\s*$/;
const V8_NAMED = /^\s*at (?:async )?(?:new )?(.+?) (?:\[as [^\]]+\] )?\((.+):(\d+):\d+\)\s*$/;
const V8_BARE = /^\s*at (?:async )?(.+):(\d+):\d+\s*$/;
/** Firefox and Safari: `name@url:line:col`. */
const GECKO_FRAME = /^\s*([^@\s()]*)@(.+?):(\d+)(?::\d+)?\s*$/;

const PYTHON_CAUSE = /^(During handling of the above exception|The above exception was the direct cause)/;
const JS_CAUSE = /^\s*(\[cause\]:|Caused by:)/;

/** Longest trace read, in UTF-16 units: the innermost frames of deeper ones say all that counts. */
const MAX_TRACE_LENGTH = 200_000;

/** The errors of a trace, the one on top first. */
export function parseStackTrace(text: string): StackCause[] {
  const blocks: { python: boolean; frames: StackFrame[] }[] = [{ python: false, frames: [] }];
  for (const line of text.slice(0, MAX_TRACE_LENGTH).split("\n")) {
    if (PYTHON_CAUSE.test(line) || JS_CAUSE.test(line)) blocks.push({ python: false, frames: [] });
    const block = blocks.at(-1);
    const python = parsePythonFrame(line);
    const frame = python ?? parseScriptFrame(line);
    if (block === undefined || frame === undefined) continue;
    block.python ||= python !== undefined;
    block.frames.push(frame);
  }
  const filled = blocks.filter(({ frames }) => frames.length > 0);
  // Python tells the first error first and innermost frames last.
  const isPython = filled.some(({ python }) => python);
  const ordered = isPython ? filled.reverse() : filled;
  return ordered.map(({ python, frames }, depth) => ({ depth, frames: python ? frames.reverse() : frames }));
}

function parsePythonFrame(line: string): StackFrame | undefined {
  return frameOf(PYTHON_FRAME.exec(line), { path: 1, line: 2, name: 3 });
}

function parseScriptFrame(line: string): StackFrame | undefined {
  if (line.length > 2000) return undefined;
  return (
    frameOf(V8_NAMED.exec(line), { path: 2, line: 3, name: 1 }) ??
    frameOf(V8_BARE.exec(line), { path: 1, line: 2, name: 0 }) ??
    frameOf(GECKO_FRAME.exec(line), { path: 2, line: 3, name: 1 })
  );
}

/** @param groups which group holds what; group 0 means there is none */
function frameOf(
  match: RegExpExecArray | null,
  groups: { path: number; line: number; name: number },
): StackFrame | undefined {
  const path = match?.[groups.path];
  const line = Number(match?.[groups.line]);
  if (path === undefined || !Number.isSafeInteger(line) || line < 1) return undefined;
  const name = groups.name === 0 ? undefined : match?.[groups.name];
  return { path: plainPath(path), line, ...(name === undefined || name === "" || name === "<module>" ? {} : { name }) };
}

/** `file:///a/b.ts?x` and `webpack-internal:///./a/b.ts` to `/a/b.ts`; backslashes to `/`. */
function plainPath(path: string): string {
  const withoutHost = path.replace(/^[\w+.-]{2,}:\/\/[^/]*/, "");
  return withoutHost
    .replace(/[?#].*$/, "")
    .replaceAll("\\", "/")
    .replaceAll("/./", "/");
}
