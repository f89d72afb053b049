/**
 * A graph as a few lines of text:
 *
 * ```text
 * src/auth.ts
 *   -> import src/token.ts
 *   export async function authenticate(header: string): Promise<User>  // Finds the user of a bearer token.
 *     -> call validateToken
 *     -> call Users.find 0.6 x2
 *     ~> call jsonwebtoken verify
 *   class Users
 *     method find(id: string): User @20-31
 * ```
 *
 * An unindented line is a file. An indented line is a symbol: modifiers, kind, name and the rest of its signature, then its lines
 * (`@from-to`) and its doc comment, both optional; deeper symbols are members. `->` is an edge of the symbol above it, with a
 * confidence and a count; `~>` names something outside of the repository. A line that starts with `#` is a comment.
 */
import type { UnresolvedTarget } from "../graph/edges.js";
import type { Param, Signature } from "../graph/symbol-graph.js";
import { EDGE_KINDS, type EdgeKind, SYMBOL_KINDS, type SymbolKind, type Visibility } from "../kinds.js";
import type { Range } from "../range.js";
import { type EdgeSpec, type GraphSpec, GraphSpecError, type SymbolSpec } from "./graph-spec.js";

interface OpenSymbol {
  readonly indent: number;
  readonly qualifiedName: string;
}

interface ParseState {
  file: string;
  readonly open: OpenSymbol[];
  readonly symbols: SymbolSpec[];
  readonly edges: EdgeSpec[];
}

/** Parses a graph. @throws {GraphSpecError} with the line that cannot be parsed */
export function parseGraphText(text: string): GraphSpec {
  const state: ParseState = { file: "", open: [], symbols: [], edges: [] };
  for (const line of text.split("\n")) {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) continue;
    const indent = line.length - line.trimStart().length;
    if (indent === 0) openFile(state, content);
    else if (content.startsWith("-> ")) state.edges.push(parseEdge(state, content));
    else if (content.startsWith("~> ")) addUnresolved(state, content);
    else openSymbol(state, indent, content);
  }
  return { symbols: state.symbols, edges: state.edges };
}

function openFile(state: ParseState, path: string): void {
  state.file = path;
  state.open.length = 0;
  state.symbols.push({ file: path, qualifiedName: "", kind: "module" });
}

function openSymbol(state: ParseState, indent: number, content: string): void {
  if (state.file === "") throw new GraphSpecError(`symbol line before the first file line: ${content}`);
  while ((state.open.at(-1)?.indent ?? -1) >= indent) state.open.pop();
  const parsed = parseSymbolLine(content);
  const container = state.open.at(-1)?.qualifiedName;
  const qualifiedName = container === undefined ? parsed.name : `${container}.${parsed.name}`;
  state.open.push({ indent, qualifiedName });
  state.symbols.push({ file: state.file, qualifiedName, ...parsed.spec });
}

const SYMBOL_LINE =
  /^((?:(?:export|public|protected|private|async|generator|static) )*)(\w+) ([^\s(:<=]+)(.*?)(?: @(\d+)-(\d+))?(?:\s+\/\/ (.*))?$/;

function parseSymbolLine(content: string): { name: string; spec: Omit<SymbolSpec, "file" | "qualifiedName"> } {
  const match = SYMBOL_LINE.exec(content);
  const kind = match?.[2];
  if (match === null || !isSymbolKind(kind)) {
    throw new GraphSpecError(
      `not a symbol: "${content}"; expected [modifiers] KIND NAME, KIND one of ${SYMBOL_KINDS.join(", ")}`,
    );
  }
  const modifiers = (match[1] ?? "").trim().split(" ");
  const [, , , name = "", tail = "", from, to, doc] = match;
  const range = from === undefined || to === undefined ? undefined : linesRange(Number(from), Number(to));
  const visibility = modifiers.find((word): word is Visibility => /^(public|protected|private)$/.test(word));
  return {
    name,
    spec: {
      kind,
      exported: modifiers.includes("export"),
      ...(visibility === undefined ? {} : { visibility }),
      ...(range === undefined ? {} : { range }),
      ...(doc === undefined ? {} : { doc }),
      signature: parseSignature(name, tail.trim(), modifiers),
    },
  };
}

function linesRange(startLine: number, endLine: number): Range {
  return { startLine, startCol: 0, endLine, endCol: 1 };
}

/** Parses `<T>(a: A, b?: B = 1): R`; a signature of another form becomes its text only. */
function parseSignature(name: string, tail: string, modifiers: readonly string[]): Signature {
  const match = /^(?:<([^(]*)>)?(?:\((.*)\))?(?::\s*(.+))?$/.exec(tail);
  const params = match?.[2] === undefined ? [] : splitTopLevel(match[2]).map(parseParam);
  const generics = match?.[1] === undefined ? [] : splitTopLevel(match[1]);
  return {
    ...(params.length > 0 ? { params } : {}),
    ...(match?.[3] === undefined ? {} : { returns: match[3] }),
    ...(generics.length > 0 ? { generics } : {}),
    ...(modifiers.includes("async") ? { async: true } : {}),
    ...(modifiers.includes("generator") ? { generator: true } : {}),
    text: name + tail,
  };
}

function parseParam(text: string): Param {
  const match = /^(\.{0,3}[\w$*]+)(\?)?(?::\s*([^=]+?))?(?:\s*=\s*(.+))?$/.exec(text);
  if (match === null) return { name: text };
  return {
    name: match[1] ?? text,
    ...(match[3] === undefined ? {} : { type: match[3] }),
    ...(match[2] === undefined ? {} : { optional: true }),
    ...(match[4] === undefined ? {} : { default: match[4] }),
  };
}

/** Splits at commas outside of brackets. */
function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i <= text.length; i++) {
    const char = text[i];
    if (char !== undefined && "([{<".includes(char)) depth++;
    else if (char !== undefined && ")]}>".includes(char) && text[i - 1] !== "=") depth--;
    else if (i === text.length || (char === "," && depth === 0)) {
      const part = text.slice(from, i).trim();
      if (part !== "") parts.push(part);
      from = i + 1;
    }
  }
  return parts;
}

function parseEdge(state: ParseState, content: string): EdgeSpec {
  const [, kind, to, ...rest] = content.split(/\s+/);
  if (!isEdgeKind(kind) || to === undefined) {
    throw new GraphSpecError(`not an edge: "${content}"; expected -> KIND TARGET [confidence] [xCOUNT]`);
  }
  const confidence = rest.find((word) => /^[01]?\.\d+$|^[01]$/.test(word));
  const count = rest.find((word) => /^x\d+$/.test(word));
  return {
    from: `${state.file}#${state.open.at(-1)?.qualifiedName ?? ""}`,
    to,
    kind,
    ...(confidence === undefined ? {} : { confidence: Number(confidence) }),
    ...(count === undefined ? {} : { count: Number(count.slice(1)) }),
  };
}

function addUnresolved(state: ParseState, content: string): void {
  const [, kind, ...words] = content.split(/\s+/);
  const name = words.pop();
  const packageName = words.pop();
  const last = state.symbols.at(-1);
  if (!isEdgeKind(kind) || name === undefined || last === undefined) {
    throw new GraphSpecError(`not an unresolved target: "${content}"; expected ~> KIND [PACKAGE] NAME`);
  }
  const target: UnresolvedTarget = { kind, name, ...(packageName === undefined ? {} : { packageName }) };
  state.symbols[state.symbols.length - 1] = { ...last, unresolved: [...(last.unresolved ?? []), target] };
}

function isSymbolKind(text: string | undefined): text is SymbolKind {
  return SYMBOL_KINDS.some((kind) => kind === text);
}

function isEdgeKind(text: string | undefined): text is EdgeKind {
  return EDGE_KINDS.some((kind) => kind === text);
}
