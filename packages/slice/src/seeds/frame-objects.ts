/** Frames that services and loggers write as objects: `{"filename": "app/db.py", "lineno": 7, "function": "query"}`. Knows text only. */

/** Keys of a frame's path, the most telling first; keys of its line; keys of its function. */
const PATH_KEYS = ["abs_path", "absPath", "filename", "fileName", "file", "filePath", "file_path", "path", "source"];
const LINE_KEYS = ["lineno", "lineNumber", "line_number", "lineNo", "line"];
const NAME_KEYS = ["function", "functionName", "function_name", "func", "method", "methodName", "name"];

/** A key with a text or a number, or a brace. */
const TOKEN =
  /(["'])(?<key>\w+)\1\s*:\s*(?:"(?<double>(?:[^"\\\n]|\\.)*)"|'(?<single>(?:[^'\\\n]|\\.)*)'|(?<number>\d+))|[{}]/g;
/** A path with an extension; a line that is a number. */
const PATH = /^[^\n]*\.\w{1,5}$/;
/** Frames of AWS Lambda for Python 2: `["/var/task/app/run.py", 9, "run", "query(key)"]`. */
const TUPLE = /\["([^"\n]+\.py)", (\d+), "([^"\n]+)", [^\]\n]*\]/g;

/** Writes frames that are objects as lines of a trace, after each object's end. */
export function spellFrameObjects(text: string): string {
  const plain = text.replace(TUPLE, (_, path: string, line: string, name: string) => frameLine(path, line, name));
  const opened: Map<string, string>[] = [];
  let spelled = "";
  let from = 0;
  for (const { 0: token, index, groups = {} } of plain.matchAll(TOKEN)) {
    const key = groups["key"];
    if (token === "{") opened.push(new Map());
    else if (key !== undefined) opened.at(-1)?.set(key, groups["double"] ?? groups["single"] ?? groups["number"] ?? "");
    const closed = token === "}" ? opened.pop() : undefined;
    const frame = closed && frameOf(closed);
    if (frame === undefined) continue;
    spelled += `${plain.slice(from, index + 1)}${frame}`;
    from = index + 1;
  }
  return spelled + plain.slice(from);
}

function frameOf(values: ReadonlyMap<string, string>): string | undefined {
  const firstOf = (keys: readonly string[]) => keys.map((key) => values.get(key)).find((value) => value !== undefined);
  const path = firstOf(PATH_KEYS);
  const line = firstOf(LINE_KEYS);
  if (path === undefined || line === undefined || !PATH.test(path) || !/^\d+$/.test(line)) return undefined;
  return frameLine(path, line, firstOf(NAME_KEYS) ?? "<anonymous>");
}

function frameLine(path: string, line: string, name: string): string {
  return path.endsWith(".py")
    ? `\n  File "${path}", line ${line}, in ${name}\n`
    : `\n    at ${name} (${path}:${line})\n`;
}
