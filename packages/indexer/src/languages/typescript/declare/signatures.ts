/** Signatures of declarations on one line, type texts and type parameters. Knows nodes and text, no symbols. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { TypescriptFile } from "../typescript-file.js";

/** Longest initial value shown in a variable's signature, in UTF-16 units. */
const MAX_VALUE_LENGTH = 60;
/** More than any stored text, in UTF-16 units: text beyond it is not copied. */
const MAX_SLICE = 600;

/** Source between two offsets inside `node`, without comments. */
function sourceBetween(file: TypescriptFile, node: number, start: number, end: number): string {
  const { tree, k } = file;
  const text = tree.source.slice(start, Math.min(end, start + MAX_SLICE));
  if (!text.includes("/*") && !text.includes("//")) return unbroken(text);
  let kept = "";
  let from = start;
  const stop = Math.min(end, start + MAX_SLICE);
  for (let row = node + 1; row < (tree.next[node] ?? 0) && (tree.start[row] ?? 0) < stop; row++) {
    if (tree.kind[row] !== k.comment || (tree.start[row] ?? 0) < from) continue;
    kept += tree.source.slice(from, tree.start[row]);
    from = tree.end[row] ?? stop;
  }
  return unbroken(kept + tree.source.slice(from, Math.max(from, stop)));
}

/**
 * Text without the marks of a formatter's line breaks: white space after an opening bracket, a comma before a closing
 * one, a separator before the first of several types.
 */
function unbroken(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  return text
    .replace(/([([<])\s*[\r\n]\s*(?:[|&] )?/g, "$1")
    .replace(/,?(\s+)([)\]>])/g, (whole, blank: string, close: string) => (isBroken(blank) ? close : whole))
    .replace(/([=:])(\s+)[|&] /g, (whole, before: string, blank: string) => (isBroken(blank) ? `${before} ` : whole));
}

function isBroken(blank: string): boolean {
  return /[\r\n]/.test(blank);
}

/** The source of a node on one line, without comments. */
export function textOf(file: TypescriptFile, node: number): string {
  return sourceBetween(file, node, file.tree.start[node] ?? 0, file.tree.end[node] ?? 0);
}

/** Signature `name<T>(a: A, b = 1): R` of any node with parameters. */
export function functionSignature(file: TypescriptFile, node: number, name: string): string {
  const { tree } = file;
  const { k } = file;
  const generics = file.child(node, k.in_type_parameters);
  const parameters = file.child(node, k.in_parameters);
  if (parameters === NO_NODE) {
    const single = file.child(node, k.in_parameter);
    return `${name}(${single === NO_NODE ? "" : textOf(file, single)})`;
  }
  const returns = returnNode(file, node);
  const from = tree.start[generics === NO_NODE ? parameters : generics] ?? 0;
  const to = tree.end[returns === NO_NODE ? parameters : returns] ?? 0;
  if (file.kind(node) !== file.k.function_type) return name + sourceBetween(file, node, from, to);
  const head = sourceBetween(file, node, from, tree.end[parameters] ?? 0);
  return `${name}${head}${returns === NO_NODE ? "" : `: ${textOf(file, returns)}`}`;
}

/** The node of the return type: an annotation, or the type in `(a: A) => R`. */
export function returnNode(file: TypescriptFile, node: number): number {
  const { k } = file;
  const own = file.child(node, k.in_return_type);
  return own === NO_NODE && file.kind(node) !== file.k.arrow_function ? file.child(node, k.in_type) : own;
}

/** The text of a type annotation without its colon. */
export function typeText(file: TypescriptFile, annotation: number): string | undefined {
  if (annotation === NO_NODE) return undefined;
  return textOf(file, annotation).replace(/^\s*:\s*/, "");
}

/** The text `T extends Key, U` of a node's type parameters. */
export function genericsText(file: TypescriptFile, node: number): string | undefined {
  const generics = file.child(node, file.k.in_type_parameters);
  return generics === NO_NODE ? undefined : textOf(file, generics).replace(/^<|,?\s*>$/g, "");
}

/** The declaration up to its body, without decorators and leading keywords: `class Repo<T> extends Base implements I`. */
export function headSignature(file: TypescriptFile, node: number, body: number): string {
  const { tree, k } = file;
  let first = node + 1;
  while (tree.kind[first] === k.decorator || tree.kind[first] === k.comment) first = tree.next[first] ?? 0;
  const end = body === NO_NODE ? tree.end[node] : tree.start[body];
  return sourceBetween(file, node, tree.start[first] ?? 0, end ?? 0);
}

/** Signature of a variable: `const LIMIT: number`, `let count = 3`. */
export function variableSignature(file: TypescriptFile, declarator: number, name: string): string {
  const { tree, k } = file;
  const keyword = tree.start[file.parent(declarator)] ?? 0;
  const word = /^(const|let|var|using|await using)\b/.exec(tree.source.slice(keyword, keyword + 12))?.[1] ?? "var";
  const isPattern = file.kind(file.child(declarator, k.in_name)) !== k.identifier;
  const type = isPattern ? undefined : typeText(file, file.child(declarator, k.in_type));
  if (type !== undefined) return `${word} ${name}: ${type}`;
  const value = isPattern ? NO_NODE : file.child(declarator, k.in_value);
  const length = (tree.end[value] ?? 0) - (tree.start[value] ?? 0);
  if (value === NO_NODE || length > MAX_VALUE_LENGTH) return `${word} ${name}`;
  return `${word} ${name} = ${textOf(file, value)}`;
}
