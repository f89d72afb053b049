/** Frames that services and loggers write as objects: `{"filename": "app/db.py", "lineno": 7, "function": "query"}`. Knows text only. */

/** Keys of a frame's path, the most telling first; keys of its line; keys of its function. */
const PATH_KEYS = ["abs_path", "absPath", "filename", "fileName", "file", "filePath", "file_path", "path", "source"];
const LINE_KEYS = ["lineno", "lineNumber", "line_number", "lineNo", "line"];
const NAME_KEYS = ["function", "functionName", "function_name", "func", "method", "methodName", "name"];

/** A key with a text or a number, another string, or a brace. */
const TOKEN = /(["'])(\w+)\1\s*:\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|(\d+))|[{}]/g;
/** A path with an extension; a line that is a number. */
const PATH = /^[^\n]*\.\w{1,5}$/;
/** Frames of AWS Lambda for Python 2: `["/var/task/app/run.py", 9, "run", "query(key)"]`. */
const TUPLE = /\["([^"\n]+\.py)", (\d+), "([^"\n]+)", [^\]\n]*\]/g;

/** Writes frames that are objects as lines of a trace, after each object's end. */
export function spellFrameObjects(text: string): string {
  const opened: Map<string, string>[] = [];
  const plain = text.replace(TUPLE, (_, path: string, line: string, name: string) => frameLine(path, line, name));
  return plain.replace(TOKEN, (token, _quote, key: string | undefined, double, single, number) => {
    if (token === "{") opened.push(new Map());
    else if (key !== undefined) opened.at(-1)?.set(key, double ?? single ?? number);
    const closed = token === "}" ? opened.pop() : undefined;
    const frame = closed && frameOf(closed);
    return frame === undefined ? token : `${token}${frame}`;
  });
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
