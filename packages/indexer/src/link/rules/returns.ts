/** Rules 7 and 8: what calling something gives: instances of classes, declared and inferred results of functions. */
import { KIND_CODE } from "@sdl/model";
import type { FileContext } from "../file-context.js";
import { valueLookup } from "../lookups.js";
import {
  external,
  flatMapValue,
  instance,
  isOutside,
  NOTHING,
  reachedBy,
  refine,
  type Target,
  TargetKind,
  union,
  type Value,
} from "../target.js";
import { COST, type Evaluation } from "./evaluation.js";
import { RULE } from "./rule-table.js";

/** The value of a call or construction. */
export function callValue(ev: Evaluation, callee: Value, fuel: number): Value {
  return flatMapValue(callee, (target) => {
    if (isOutside(target))
      return [{ ...target, name: target.name.endsWith("()") ? target.name : `${target.name}()`, item: undefined }];
    if (target.kind === TargetKind.Instance) return callInstance(ev, target, fuel);
    if (target.kind !== TargetKind.Declaration) return NOTHING;
    return callDeclaration(ev, target, fuel);
  });
}

function callDeclaration(ev: Evaluation, target: Target, fuel: number): Value {
  const kind = ev.context(target.file).kind(target.symbol);
  if (kind === KIND_CODE.class) {
    const made = reachedBy(target, instance(target.file, target.symbol, RULE.construction));
    return [{ ...made, isSelf: target.isSelf, item: target.item }];
  }
  if (kind === KIND_CODE.interface || kind === KIND_CODE.type) return NOTHING;
  const held = ev.held(target, fuel);
  if (held.length !== 1 || held[0] !== target)
    return ev.callOf(
      held.filter((it) => !isVariable(ev, it)),
      fuel,
    );
  return returnedValue(ev, target, fuel).map((result) => reachedBy(target, result));
}

function isVariable(ev: Evaluation, target: Target): boolean {
  return target.kind === TargetKind.Declaration && ev.context(target.file).kind(target.symbol) === KIND_CODE.variable;
}

/** Python objects with `__call__`. */
function callInstance(ev: Evaluation, target: Target, fuel: number): Value {
  if (!ev.context(target.file).isPython) return NOTHING;
  const found = ev.classMember(target, ev.names.number("__call__"), { above: false, fuel });
  return ev.callOf(
    found.filter((it) => it.kind === TargetKind.Declaration && !isVariable(ev, it)),
    fuel,
  );
}

/** What the function gives back; its own instance becomes the one that the method was taken from. */
export function returnedValue(ev: Evaluation, fn: Target, fuel: number): Value {
  const ctx = ev.context(fn.file);
  const value = resultOf(ev, ctx, fn.symbol, fuel);
  if (fn.receiver === undefined) return value;
  return flatMapValue(value, (target) => [withReceiver(target, fn.receiver)]);
}

function resultOf(ev: Evaluation, ctx: FileContext, ordinal: number, fuel: number): Value {
  const known = ev.recall(ctx.steps.returns, ordinal, fuel);
  if (known !== undefined) return known;
  return ev.step(ctx.steps.returns, ordinal, { fuel, cost: COST.returned }, (left) => {
    ev.record(ctx, valueLookup(ctx.idHash(ordinal)));
    const type = ctx.symbols.typeOpt[ordinal] ?? 0;
    const declared = type === 0 ? NOTHING : ev.instancesOf(ev.evaluate(ctx, type - 1, left), left);
    if (declared.length > 0) return declared.map((target) => refine(target, RULE.annotation));
    let result: Value = NOTHING;
    for (const row of ctx.returned(ordinal)) result = union(result, ev.evaluate(ctx, row, left));
    return result.map((target) => refine(target, RULE.returned));
  });
}

function withReceiver(target: Target, receiver: Target | undefined): Target {
  if (!target.isSelf || receiver === undefined || receiver.kind === TargetKind.External) return target;
  if (target.kind === TargetKind.Instance && receiver.kind !== TargetKind.Instance) {
    return { ...target, file: receiver.file, symbol: receiver.symbol };
  }
  return { ...refine(receiver, target), kind: target.kind, receiver: undefined };
}

/** What awaiting gives: the argument of a promise's type, else the value itself. */
export function awaitedValue(ev: Evaluation, value: Value, fuel: number): Value {
  return flatMapValue(value, (target) => {
    if (!isOutside(target) || target.item === undefined) return [target];
    return ev.instancesOf(target.item, fuel).map((item) => reachedBy(target, refine(item, RULE.annotation)));
  });
}

/** What iterating over, or indexing, gives: the argument of a container's type. */
export function elementValue(ev: Evaluation, value: Value, fuel: number): Value {
  return flatMapValue(value, (target) => {
    if (target.kind === TargetKind.External && target.item === undefined)
      return [external(target.text, `${target.name}[]`)];
    if (target.item === undefined) return NOTHING;
    return ev.instancesOf(target.item, fuel).map((item) => reachedBy(target, refine(item, RULE.annotation)));
  });
}

/** What `with value as x` binds: the result of `__enter__`, by custom the object itself. */
export function enteredValue(ev: Evaluation, value: Value, fuel: number): Value {
  return flatMapValue(value, (target) => {
    if (isOutside(target)) return target.item === undefined ? [target] : elementValue(ev, [target], fuel);
    if (target.kind !== TargetKind.Instance) return NOTHING;
    const enter = ev.classMember(target, ev.names.number("__enter__"), { above: false, fuel });
    const entered = ev.callOf(
      enter.map((it) => ({ ...it, receiver: target })),
      fuel,
    );
    return entered.some((it) => !isOutside(it)) ? entered.map((it) => reachedBy(target, it)) : [target];
  });
}
