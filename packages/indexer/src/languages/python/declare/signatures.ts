/** Signatures of Python declarations, on one line. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";

/** Longest initial value shown in a variable's signature, in UTF-16 units. */
const MAX_VALUE = 80;
/** Longest list of fields shown in a class's signature, in UTF-16 units; longer ones would be cut later anyway. */
const MAX_FIELDS = 400;

/** Signature of a function: `async def load(self, path: str, *, strict=False) -> Config`. */
export function functionSignature(file: PythonFile, node: number): string {
  const { k } = file;
  const last =
    file.child(node, k.in_return_type) || file.child(node, k.in_parameters) || file.child(node, k.in_name) || node;
  return oneLine(file, node, file.tree.end[last] ?? 0);
}

/** Signature of a class: `class Repo[T](Base, metaclass=Meta)`, with fields `class Point: x: int; y: int = 0`. */
export function classSignature(file: PythonFile, node: number, fields: readonly string[]): string {
  const { k } = file;
  const last =
    file.child(node, k.in_superclasses) ||
    file.child(node, k.in_type_parameters) ||
    file.child(node, k.in_name) ||
    node;
  const head = oneLine(file, node, file.tree.end[last] ?? 0);
  return fields.length === 0 ? head : `${head}: ${fields.join("; ").slice(0, MAX_FIELDS)}`;
}

/** Signature of a variable: `LIMIT: int = 5`. A long value is left out. */
export function variableSignature(file: PythonFile, name: string, type: number, value: number): string {
  const declared = type === NO_NODE ? name : `${name}: ${text(file, type)}`;
  if (value === NO_NODE) return declared;
  const { start, end } = file.tree;
  const length = (end[value] ?? 0) - (start[value] ?? 0);
  return length <= MAX_VALUE ? `${declared} = ${text(file, value)}` : `${declared} = …`;
}

/** Signature of a lambda bound to a name: `scale = lambda x, y=1`. */
export function lambdaSignature(file: PythonFile, name: string, lambda: number): string {
  const parameters = file.child(lambda, file.k.in_parameters);
  return `${name} = lambda${parameters === NO_NODE ? "" : ` ${text(file, parameters)}`}`;
}

/** The source of a node on one line, without comments. */
export function text(file: PythonFile, node: number): string {
  return oneLine(file, node, file.tree.end[node] ?? 0);
}

/** Source from `node` up to offset `end` on one line, without comments and a formatter's line breaks. */
function oneLine(file: PythonFile, node: number, end: number): string {
  const { tree } = file;
  const raw = tree.source.slice(tree.start[node], end);
  if (!/[\r\n]/.test(raw)) return raw;
  return withoutComments(file, node, end)
    .replace(/\\\r?\n/g, " ")
    .replace(/\s+/g, " ")
    .replace(/([([{]) /g, "$1")
    .replace(/,? ([)\]}])/g, "$1");
}

function withoutComments(file: PythonFile, node: number, end: number): string {
  const { tree, k } = file;
  const parts: string[] = [];
  let from = tree.start[node] ?? 0;
  for (let row = node; row < file.next(node) && (tree.start[row] ?? 0) < end; row++) {
    if (file.kind(row) !== k.comment) continue;
    parts.push(tree.source.slice(from, tree.start[row]));
    from = tree.end[row] ?? from;
  }
  parts.push(tree.source.slice(from, end));
  return parts.join("");
}

/** The text between the brackets of PEP 695 type parameters. @param list a `type_parameter` node, or none */
export function genericsText(file: PythonFile, list: number): string | undefined {
  return list === NO_NODE ? undefined : text(file, list).slice(1, -1).trim();
}
