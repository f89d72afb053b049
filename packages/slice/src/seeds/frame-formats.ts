/** Formats of the lines of a stack trace: Node, browsers, test runners, Go, Python and the tools that print its frames in forms of their own. */

export interface StackFrame {
  /** Path as the trace writes it, without protocol, host and query. */
  readonly path: string;
  /** Line number, from 1. */
  readonly line: number;
  /** Column, from 1, where the trace states one. */
  readonly column?: number;
  /** Name of the function, if the trace states one. */
  readonly name?: string;
}

/** Format of a frame's line. Its pattern has the groups `path` and `line`, and may have `column`, and `name` or `callee`. */
interface FrameFormat {
  readonly pattern: RegExp;
  /** Whether traces of this format list the innermost frame last. */
  readonly isPython?: true;
}

const FRAME_FORMATS: readonly FrameFormat[] = [
  // Python. What stands before it is a log's prefix, or the bars of an exception group; terminals may have wrapped it.
  {
    pattern:
      /(?:^|[\s|`])(?:File )?"(?<path>[^"]+)", line ?(?<line>\d+)(?:, col \d+)?(?:, in ?(?<name>[\w.<>]+)?|\s*$)/,
    isPython: true,
  },
  // IPython: `File ~/app/db.py:7, in query(self, key)`, also with the path as a link.
  { pattern: /^\s*File \[?(?<path>[^\s[].*?\.pyi?):(?<line>\d+)(?:\]\(\S*\))?, in (?<name>[^(\s]+)/, isPython: true },
  // Django: `/srv/app/db.py in query, line 7`.
  { pattern: /(?:^|\s)(?<path>[^\s:]+(?::[^\s:]+)?\.pyi?) in (?<name>[\w.<>]+), line (?<line>\d+)/, isPython: true },
  // pytest and Twisted: `src/db.py:7: in query`, `src/db.py:9: KeyError`, `src/db.py:7:query`.
  {
    pattern: /^(?<path>(?:[A-Za-z]:)?[^\s:][^:]*\.pyi?):(?<line>\d+):(?: in (?<name>\S+)|(?<callee>\w+)| [\w.]*)\s*$/,
    isPython: true,
  },
  // Rich and cleo: `│ /app/db.py:7 in query │`, `  3  ~/app/db.py:7 in query`, `  at ~/app/db.py:9 in fetch`.
  {
    pattern:
      /^\s*(?:[│|]\s*|\d+\s+|at\s+)?(?<path>(?:[A-Za-z]:)?[^\s:│|][^:│|]*\.pyi?): ?(?<line>\d+) in (?<name>[\w.<>]+)\s*[│|]?\s*$/,
    isPython: true,
  },
  // Node and Chrome. Some consoles leave the column out.
  {
    pattern:
      /(?:^|\s)at (?:async )?(?:new )?(?<name>[^()]+?) (?:\[as [^\]]+\] )?\((?<path>.+?):(?<line>\d+)(?::(?<column>\d+))?\)[\s,{]*$/,
  },
  { pattern: /^\s*at (?:async )?(?<path>[^\s(].*?):(?<line>\d+):(?<column>\d+)[\s,{)]*$/ },
  // Some services: `at query in app/db.js:7`.
  { pattern: /^\s*at (?<name>\S*) in (?<path>[^\s:]+):(?<line>\d+)(?::(?<column>\d+))?\s*$/ },
  // Go: `	/src/db.go:7 +0x1d`, and in tests `    db_test.go:7: message`.
  { pattern: /^\s+(?<path>\S[^:]*\.go):(?<line>\d+)(?: \+0x[0-9a-f]+\s*$|: |\s*$)/ },
  // Vitest: `❯ query src/db.ts:7:3`.
  { pattern: /^\s*❯ (?:(?<name>\S+) )?(?<path>\S+):(?<line>\d+):(?<column>\d+)\s*$/ },
  // Firefox and Safari: `name@url:line:col`.
  { pattern: /(?:^|[\s"])(?<name>[^@\s()"]*)@(?<path>\S+?):(?<line>\d+)(?::(?<column>\d+))?["\s,}]*$/ },
];

/** Services write traces of JavaScript as Python does, but innermost first. */
const SCRIPT_PATH = /\.[cm]?[jt]sx?$/;
/** What a path has and a word of prose has not. */
const PATH_MARK = /[\\/.:]/;

/** A frame of a stack trace, read from one line. */
export interface ParsedFrame {
  readonly frame: StackFrame;
  readonly isPython: boolean;
}

/** Parses a line of a trace; `undefined` if it is no frame. */
export function parseFrame(text: string): ParsedFrame | undefined {
  for (const { pattern, isPython } of FRAME_FORMATS) {
    const groups = pattern.exec(text)?.groups;
    const line = Number(groups?.["line"]);
    if (groups?.["path"] === undefined || !PATH_MARK.test(groups["path"])) continue;
    if (!Number.isSafeInteger(line) || line < 1) continue;
    const name = plainName(groups["name"] ?? groups["callee"]);
    const column = Number(groups["column"] ?? Number.NaN);
    return {
      frame: {
        path: plainPath(groups["path"]),
        line,
        ...(Number.isSafeInteger(column) ? { column } : {}),
        ...(name === undefined ? {} : { name }),
      },
      isPython: isPython === true && !SCRIPT_PATH.test(groups["path"]),
    };
  }
  return undefined;
}

/** Removes what engines add to a name: `render/<` of Firefox, `async*load`, the number that a bundler appends (`parse$2`). */
function plainName(name: string | undefined): string | undefined {
  const plain = name
    ?.trim()
    .replace(/^async\*/, "")
    .replace(/(?:\/<)+$/, "")
    .replace(/\$\d+$/, "");
  return plain === undefined || plain === "" || plain === "<module>" ? undefined : plain;
}

/** Normalises a path: `file:///a/b.ts?x` and `webpack-internal:///./a/b.ts` become `/a/b.ts`; backslashes become `/`. */
function plainPath(path: string): string {
  const withoutHost = path.replace(/^[\w+.-]{2,}:\/\/[^/]*/, "");
  return withoutHost
    .replace(/[?#].*$/, "")
    .replace(/\\+/g, "/")
    .replaceAll("/./", "/");
}
