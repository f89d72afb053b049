/** Calls: the reference, and what some calls say of routes and tests. */
import { ExprOp, RefKind } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { writeCallEntry } from "./entries.js";
import type { Resolving } from "./resolving.js";

/** @returns the row to go on with */
export function writeCall(r: Resolving, node: number): number {
  const { file, k } = r;
  const callee = file.child(node, k.in_function);
  const list = file.child(node, k.in_arguments);
  if (callee === NO_NODE || list === NO_NODE) return node + 1;
  if (r.expressions.isPredeclared(callee)) return list;
  const selected = file.kind(callee) === k.selector_expression;
  const expr = r.expressions.callee(node);
  const at = selected ? file.child(callee, k.in_field) || callee : callee;
  const arity = file.tree.namedChildren(list).length;
  if (expr !== 0 && file.op(expr) !== ExprOp.Literal) r.addRef(RefKind.Call, expr, at, arity);
  writeCallEntry(r, { call: node, callee, list });
  const root = r.chainRoot(callee);
  return file.kind(root) === k.identifier ? file.next(callee) : root || node + 1;
}

/** `f[int](x)` looks like a conversion. @returns the row to go on with */
export function writeConversion(r: Resolving, node: number): number {
  const { file, k } = r;
  const type = file.child(node, k.in_type);
  if (file.kind(type) !== k.generic_type) return node + 1;
  const expr = r.expressions.types.read(type);
  const named = file.child(type, k.in_type);
  if (expr !== 0) r.addRef(RefKind.Call, expr, file.child(named, k.in_name) || named, 1);
  return file.child(type, k.in_type_arguments) || node + 1;
}
