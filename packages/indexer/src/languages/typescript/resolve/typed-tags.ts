/**
 * Tags with a type argument, such as `sql<Row>` before a template. The grammar reads one as two comparisons, `(sql < Row) > template`, in
 * which what follows the template belongs to the right side.
 */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { TypescriptFile } from "../typescript-file.js";

/** Nodes of a tag and of its type argument. */
export interface TypedTag {
  readonly tag: number;
  readonly type: number;
}

/** The tag before a template; `undefined` if it has none, or one without a type argument. */
export function typedTag(file: TypescriptFile, template: number): TypedTag | undefined {
  const { k, tree } = file;
  const start = tree.start[template] ?? 0;
  if (tree.source[start - 1] !== ">") return undefined;
  let right = template;
  while (tree.start[file.parent(right)] === start) right = file.parent(right);
  const comparison = file.parent(right);
  if (!isTaggedTemplate(file, comparison) || file.child(comparison, k.in_right) !== right) return undefined;
  const left = file.child(comparison, k.in_left);
  return { tag: file.child(left, k.in_left), type: file.child(left, k.in_right) };
}

/** Whether a comparison is a tag with a type argument and a template, with what follows the template. */
export function isTaggedTemplate(file: TypescriptFile, comparison: number): boolean {
  if (!isComparison(file, comparison, ">") || !isComparison(file, file.child(comparison, file.k.in_left), "<"))
    return false;
  const start = file.tree.start[file.child(comparison, file.k.in_right)] ?? 0;
  return file.tree.source.startsWith(">`", start - 1);
}

function isComparison(file: TypescriptFile, node: number, operator: string): boolean {
  if (node === NO_NODE || file.kind(node) !== file.k.binary_expression) return false;
  return file.isText(file.child(node, file.k.in_operator), operator);
}
