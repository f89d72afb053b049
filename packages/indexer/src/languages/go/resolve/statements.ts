/** Statements that bind names or change state that is visible outside of the function. */
import { ExprOp, RefKind } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { GoFile } from "../go-file.js";
import { Form } from "../scopes.js";
import type { Resolving } from "./resolving.js";

/**
 * Binds `a, b := f()`. A name that the block already binds is assigned and keeps its type.
 * @returns the row at which the walk continues
 */
export function bindShort(r: Resolving, node: number): number {
  const { file, k } = r;
  const right = file.child(node, k.in_right);
  const names = file.expressionList(file.child(node, k.in_left));
  const values = file.expressionList(right);
  names.forEach((name, place) => {
    if (file.kind(name) !== k.identifier || r.names.isBoundInBlock(r.part, file.name(name))) return;
    r.bind(name, { from: file.next(node), ...assignedNode(file, values, place, names.length) });
  });
  return right === NO_NODE ? file.next(node) : right;
}

/**
 * The right-side node from which the name at `place` among `count` names takes its value, and the way it does. For
 * `v, ok := m[k]` the first name gets the value.
 */
export function assignedNode(file: GoFile, values: readonly number[], place: number, count: number) {
  const [only = NO_NODE] = values;
  if (values.length === count) return { given: values[place] ?? NO_NODE, form: Form.Value };
  const kind = file.kind(only);
  const isCall = kind === file.k.call_expression || kind === file.k.type_conversion_expression;
  if (isCall) return { given: only, form: Form.Part + place };
  return { given: place === 0 ? only : NO_NODE, form: Form.Value };
}

/** Binds `for k, v := range xs`: keys and items. */
export function bindRange(r: Resolving, node: number): number {
  return bindAll(r, node, [Form.Key, Form.Element]);
}

/** Binds `case v, ok := <-ch:`. */
export function bindReceived(r: Resolving, node: number): number {
  return bindAll(r, node, [Form.Value]);
}

/**
 * Binds names to parts of one value.
 * @param forms how each name takes its value, by place; a name without a form is unknown
 */
function bindAll(r: Resolving, node: number, forms: readonly number[]): number {
  const { file, k } = r;
  const left = file.child(node, k.in_left);
  const right = file.child(node, k.in_right);
  if (left === NO_NODE || right === NO_NODE || !file.has(node, k.declare_token)) return node + 1;
  file.expressionList(left).forEach((name, place) => {
    const form = forms[place];
    r.bind(name, form === undefined ? { from: file.next(node) } : { from: file.next(node), given: right, form });
  });
  return right;
}

/** Binds `v` in a case of `switch v := x.(type)`: if the case names one type, `v` has that type. */
export function bindCase(r: Resolving, node: number): void {
  const { file, k } = r;
  r.openBlock(node);
  const statement = file.parent(node);
  const types = file.inField(node, k.in_type);
  const [type = NO_NODE] = types;
  const [name = NO_NODE] = file.expressionList(file.child(statement, k.in_alias));
  const isOne = types.length === 1;
  const value = file.child(statement, k.in_value);
  r.bind(name, { from: node, given: isOne ? type : value, form: isOne ? Form.Type : Form.Value });
}

/** Writes references for the targets of `=` and `op=`. */
export function writeAssignment(r: Resolving, node: number): void {
  const { file, k } = r;
  for (const target of file.expressionList(file.child(node, k.in_left))) writeTarget(r, target);
}

/** Writes `x++` and `x--`. */
export function writeStep(r: Resolving, node: number): void {
  writeTarget(r, r.file.firstNamed(node));
}

function writeTarget(r: Resolving, target: number): void {
  const { file, k } = r;
  const kind = file.kind(target);
  if (kind === k.index_expression) {
    const expr = r.expressions.evaluateNode(file.child(target, k.in_operand));
    if (expr !== 0) file.extraction.mutations.push({ owner: r.owner, expr, node: target });
    return;
  }
  const root = r.chainRoot(target);
  if (target === NO_NODE || file.kind(root) !== k.identifier || file.tree.text(root) === "_") return;
  const binding = r.expressions.find(root);
  const isShared = binding === undefined || file.op(binding.expr ?? 0) === ExprOp.This;
  const expr = isShared ? r.expressions.evaluateNode(target) : 0;
  if (expr !== 0) r.addRefOnce(RefKind.Write, expr, target);
  file.skip(target);
}
