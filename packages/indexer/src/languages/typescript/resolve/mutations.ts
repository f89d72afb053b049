/** Mutations of what an expression names, other than assignments to a name: items set, members deleted. */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Resolving } from "../resolving.js";
import { valueExpr } from "./expressions.js";

/** First letter of `delete`. */
const LETTER_D = 100;

/** Records `container[key] = value`, `container[key] += value`. */
export function noteItemSet(state: Resolving, assignment: number): void {
  const { file } = state;
  const left = file.child(assignment, file.k.in_left);
  if (file.kind(left) === file.k.subscript_expression) note(state, left);
}

/** Records `delete object.member`, `container[key]++`; other unary expressions mutate nothing. */
export function noteMutation(state: Resolving, node: number): void {
  const { file, k } = state;
  if (file.kind(node) === k.unary_expression && file.tree.source.charCodeAt(file.tree.start[node] ?? 0) !== LETTER_D)
    return;
  const target = file.firstNamed(node);
  const kind = file.kind(target);
  if (kind !== k.subscript_expression && kind !== k.member_expression) return;
  const isDelete =
    file.kind(node) === k.unary_expression && file.tree.source.startsWith("delete", file.tree.start[node]);
  if (isDelete || (file.kind(node) === k.update_expression && kind === k.subscript_expression)) note(state, target);
}

function note(state: Resolving, target: number): void {
  const { file } = state;
  if (target === NO_NODE || state.functionDepth === 0) return;
  const expr = valueExpr(state, target);
  const object = file.op(expr) === ExprOp.Unknown ? valueExpr(state, file.firstNamed(target)) : expr;
  if (object !== 0) file.extraction.mutations.push({ owner: state.owner, expr: object, node: target });
}
