/** Items added to a container after its creation. */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { Wrap } from "../declare/wraps.js";
import type { Resolving } from "./resolving.js";

/** Adds an item to the container that a local or a field holds: `xs.append(value)`, `xs[key] = value`. */
export function addItem(r: Resolving, container: number, value: number): void {
  const { file } = r;
  if (value === NO_NODE) return;
  if (file.kind(container) === file.k.identifier) addToLocal(r, container, value);
  else if (file.kind(container) === file.k.attribute) addToField(r, container, value);
}

function addToLocal(r: Resolving, container: number, value: number): void {
  const binding = r.expressions.find(container);
  if (binding === undefined || binding.isDefined || binding.isField || binding.isTypeParam) return;
  if (binding.scope === r.scopes.functionScope)
    binding.give({ node: value, wrap: Wrap.Item, at: container, from: r.file.next(value) });
}

function addToField(r: Resolving, container: number, value: number): void {
  const { file } = r;
  const object = file.child(container, file.k.in_object);
  if (file.kind(object) !== file.k.identifier) return;
  const [op, cls] = r.expressions.find(object)?.candidates ?? [];
  const item = op === ExprOp.This ? r.expressions.value(value) : 0;
  if (item === 0 || file.op(item) === ExprOp.Literal) return;
  r.fields.addItem(cls ?? -1, file.lastName(container), item);
}
