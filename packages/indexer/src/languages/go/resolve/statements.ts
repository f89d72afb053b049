/** Statements that bind names, and those that change what others see. */
import { ExprOp, RefKind } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { GoFile } from "../go-file.js";
import { Form } from "../scopes.js";
import type { Resolving } from "./resolving.js";

/** `a, b := f()`. A name that the block has already is assigned to and keeps its type. @returns the row to go on with */
export function bindShort(r: Resolving, node: number): number {
  const { file, k } = r;
  const right = file.child(node, k.in_right);
  const names = file.listed(file.child(node, k.in_left));
  const values = file.listed(right);
  names.forEach((name, place) => {
    if (file.kind(name) !== k.identifier || r.names.isBoundIn(r.part, file.name(name))) return;
    r.bind(name, { from: file.next(node), ...givenTo(file, values, place, names.length) });
  });
  return right === NO_NODE ? file.next(node) : right;
}

/** What one of `count` names is given by the expressions on the other side. Of a check (`v, ok := m[k]`) the first gets the value. */
export function givenTo(file: GoFile, values: readonly number[], place: number, count: number) {
  const [only = NO_NODE] = values;
  if (values.length === count) return { given: values[place] ?? NO_NODE, form: Form.Value };
  const kind = file.kind(only);
  const isCall = kind === file.k.call_expression || kind === file.k.type_conversion_expression;
  if (isCall) return { given: only, form: Form.Part + place };
  return { given: place === 0 ? only : NO_NODE, form: Form.Value };
}

/** `for k, v := range xs`: keys and items. */
export function bindRange(r: Resolving, node: number): number {
  return bindAll(r, node, [Form.Key, Form.Element]);
}

/** `case v, ok := <-ch:` */
export function bindReceived(r: Resolving, node: number): number {
  return bindAll(r, node, [Form.Value]);
}

/** Binds names to one value, where the clause declares them. @param forms by place; a name without one is unknown */
function bindAll(r: Resolving, node: number, forms: readonly number[]): number {
  const { file, k } = r;
  const left = file.child(node, k.in_left);
  const right = file.child(node, k.in_right);
  if (left === NO_NODE || right === NO_NODE || !file.has(node, k.declare_token)) return node + 1;
  file.listed(left).forEach((name, place) => {
    const form = forms[place];
    r.bind(name, form === undefined ? { from: file.next(node) } : { from: file.next(node), given: right, form });
  });
  return right;
}

/** A case of `switch v := x.(type)`: where it names one type, `v` is of that type. */
export function bindCase(r: Resolving, node: number): void {
  const { file, k } = r;
  r.openBlock(node);
  const statement = file.parent(node);
  const types = file.inField(node, k.in_type);
  const [type = NO_NODE] = types;
  const [name = NO_NODE] = file.listed(file.child(statement, k.in_alias));
  const isOne = types.length === 1;
  const value = file.child(statement, k.in_value);
  r.bind(name, { from: node, given: isOne ? type : value, form: isOne ? Form.Type : Form.Value });
}

/** Writes what `=` and `op=` assign to. */
export function writeAssignment(r: Resolving, node: number): void {
  const { file, k } = r;
  for (const target of file.listed(file.child(node, k.in_left))) writeTarget(r, target);
}

/** `x++` */
export function writeStep(r: Resolving, node: number): void {
  writeTarget(r, r.file.firstNamed(node));
}

function writeTarget(r: Resolving, target: number): void {
  const { file, k } = r;
  const kind = file.kind(target);
  if (kind === k.index_expression) {
    const expr = r.expressions.value(file.child(target, k.in_operand));
    if (expr !== 0) file.extraction.mutations.push({ owner: r.owner, expr, node: target });
    return;
  }
  const root = r.chainRoot(target);
  if (target === NO_NODE || file.kind(root) !== k.identifier || file.tree.text(root) === "_") return;
  const binding = r.expressions.find(root);
  const isShared = binding === undefined || file.op(binding.expr ?? 0) === ExprOp.This;
  const expr = isShared ? r.expressions.value(target) : 0;
  if (expr !== 0) r.addRefOnce(RefKind.Write, expr, target);
  file.skip(target);
}
