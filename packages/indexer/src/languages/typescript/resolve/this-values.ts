/**
 * The value of `this` in functions of object literals: what the literal's own methods reach, and what the place of the
 * function or of an object around it declares by `ThisType<T>` or by a `this` parameter. Source: TypeScript handbook, "ThisType<Type>".
 */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Resolving } from "../resolving.js";
import { THIS } from "../types/type-expressions.js";
import { expectedValue } from "./expected-values.js";

/** Maximum number of object literals around a function that are read. */
const MAX_OBJECTS = 5;

/** The expression of `this` at a node; 0 if unknown. In a function of a class it is an instance, wherever the function stands. */
export function thisValue(state: Resolving, node: number): number {
  const { file, self } = state;
  const op = file.op(self);
  const isOfClass = op === ExprOp.This || op === ExprOp.Class;
  const fn = isOfClass ? NO_NODE : functionOf(state, node);
  return fn === NO_NODE ? self : file.union(self, declaredThis(state, fn));
}

/** The function that binds `this`, if that is a function literal or a method of an object literal; else {@link NO_NODE}. */
function functionOf({ file, k }: Resolving, node: number): number {
  for (let at = file.parent(node); at > 0; at = file.parent(at)) {
    const kind = file.kind(at);
    if (kind === k.function_expression || kind === k.generator_function) return at;
    if (kind === k.method_definition) return file.kind(file.parent(at)) === k.object ? at : NO_NODE;
    if (kind === k.function_declaration || kind === k.class_body) return NO_NODE;
  }
  return NO_NODE;
}

/** What the places of a function, and of the object literals around it, declare for `this`; 0 for none. */
function declaredThis(state: Resolving, fn: number): number {
  const known = state.placedThis.get(fn);
  if (known !== undefined) return known;
  // The place may name `this` itself.
  state.placedThis.set(fn, 0);
  const { file, k } = state;
  let found = expectedThis(state, fn);
  let at = fn;
  for (let objects = 0; objects < MAX_OBJECTS; objects++) {
    const pair = file.parent(at);
    const object = file.kind(pair) === k.pair ? file.parent(pair) : pair;
    if (file.kind(object) !== k.object) break;
    found = file.union(found, expectedThis(state, object));
    at = object;
  }
  state.placedThis.set(fn, found);
  return found;
}

function expectedThis(state: Resolving, node: number): number {
  const expected = expectedValue(state, node);
  return expected === 0 ? 0 : state.file.expr(ExprOp.Member, expected, state.file.facts.string(THIS));
}
