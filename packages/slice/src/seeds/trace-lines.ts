/**
 * Lines of a stack trace, a frame on each: breaks that a log or a terminal lost or added are put right, and frames that take two lines are written as
 * one. Knows text only.
 */

/** Maximum length of a trace that is read, in UTF-16 units: the innermost frames of longer traces suffice. */
const MAX_TRACE_LENGTH = 200_000;
const COLOUR_CODES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** Quotes of a text that was written as JSON, also twice: `File \\\"/app/a.py\\\"`. */
const ESCAPED_QUOTE = /\\+"/g;
/** Line breaks that a log has escaped: `…\n    at run (/app/a.js:1:2)`. */
const ESCAPED_BREAK = /\\+n(?=\s*(?:at |File "|[\w$.]*@[^\s\\]+:\d))/g;
/** Frames of a trace that was written into one line. */
const JOINED_FRAME =
  / (?=at (?:async |new )?[^()\s]+ (?:\[as \S+\] )?\([^()\s]+:\d+:\d+\))|(?<=\S) (?=File "[^"\n]+", line \d)/g;

/** IPython before 8: `~/app/db.py in query(key)`, then source whose current line has an arrow. */
const ARROW_FRAME = /^(\S+\.pyi?) in ([\w.<>]+)\(.*\)$/;
const ARROW_LINE = /^-+> (\d+)\b/;
const MAX_LINES_TO_ARROW = 8;

/** Go: `example.com/app/store.(*Store).Load(0xc0, 0x1)`, then the place. Markdown may have taken the asterisk. */
const GO_FUNCTION = /^[>\s|]*(?:created by )?(?:[\w.-]+\/)*[\w-]+\.((?:\([*_]?\w+\)|\w+)[^\s(]*)(?:\(.*\))?$/;
const GO_PLACE = /^\s+(\S[^:]*(?::[\\/][^:]*)?\.go):(\d+)(?: \+0x[0-9a-f]+)?(?: fp=.*)?\s*$/;
/** gin's recovery: the place, then `        (*Context).Next: c.handlers[c.index](c)`. */
const RECOVERY_PLACE = /^(\S+\.go):(\d+) \(0x[0-9a-f]+\)\s*$/;
const RECOVERY_FUNCTION = /^\s+([^\s:]+): /;

/** pytest in long form: source from the function's first line on, then the place without a name. */
const PYTEST_PLACE = /^(\S[^:]*(?::[\\/][^:]*)?\.pyi?):(\d+):(?: \w*)?\s*$/;
const PYTHON_FUNCTION = /^[>\s]\s+(?:async )?def (\w+)\(/;
const PYTEST_RULE = /^_(?: _)+ *$/;
const MAX_LINES_OF_FUNCTION = 300;

/** A line in a box: Rich wraps paths that do not fit into it. */
const BOXED = /^\s*[│|] (.*?)\s*[│|]\s*$/;
const CUT_PATH = /^(?:[A-Za-z]:)?[\\/][^:]*$/;
const REST_OF_PATH = /^[^\s:│|]*\.?pyi?:\d+ in \S+$/;

/** The trace's lines, as one frame each. */
export function traceLines(text: string): readonly string[] {
  const lines = text
    .slice(0, MAX_TRACE_LENGTH)
    .replace(COLOUR_CODES, "")
    .replace(ESCAPED_QUOTE, '"')
    .replace(ESCAPED_BREAK, "\n")
    .replace(JOINED_FRAME, "\n")
    .split(/\r?\n/);
  return lines.map(
    (line, at) =>
      arrowFrame(lines, at) ?? goFrame(lines, at) ?? pytestFrame(lines, at) ?? boxedFrame(lines, at) ?? line,
  );
}

function pythonFrame(path: string, line: string, name: string): string {
  return `  File "${path}", line ${line}, in ${name}`;
}

function arrowFrame(lines: readonly string[], at: number): string | undefined {
  const [, path, name] = ARROW_FRAME.exec(lines[at] ?? "") ?? [];
  if (path === undefined || name === undefined) return undefined;
  for (const line of lines.slice(at + 1, at + 1 + MAX_LINES_TO_ARROW)) {
    const number = ARROW_LINE.exec(line)?.[1];
    if (number !== undefined) return pythonFrame(path, number, name);
  }
  return undefined;
}

/** A place of Go whose function is on the line before or after it. */
function goFrame(lines: readonly string[], at: number): string | undefined {
  const [, path, line] = GO_PLACE.exec(lines[at] ?? "") ?? [];
  const name = path === undefined ? undefined : GO_FUNCTION.exec(lines[at - 1] ?? "")?.[1];
  if (name !== undefined) return `    at ${goName(name)} (${path}:${line})`;
  const [, recovered, number] = RECOVERY_PLACE.exec(lines[at] ?? "") ?? [];
  const below = recovered === undefined ? undefined : RECOVERY_FUNCTION.exec(lines[at + 1] ?? "")?.[1];
  return below === undefined ? undefined : `    at ${goName(below)} (${recovered}:${number})`;
}

/** `(*Store).Load.func1` is code of `Store.Load`. */
function goName(name: string): string {
  return (
    name
      .replace(/[()*]/g, "")
      .replace(/^_/, "")
      .replace(/(?:\.func\d+|·\w+|-fm|\.\d+)+$/, "") || "<anonymous>"
  );
}

function pytestFrame(lines: readonly string[], at: number): string | undefined {
  const [, path, line] = PYTEST_PLACE.exec(lines[at] ?? "") ?? [];
  if (path === undefined || line === undefined) return undefined;
  let name: string | undefined;
  for (let above = at - 1; above >= Math.max(0, at - MAX_LINES_OF_FUNCTION); above--) {
    const text = lines[above] ?? "";
    if (PYTEST_RULE.test(text) || PYTEST_PLACE.test(text)) break;
    // The source begins with the function that was called: the first definition in it.
    name = PYTHON_FUNCTION.exec(text)?.[1] ?? name;
  }
  return name === undefined ? undefined : pythonFrame(path, line, name);
}

function boxedFrame(lines: readonly string[], at: number): string | undefined {
  const rest = BOXED.exec(lines[at] ?? "")?.[1];
  const start = rest === undefined || !REST_OF_PATH.test(rest) ? undefined : BOXED.exec(lines[at - 1] ?? "")?.[1];
  return start === undefined || !CUT_PATH.test(start) ? undefined : `│ ${start}${rest} │`;
}
