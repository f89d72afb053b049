/** Types in comments and docstrings, applied to the parameters, results and variables they describe. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { wholeDefinition } from "../declare/decorators.js";
import type { PythonFile } from "../python-file.js";
import type { Scope } from "../scopes.js";
import { type DocumentedTypes, documentedTypes, type TypeSpan } from "./docstring-types.js";
import type { Types } from "./type-expressions.js";

const TYPE_COMMENT = /^[ \t]*#[ \t]*type:[ \t]*(?!ignore\b)/;
const FUNCTION_COMMENT = /#[ \t]*type:[ \t]*\(/;

/** The type in `x = …  # type: T` as an expression, 0 for none. @param statement node that the comment follows on its line */
export function typeComment(types: Types, statement: number): number {
  const { file } = types;
  if (!file.hasTypeComments) return 0;
  const { source } = file.tree;
  const from = file.tree.end[statement] ?? 0;
  const lineEnd = endOfLine(source, from);
  const head = TYPE_COMMENT.exec(source.slice(from, lineEnd));
  return head === null
    ? 0
    : types.readText(from + head[0].length, endOfType(source, from + head[0].length, lineEnd), statement);
}

/** Reads the types of a function's parameters and result that have no annotation. */
export function readWrittenTypes(types: Types, node: number, symbol: number): void {
  const { file } = types;
  const body = file.child(node, file.k.in_body);
  const scope = body === NO_NODE ? undefined : file.frameAt(body)?.scope;
  if (scope === undefined) return;
  if (file.hasTypeComments) readSignatureComment(types, { scope, node }, symbol);
  const own = docstringTypes(file, body);
  if (own !== undefined) applyDocumented(types, { scope, node }, own);
  if (own?.result !== undefined && file.child(node, file.k.in_return_type) === NO_NODE) {
    const type = types.readText(own.result.start, own.result.end, node);
    file.extraction.setType(symbol, type);
  }
  if (file.tree.text(file.child(node, file.k.in_name)) !== "__init__") return;
  const ofClass = docstringTypes(file, file.parent(wholeDefinition(file, node)));
  if (ofClass !== undefined) applyDocumented(types, { scope, node }, ofClass);
}

interface Described {
  readonly scope: Scope;
  readonly node: number;
}

function applyDocumented(types: Types, { scope, node }: Described, { parameters }: DocumentedTypes): void {
  if (parameters.size === 0) return;
  for (const binding of scope.bindings.values()) {
    if (!binding.isParameter || binding.typeNode !== NO_NODE || binding.typeExpr !== 0) continue;
    const span = parameters.get(types.file.names.text(binding.name));
    if (span !== undefined) binding.typeExpr = types.readText(span.start, span.end, node);
  }
}

function docstringTypes(file: PythonFile, body: number): DocumentedTypes | undefined {
  const { k, tree } = file;
  const statement = file.firstNamed(body);
  if (statement === NO_NODE || file.kind(statement) !== k.expression_statement) return undefined;
  const content = tree.childOfKind(statement + 1, k.string_content);
  if (file.kind(statement + 1) !== k.string || content === NO_NODE) return undefined;
  return documentedTypes(tree.source, tree.start[content] ?? 0, tree.end[content] ?? 0);
}

/** Reads the comment `# type: (A, B) -> C` on the first line of the body. */
function readSignatureComment(types: Types, { scope, node }: Described, symbol: number): void {
  const { file } = types;
  const { source } = file.tree;
  const from = file.tree.end[file.child(node, file.k.in_parameters)] ?? 0;
  const first = file.firstNamed(file.child(node, file.k.in_body));
  const match = FUNCTION_COMMENT.exec(source.slice(from, file.tree.start[first]));
  if (match === null) return;
  const found = from + match.index;
  const lineEnd = endOfLine(source, found);
  const { spans, at } = splitTypes(source, found + match[0].length, lineEnd);
  const parameters = [...scope.bindings.values()].filter((binding) => binding.isParameter);
  const skipped = parameters.length - spans.length === 1 ? 1 : 0;
  spans.forEach(({ start, end }, i) => {
    const binding = parameters[i + skipped];
    if (binding !== undefined) binding.typeExpr = types.readText(start, end, node);
  });
  const arrow = source.indexOf("->", at);
  if (arrow < 0 || arrow >= lineEnd) return;
  const type = types.readText(arrow + 2, lineEnd, node);
  file.extraction.setType(symbol, type);
}

/** Splits types at commas up to the closing parenthesis. @returns `at` is the offset after it */
function splitTypes(source: string, from: number, to: number): { readonly spans: TypeSpan[]; readonly at: number } {
  const spans: TypeSpan[] = [];
  let depth = 0;
  let start = from;
  let at = from;
  for (; at < to; at++) {
    const unit = source[at];
    if (unit === "[" || unit === "(") depth++;
    else if (unit === "]") depth--;
    else if (unit === ")" && depth-- === 0) break;
    else if (unit === "," && depth === 0) {
      spans.push({ start, end: at });
      start = at + 1;
    }
  }
  if (at > start) spans.push({ start, end: at });
  return { spans, at };
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end < 0 ? source.length : end;
}

/** The end of a type, which a further comment may follow. */
function endOfType(source: string, from: number, lineEnd: number): number {
  const hash = source.indexOf("#", from);
  return hash < 0 || hash > lineEnd ? lineEnd : hash;
}
