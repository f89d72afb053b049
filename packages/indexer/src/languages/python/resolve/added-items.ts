/** Items added to a container after its creation. */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { Wrap } from "../declare/wraps.js";
import type { Resolving } from "./resolving.js";
import { addVariableValue } from "./variable-values.js";

/**
 * Adds an item to the container that a local, a variable of the module or a field holds: `xs.append(value)`, `xs[key] = value`,
 * `xs[key][other] = value`. @param wrap `Wrap.Item`, or `Wrap.Items` if the value's own items are added
 */
export function addItem(r: Resolving, container: number, value: number, wrap: number = Wrap.Item): void {
  const { file } = r;
  if (value === NO_NODE) return;
  if (file.kind(container) === file.k.identifier) addToName(r, container, value, wrap);
  else if (file.kind(container) === file.k.attribute) addToField(r, container, r.locals.wrapped(value, wrap));
  else if (file.kind(container) === file.k.subscript) addInside(r, container, r.locals.wrapped(value, wrap));
}

function addToName(r: Resolving, container: number, value: number, wrap: number): void {
  const binding = r.expressions.find(container);
  if (binding === undefined || binding.isField || binding.isTypeParam) return;
  if (binding.variable >= 0) addVariableValue(r, binding.variable, r.locals.wrapped(value, wrap));
  else if (!binding.isDefined && binding.scope === r.scopes.functionScope)
    binding.give({ node: value, wrap, at: container, from: r.file.next(value) });
}

/** Adds to a container inside a variable's container. */
function addInside(r: Resolving, item: number, items: number): void {
  const { file } = r;
  const container = file.child(item, file.k.in_value);
  const variable = file.kind(container) === file.k.identifier ? r.expressions.find(container)?.variable : undefined;
  if (variable !== undefined && variable >= 0 && items !== 0)
    addVariableValue(r, variable, file.expr(ExprOp.Items, items));
}

/** @param items expression of a container that has the items */
function addToField(r: Resolving, container: number, items: number): void {
  const { file } = r;
  const object = file.child(container, file.k.in_object);
  if (file.kind(object) !== file.k.identifier || items === 0) return;
  const [op, operand = -1] = r.expressions.find(object)?.candidates ?? [];
  const isClass = op === ExprOp.Symbol && file.extraction.kindOf(operand) === "class";
  if (op !== ExprOp.This && op !== ExprOp.Class && !isClass) return;
  r.fields.addItems(operand, file.lastName(container), items);
}
