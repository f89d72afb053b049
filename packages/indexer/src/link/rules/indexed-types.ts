/**
 * Indexed access types (rule 6): `Events[K]`, where a call's argument says which property `K` names. Values keep such a
 * type as a target until the arguments of a call are known.
 */
import {
  builtin,
  flatMapValue,
  isIndexed,
  isParameterList,
  keyOf,
  NOTHING,
  type Target,
  TargetKind,
  type Value,
} from "../values/target.js";
import type { Evaluation } from "./evaluation.js";

/** Deepest nesting of function types that is read. */
const MAX_DEPTH = 3;

/**
 * What indexed access types stand for, also those in function types: the properties that their keys name, nothing for
 * keys that are not known. Keys themselves are strings from here on.
 */
export function resolveIndexed(ev: Evaluation, value: Value, fuel: number, depth = 0): Value {
  if (depth > MAX_DEPTH || !value.some(mayHold)) return value;
  return flatMapValue(value, (target) => resolveOne(ev, target, fuel, depth));
}

function resolveOne(ev: Evaluation, target: Target, fuel: number, depth: number): Value {
  if (keyOf(target) !== undefined) return [builtin("string")];
  if (isIndexed(target)) return propertyOf(ev, target, fuel);
  const inside = (value: Value) => resolveIndexed(ev, value, fuel, depth + 1);
  if (isParameterList(target)) return [{ ...target, item: inside(target.item ?? NOTHING) }];
  return target.kind === TargetKind.Function ? [{ ...target, parts: target.parts?.map(inside) }] : [target];
}

function mayHold(target: Target): boolean {
  return (
    target.kind === TargetKind.Function || isIndexed(target) || isParameterList(target) || keyOf(target) !== undefined
  );
}

function propertyOf(ev: Evaluation, { args = [] }: Target, fuel: number): Value {
  const [object = NOTHING, keys = NOTHING] = args;
  return flatMapValue(keys, (key) => {
    const name = keyOf(key);
    return name === undefined ? NOTHING : ev.memberOf(object, ev.names.number(name), fuel);
  });
}
