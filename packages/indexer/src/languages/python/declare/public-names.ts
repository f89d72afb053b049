/** Public names of a module: the content of `__all__`. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";

interface Collected {
  readonly names: string[];
  /** False if some part is not a plain list, so that the list is incomplete. */
  isPlain: boolean;
}

/**
 * The names in `__all__`, in order. Statements in `if` and `try` at module level count; definitions are skipped.
 * @returns `complete` is false when the list is computed or joined with another module's
 */
export function readPublicNames(file: PythonFile): { readonly names: readonly string[]; readonly complete: boolean } {
  const { k, tree } = file;
  const collected: Collected = { names: [], isPlain: true };
  if (!tree.source.includes("__all__")) return { names: [], complete: false };
  for (let node = 1; node < tree.count; ) {
    const kind = file.kind(node);
    if (kind === k.expression_statement) readStatement(file, node + 1, collected);
    const isClosed = kind === k.function_definition || kind === k.class_definition || kind === k.expression_statement;
    node = isClosed || kind === k.decorated_definition ? file.next(node) : node + 1;
  }
  return { names: [...new Set(collected.names)], complete: collected.isPlain };
}

function readStatement(file: PythonFile, node: number, collected: Collected): void {
  const { k } = file;
  const kind = file.kind(node);
  if (kind === k.assignment || kind === k.augmented_assignment) {
    if (!isAll(file, file.child(node, k.in_left))) return;
    if (kind === k.assignment) restart(collected);
    readList(file, file.child(node, k.in_right), collected);
  } else if (kind === k.call) {
    const callee = file.child(node, k.in_function);
    if (!isAll(file, file.child(callee, k.in_object))) return;
    const method = file.lastNameText(callee);
    const argument = file.firstNamed(file.child(node, k.in_arguments));
    if (method === "extend") readList(file, argument, collected);
    else if (method === "append") readName(file, argument, collected);
    else collected.isPlain = false;
  }
}

function restart(collected: Collected): void {
  collected.names.length = 0;
  collected.isPlain = true;
}

function isAll(file: PythonFile, node: number): boolean {
  return node !== NO_NODE && file.kind(node) === file.k.identifier && file.tree.text(node) === "__all__";
}

function readList(file: PythonFile, node: number, collected: Collected): void {
  const { k } = file;
  const kind = file.kind(node);
  if (kind === k.binary_operator) readSum(file, node, collected);
  else if (kind === k.list || kind === k.tuple || kind === k.expression_list) {
    for (const item of file.tree.namedChildren(node)) readName(file, item, collected);
  } else if (kind === k.parenthesized_expression && file.kind(file.firstNamed(node)) === k.string) {
    readName(file, file.firstNamed(node), collected);
  } else collected.isPlain = false;
}

/** Reads a sum `["a"] + other.__all__`; a nested sum is left out. */
function readSum(file: PythonFile, node: number, collected: Collected): void {
  for (const side of [file.child(node, file.k.in_left), file.child(node, file.k.in_right)]) {
    if (file.kind(side) === file.k.binary_operator) collected.isPlain = false;
    else readList(file, side, collected);
  }
}

function readName(file: PythonFile, node: number, collected: Collected): void {
  const { k, tree } = file;
  const content = tree.childOfKind(node, k.string_content);
  if (file.kind(node) !== k.string || content === NO_NODE || file.next(content) !== content + 1) {
    collected.isPlain = false;
    return;
  }
  collected.names.push(tree.text(content));
  file.listed.add(file.name(content));
}
