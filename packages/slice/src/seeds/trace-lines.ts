/** Lines of a stack trace, a frame on each: frames that take two lines, or that a terminal has broken, are written as one. Knows text only. */
import { parseFrame } from "./frame-formats.js";
import { printedLines } from "./trace-text.js";

/** IPython before 8: `~/app/db.py in query(key)`, then source whose current line has an arrow. */
const ARROW_FRAME = /^\s*(\S+\.pyi?) in ([\w.<>]+)\(.*\)$/;
const ARROW_LINE = /^\s*-+> (\d+)\b/;
const MAX_LINES_TO_ARROW = 8;
/** Django's page: `File "/srv/app/db.py" in query` or `/srv/app/db.py in query`, then the line's number and source. */
const NUMBERED_FRAME = /^\s*(?:File )?"?([^\s"][^"]*\.py)"? in ([\w.<>]+)$/;
const NUMBERED_LINE = /^\s*(\d+)\. ?/;
const MAX_LINES_TO_NUMBER = 3;

/** Go: `example.com/app/store.(*Store).Load(0xc0, 0x1)`, then the place. Markdown may have taken the asterisk. */
const GO_FUNCTION =
  /^\s*(?:created by |\d+\s+0x[0-9a-f]+ in )?(?:[\w.@%~-]+\/)*[\w%-]+\.((?:\([*_]?\w+(?:\[[^\]]*\])?\)|\w+)[^\s(]*)(?:\(.*\))?(?: in goroutine \d+)?$/;
const GO_PLACE = /^\s*(?:at )?(\S[^:]*(?::[\\/][^:]*)?\.go):(\d+)(?: \+0x[0-9a-f]+)?(?: fp=.*)?\s*$/;
/** Profiles of Go: the address, the function and the place in one line. */
const GO_PROFILE = /^\s*#\s+0x[0-9a-f]+\s+(\S+)\+0x[0-9a-f]+\s+(\S+\.go):(\d+)\s*$/;
/** gin's recovery: the place, then `        (*Context).Next: c.handlers[c.index](c)`. */
const RECOVERY_PLACE = /^\s*(\S+\.go):(\d+) \(0x[0-9a-f]+\)\s*$/;
const RECOVERY_FUNCTION = /^\s+([^\s:]+): /;

/** pytest in long form: source from the function's first line on, then the place without a name. */
const PYTEST_PLACE = /^\s*(\S[^:]*(?::[\\/][^:]*)?\.pyi?):(\d+):(?: \w*)?\s*$/;
const PYTHON_FUNCTION = /^\s*(?:async )?def (\w+)\(/;
const PYTEST_RULE = /^\s*_(?: _)+ *$/;
const MAX_LINES_OF_FUNCTION = 300;

/** The beginning of a frame whose end is on the next line. */
const OPEN_FRAME = /^\s*(?:at |File(?:\s|$)|[^\s@]*@\w+:\/|❯ |(?:[A-Za-z]:|~)?[\\/])/;
const OPEN_WORD = /^\s*(?:at|File)$/;
/** Maximum length of a line whose end may be missing: terminals are narrow. */
const MAX_BROKEN_LINE = 400;
/** Maximum number of lines that a frame is broken into, beside the first. */
const MAX_BREAKS = 2;

/** The trace's lines, as one frame each. */
export function traceLines(text: string): readonly string[] {
  const lines = printedLines(text);
  const whole: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const broken = brokenFrame(lines, at);
    whole.push(broken?.text ?? frameOfLines(lines, at) ?? lines[at] ?? "");
    at += broken?.breaks ?? 0;
  }
  return whole;
}

function frameOfLines(lines: readonly string[], at: number): string | undefined {
  return arrowFrame(lines, at) ?? numberedFrame(lines, at) ?? goFrame(lines, at) ?? pytestFrame(lines, at);
}

function pythonFrame(path: string, line: string, name: string): string {
  return `  File "${path}", line ${line}, in ${name}`;
}

function arrowFrame(lines: readonly string[], at: number): string | undefined {
  const [, path, name] = ARROW_FRAME.exec(lines[at] ?? "") ?? [];
  if (path === undefined || name === undefined) return undefined;
  const number = firstNumber(lines.slice(at + 1, at + 1 + MAX_LINES_TO_ARROW), ARROW_LINE);
  return number === undefined ? undefined : pythonFrame(path, number, name);
}

function numberedFrame(lines: readonly string[], at: number): string | undefined {
  const [, path, name] = NUMBERED_FRAME.exec(lines[at] ?? "") ?? [];
  if (path === undefined || name === undefined) return undefined;
  const number = firstNumber(lines.slice(at + 1, at + 1 + MAX_LINES_TO_NUMBER), NUMBERED_LINE);
  return number === undefined ? undefined : pythonFrame(path, number, name);
}

/** The first group of the first line that the pattern matches. */
function firstNumber(lines: readonly string[], pattern: RegExp): string | undefined {
  return lines.map((line) => pattern.exec(line)?.[1]).find((number) => number !== undefined);
}

/** A place of Go whose function is on the line before or after it, or on the same. */
function goFrame(lines: readonly string[], at: number): string | undefined {
  const text = lines[at] ?? "";
  const [, path, line] = GO_PLACE.exec(text) ?? [];
  const name = path === undefined ? undefined : GO_FUNCTION.exec(lines[at - 1] ?? "")?.[1];
  if (name !== undefined) return `    at ${goName(name)} (${path}:${line})`;
  const [, called = "", place, number] = GO_PROFILE.exec(text) ?? [];
  if (place !== undefined) return `    at ${goName(GO_FUNCTION.exec(called)?.[1] ?? called)} (${place}:${number})`;
  const [, recovered, recoveredLine] = RECOVERY_PLACE.exec(text) ?? [];
  const below = recovered === undefined ? undefined : RECOVERY_FUNCTION.exec(lines[at + 1] ?? "")?.[1];
  return below === undefined ? undefined : `    at ${goName(below)} (${recovered}:${recoveredLine})`;
}

/** `(*Store[...]).Load.func1` is code of `Store.Load`. */
function goName(name: string): string {
  return (
    name
      .replace(/\[[^\]]*\]/g, "")
      .replace(/[()*]/g, "")
      .replace(/^_/, "")
      .replace(/(?:\.(?:func|gowrap|deferwrap)\d+|-range\d+|·\w+|-fm|\.\d+)+$/, "") || "<anonymous>"
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

/** A frame that a terminal or a box has broken, wherever it had no room. @property breaks number of further lines that it takes */
function brokenFrame(lines: readonly string[], at: number): { text: string; breaks: number } | undefined {
  let text = (lines[at] ?? "").trimEnd();
  if (text.length > MAX_BROKEN_LINE || !OPEN_FRAME.test(text) || parseFrame(text) !== undefined) return undefined;
  for (let breaks = 1; breaks <= MAX_BREAKS; breaks++) {
    const rest = (lines[at + breaks] ?? "").trim();
    if (rest === "" || (isWholeFrame(rest) && !OPEN_WORD.test(text))) return undefined;
    const joined = [text + rest, `${text} ${rest}`].find((line) => parseFrame(line) !== undefined);
    if (joined !== undefined) return { text: joined, breaks };
    text += rest;
  }
  return undefined;
}

/** Whether a line is a frame that no line before it belongs to; the rest of a broken path has no folders. */
function isWholeFrame(text: string): boolean {
  return /[\\/]/.test(parseFrame(text)?.frame.path ?? "");
}
