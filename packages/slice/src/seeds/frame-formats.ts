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
  /** The source line that ran, where a trace of Python prints it below the frame. */
  readonly source?: string;
}

/** Format of a frame's line. Its pattern has the groups `path` and `line`, and may have `column`, and `name` or `callee`. */
interface FrameFormat {
  readonly pattern: RegExp;
  /** Whether traces of this format list the innermost frame last. */
  readonly isPython?: true;
}

/** What may stand directly before a frame in a line, and after it: quotes and commas of a list of lines, a cut. */
const BEFORE = String.raw`(?:^|[\s|"'\u0060])`;
const AFTER = String.raw`[\s"'\u0060,;{}\]+…]*$`;
/** A place as most tools write it. */
const PLACE = String.raw`(?<path>\S+?):(?<line>\d+)(?::(?<column>\d+))?`;
/** A function's name, with those of what holds it. */
const NAME = String.raw`(?<name>[\p{L}\p{N}_$.<>#/*@[\]-]+)`;

const FRAME_FORMATS: readonly FrameFormat[] = [
  // Python, with quotes or without. What stands before it is a log's prefix, or the bars of an exception group; terminals may have wrapped it.
  {
    pattern:
      /(?:^|[\s|`"'])(?:File )?"(?<path>[^"]+)", line ?(?<line>\d+)(?:, col \d+)?(?:,? in ?(?<name>[\w.<>]+)?|\s*$)/,
    isPython: true,
  },
  { pattern: /(?:^|\s)(?<path>[^\s"]+\.pyx?), line (?<line>\d+),? in (?<name>[\w.<>]+)/, isPython: true },
  // IPython: `File ~/app/db.py:7, in query(self, key)`.
  { pattern: /^\s*File (?<path>\S.*?\.pyi?):(?<line>\d+), in (?<name>[^(\s]+)/, isPython: true },
  // Django and Sentry: `/srv/app/db.py in query, line 7`, `app/db.py in query at line 7`.
  {
    pattern:
      /(?:^|\s)(?<path>(?:[A-Za-z]:)?[^\s:]+\.\w+) in (?<name>[\w.<>$]+)(?:,| at) line (?<line>\d+)(?::(?<column>\d+))?/,
    isPython: true,
  },
  // pytest and Twisted: `src/db.py:7: in query`, `src/db.py:9: KeyError`, `src/db.py:7:query`.
  {
    pattern:
      /^\s*(?<path>(?:[A-Za-z]:)?[^\s:][^:]*\.pyi?):(?<line>\d+):(?: in (?<name>\S+)|(?<callee>\w+)| [\w.]*)\s*$/,
    isPython: true,
  },
  // Rich, cleo and Expo: `/app/db.py:7 in query`, `  3  ~/app/db.py:7 in query`, `  at ~/app/db.py:9 in fetch`, `app/db.js:7:11 in query`.
  {
    pattern:
      /^\s*(?:\d+\s+|at\s+)?(?<path>(?:[A-Za-z]:)?[^\s:][^:]*\.(?:pyi?|[cm]?[jt]sx?)): ?(?<line>\d+)(?::(?<column>\d+))? in (?<name>[\w.<>$`]+)\s*$/,
    isPython: true,
  },
  // pdb: `> /srv/app/db.py(7)query()`.
  { pattern: /(?:^|\s)(?<path>[^\s()]+\.py)\((?<line>\d+)\)(?<name>[\w<>]+)\(/, isPython: true },
  // Code that was evaluated: a module of a bundler, and the place of the call.
  {
    pattern:
      /(?:^|\s)at (?:async )?(?:new )?(?<name>[^()]+?) \(eval at (?<path>[^\s()]*[./][^\s()]*) \(.*\), <anonymous>:(?<line>\d+):(?<column>\d+)\)/,
  },
  { pattern: /(?:^|\s)at .*\(eval at (?<name>\S+) \((?<path>[^()]+?):(?<line>\d+):(?<column>\d+)\)/ },
  // Node and Chrome. Some consoles leave the column out.
  {
    pattern: new RegExp(
      String.raw`${BEFORE}at (?:async )?(?:new )?(?<name>[^()]+?) (?:\[as [^\]]+\] )?\((?<path>.+?):(?<line>\d+)(?::(?<column>\d+))?\)${AFTER}`,
    ),
  },
  {
    pattern: new RegExp(
      String.raw`^[\s"'\u0060]*at (?:async )?(?<path>[^\s(].*?):(?<line>\d+):(?<column>\d+)\)?${AFTER}`,
    ),
  },
  // Some services: `at query in app/db.js:7`.
  { pattern: /^\s*at (?<name>\S*) in (?<path>[^\s:]+):(?<line>\d+)(?::(?<column>\d+))?\s*$/ },
  // AVA, TAP, Safari, py-spy: `query (app/db.js:7:11)`, also behind `›`. React: `in Query (at db.jsx:7)`.
  { pattern: new RegExp(String.raw`^[\s"'\u0060]*(?:[›❯] )?(?:async |new )?${NAME} \(${PLACE}\)${AFTER}`, "u") },
  { pattern: new RegExp(String.raw`^\s*in ${NAME} \(at ${PLACE}\)\s*$`, "u") },
  // Next.js: `app/db.ts (7:11) @ query`.
  { pattern: /(?:^|\s)(?<path>\S+\.\w+) \((?<line>\d+):(?<column>\d+)\) @ (?<name>\S+)\s*$/ },
  // Go: in tests `    db_test.go:7: message`.
  { pattern: /(?:^|\s)(?<path>\S[^:\s]*\.go):(?<line>\d+)(?::\d+)?(?: \+0x[0-9a-f]+\s*$|: |\s*$)/ },
  // Vitest: `❯ query src/db.ts:7:3`.
  { pattern: /^\s*[❯›] (?:(?<name>\S.*?) )?(?<path>\S+):(?<line>\d+):(?<column>\d+)\s*$/ },
  // Consoles of Chrome and Firefox: `query @ db.js:7`, `query http://localhost/db.js:7`.
  { pattern: new RegExp(String.raw`^\s*(?:${NAME}|\(anonymous\)) @ ${PLACE}\s*$`, "u") },
  {
    pattern: new RegExp(
      String.raw`^\s*(?:${NAME} )?(?<path>[a-z][\w+.-]+:\/\/\S+?):(?<line>\d+)(?::(?<column>\d+))?\s*$`,
      "u",
    ),
  },
  // Firefox and Safari: `name@url:line:col`.
  {
    pattern: new RegExp(
      String.raw`(?:^|[\s"'\u0060])(?<name>[^@\s()"'\u0060]*)@(?<path>\S+?):(?<line>\d+)(?::(?<column>\d+))?${AFTER}`,
    ),
  },
  // Some consoles: `db.js:7:11 query`.
  { pattern: new RegExp(String.raw`^\s*(?<path>\S+\.[cm]?[jt]sx?):(?<line>\d+):(?<column>\d+) ${NAME}\s*$`, "u") },
  // A place alone: Node prints it above the source line that threw.
  {
    pattern:
      /^\s*(?<path>(?:[A-Za-z]:)?[^\s:]*[\\/][^\s:]*\.(?:pyi?|[cm]?[jt]sx?)):(?<line>\d+)(?::(?<column>\d+))?\s*$/,
  },
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
