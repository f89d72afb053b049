/**
 * JSON values of a configuration file with their lines. Allows comments and trailing commas, and reads the content
 * around a syntax error. Executes nothing, never throws.
 */
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

/** A parsed file. */
export interface JsonFile {
  /** The root value; `undefined` if nothing can be parsed. */
  readonly root: Node | undefined;
  readonly errors: readonly { readonly line: number; readonly problem: string }[];
  lineOf(node: Node): number;
}

/** Deepest nesting that is parsed: the parser is recursive. */
const MAX_DEPTH = 64;

/** Parses a JSON text. */
export function readJson(text: string): JsonFile {
  const bare = text.replace(/^\ufeff/, "");
  const lineAt = lineFinder(bare);
  const lineOf = ({ offset }: Node): number => lineAt(offset);
  const tooDeep = findDepth(bare);
  if (tooDeep !== undefined) {
    const problem = `is nested more than ${MAX_DEPTH} levels deep`;
    return { root: undefined, errors: [{ line: lineAt(tooDeep), problem }], lineOf };
  }
  const errors: ParseError[] = [];
  const root = parseTree(bare, errors, { allowTrailingComma: true });
  const described = errors.map(({ error, offset }) => {
    return { line: lineAt(offset), problem: `is no JSON here: ${errorWords(printParseErrorCode(error))}` };
  });
  return { root, errors: described, lineOf };
}

/** The members of an object, in order. */
export function objectMembers(
  node: Node,
): { readonly name: string; readonly at: Node; readonly value: Node | undefined }[] {
  return (node.children ?? []).flatMap(({ children = [] }) => {
    const [at, value] = children;
    return at === undefined ? [] : [{ name: String(at.value), at, value }];
  });
}

/** Returns a function that maps an offset to its line, from 1. */
function lineFinder(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) ends.push(at);
  return (offset) => {
    const line = ends.findIndex((end) => end >= offset);
    return line < 0 ? ends.length + 1 : line + 1;
  };
}

/**
 * Matches strings and comments, whose brackets do not count, and brackets. An unclosed string or comment ends with its
 * line, or with the text.
 */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[[{}\]]/g;

/** The offset where the text exceeds the depth limit. */
function findDepth(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    if (depth > MAX_DEPTH) return index;
  }
  return undefined;
}

/** The words of an error code: `CommaExpected` becomes `comma expected`. */
function errorWords(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
