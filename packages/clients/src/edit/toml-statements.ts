/** Statements of a valid TOML text with their offsets, which the parser does not provide. */

export interface Statement {
  readonly kind: "table" | "pair";
  /** For a table, its whole path; for a pair, the path of its table and its own keys. */
  readonly path: readonly string[];
  readonly start: number;
  /** Offset after its last character, without comments. */
  readonly end: number;
  /** For a pair, offset of its value. */
  readonly valueStart: number;
}

/** Splits a text into headers and assignments. */
export function parseStatements(text: string): Statement[] {
  const statements: Statement[] = [];
  let table: readonly string[] = [];
  let at = 0;
  while (at < text.length) {
    const blank = /^(?:[\s]|#[^\n]*)+/.exec(text.slice(at))?.[0].length ?? 0;
    at += blank;
    if (at >= text.length) break;
    const statement = text[at] === "[" ? readTable(text, at) : readPair(text, at, table);
    if (statement.kind === "table") table = statement.path;
    statements.push(statement);
    at = statement.end;
  }
  return statements;
}

function readTable(text: string, start: number): Statement {
  const brackets = text.startsWith("[[", start) ? 2 : 1;
  const { keys, end } = readKeys(text, start + brackets);
  const close = text.indexOf("]", end) + brackets;
  return { kind: "table", path: keys, start, end: close, valueStart: close };
}

function readPair(text: string, start: number, table: readonly string[]): Statement {
  const { keys, end } = readKeys(text, start);
  const gap = /^\s*=[ \t]*/.exec(text.slice(end))?.[0].length ?? 1;
  const valueStart = end + gap;
  return { kind: "pair", path: [...table, ...keys], start, end: endOfValue(text, valueStart), valueStart };
}

const KEY = /^[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))[ \t]*/;

function readKeys(text: string, start: number): { readonly keys: string[]; readonly end: number } {
  const keys: string[] = [];
  let at = start;
  for (;;) {
    const found = KEY.exec(text.slice(at, at + 1000));
    if (found === null) break;
    const [whole, quoted, literal, bare] = found;
    keys.push(quoted === undefined ? (literal ?? bare ?? "") : unquoteKey(quoted));
    at += whole.length;
    if (text[at] !== ".") break;
    at++;
  }
  // White space after the last key does not belong to it.
  return { keys, end: at - (/[ \t]*$/.exec(text.slice(start, at))?.[0].length ?? 0) };
}

function unquoteKey(text: string): string {
  return text.replace(/\\u([0-9A-Fa-f]{4})|\\(.)/g, (_, code: string | undefined, plain: string | undefined) =>
    code === undefined ? (plain ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const STRING = /"""[\s\S]*?(?<!\\)(?:\\\\)*"""(?:"{0,2})|'''[\s\S]*?'''(?:'{0,2})|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/;
const TOKEN = new RegExp(`${STRING.source}|#[^\\n]*|[\\s\\S]`, "y");

/** Offset of the end of a value: brackets may span lines, other values end with their line or at a comment. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let end = start;
  TOKEN.lastIndex = start;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const [token] = found;
    const isComment = token.startsWith("#");
    if (depth === 0 && (isComment || token === "\n")) break;
    if (token === "[" || token === "{") depth++;
    if (token === "]" || token === "}") depth--;
    if (!isComment && token.trim() !== "") end = found.index + token.length;
  }
  return end;
}
