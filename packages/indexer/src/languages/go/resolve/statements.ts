/** Statements that bind names, and those that change what others see. */
import { ExprOp, RefKind } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
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
    bindGiven(r, name, { values, place, count: names.length, from: file.next(node) });
  });
  return right === NO_NODE ? file.next(node) : right;
}

/** What one of several names is given by the expressions on the other side. */
export interface GivenPlace {
  readonly values: readonly number[];
  readonly place: number;
  /** How many names there are. */
  readonly count: number;
  /** The first row that sees the name. */
  readonly from: number;
}

/** The node that stands for a name's value, and how. Of a check (`v, ok := m[k]`) the first name gets the value. */
export function givenTo(r: Resolving, { values, place, count }: GivenPlace): [node: number, form: number] {
  const { file, k } = r;
  const [only = NO_NODE] = values;
  if (values.length === count) return [values[place] ?? NO_NODE, Form.Value];
  const kind = file.kind(only);
  if (kind === k.call_expression || kind === k.type_conversion_expression) return [only, Form.Part + place];
  return [place === 0 ? only : NO_NODE, Form.Value];
}

export function bindGiven(r: Resolving, name: number, given: GivenPlace): void {
  const [node, form] = givenTo(r, given);
  r.bind(name, { from: given.from, given: node, form });
}

/** `for k, v := range xs` */
export function bindRange(r: Resolving, node: number): number {
  const { file, k } = r;
  const left = file.child(node, k.in_left);
  const right = file.child(node, k.in_right);
  if (left === NO_NODE || right === NO_NODE || !file.tree.source.startsWith(":=", skipBlanks(r, left))) return node + 1;
  const [key = NO_NODE, item = NO_NODE] = file.listed(left);
  r.bind(key, { from: file.next(node), given: right, form: Form.Key });
  r.bind(item, { from: file.next(node), given: right, form: Form.Element });
  return right;
}

/** The offset behind a node and the blanks that follow it. */
function skipBlanks({ file }: Resolving, node: number): number {
  let at = file.tree.end[node] ?? 0;
  while (file.tree.source[at] === " " || file.tree.source[at] === "\t") at++;
  return at;
}

/** `case v, ok := <-ch:` */
export function bindReceived(r: Resolving, node: number): number {
  const { file, k } = r;
  const left = file.child(node, k.in_left);
  const right = file.child(node, k.in_right);
  if (left === NO_NODE || right === NO_NODE || !file.tree.source.startsWith(":=", skipBlanks(r, left))) return node + 1;
  const [name = NO_NODE, ok = NO_NODE] = file.listed(left);
  r.bind(name, { from: file.next(node), given: right });
  r.bind(ok, { from: file.next(node) });
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
  const isShared = binding === undefined || file.op(binding.bound.expr ?? 0) === ExprOp.This;
  const expr = isShared ? r.expressions.value(target) : 0;
  if (expr !== 0) r.addRefOnce(RefKind.Write, expr, target);
  file.skip(target);
}
