/** Call results (rules 7 and 8): instances of classes, declared and inferred results of functions. */
import { KIND_CODE } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";
import { overloadType } from "../files/overloads.js";
import { valueLookup } from "../lookups.js";
import { RULE } from "../values/rule-table.js";
import {
  builtin,
  external,
  flatMapValue,
  instance,
  isIndexed,
  isOutside,
  isThisType,
  NOTHING,
  namesValue,
  reachedBy,
  refine,
  resultOfType,
  type Target,
  TargetKind,
  union,
  type Value,
} from "../values/target.js";
import { mixedFromArgument, resultFromArgument, withoutTypeVariables } from "./arguments.js";
import { passedValue, signaturesOf } from "./callbacks.js";
import { callbackCall, containerCall } from "./containers.js";
import { COST, type Evaluation, isVariable } from "./evaluation.js";
import { type Answer, Holding, throughHolders } from "./holder-search.js";
import { outsideCall } from "./outside/outside-calls.js";
import { makerCall } from "./python/inherited-makers.js";
import { querySetCall, returnedSet } from "./python/query-sets.js";
import { boundOf, constructedTypes, substitute, substituteInCall } from "./type-arguments.js";

/** The value of a call or construction. */
export function callValue(ev: Evaluation, callee: Value, argument: () => Value, fuel: number): Value {
  return throughHolders(callee, (target, mark) => {
    const given = mark === WITHOUT_ARGUMENT ? noArgument : argument;
    if (isOutside(target)) return callOutside(ev, target, given, fuel);
    if (target.kind === TargetKind.Instance) return callInstance(ev, target, fuel);
    if (target.kind === TargetKind.Function) return resultOfType(target).map((result) => reachedBy(target, result));
    if (target.kind === TargetKind.TypeParameter) return new Holding(boundOf(target));
    if (target.kind !== TargetKind.Declaration) return NOTHING;
    return callDeclaration(ev, target, given, fuel);
  });
}

/** Mark of an object's own method, whose arguments are not evaluated. */
const WITHOUT_ARGUMENT = 1;

const noArgument = (): Value => NOTHING;

/** The value of `new callee(…)` in a script: a container keeps its item type; a plain function makes an object of its own. */
export function constructedValue(ev: Evaluation, callee: Value, fuel: number): Value {
  return flatMapValue(callee, (target) => {
    if (isOutside(target) && target.args !== undefined) return [target];
    if (target.kind !== TargetKind.Instance && !isVariable(ev, target)) return constructedOne(ev, target, fuel);
    const made = flatMapValue(constructedTypes(ev, target, fuel), (cls) =>
      // A type argument stands for the instances.
      cls.kind === TargetKind.Instance ? [cls] : constructedOne(ev, cls, fuel),
    );
    return made.length > 0 ? made.map((it) => reachedBy(target, it)) : constructedOne(ev, target, fuel);
  });
}

/** What a class, a function, or `new () => Type` makes. */
function constructedOne(ev: Evaluation, target: Target, fuel: number): Value {
  const value = ev.callOf([target], undefined, fuel);
  if (value.length > 0 || target.kind !== TargetKind.Declaration) return value;
  const kind = ev.context(target.file).kind(target.symbol);
  if (kind === KIND_CODE.interface || kind === KIND_CODE.type) return ev.instancesOf([target], fuel);
  if (kind !== KIND_CODE.function) return value;
  return [reachedBy(target, instance(target.file, target.symbol, RULE.construction))];
}

function callOutside(ev: Evaluation, target: Target, argument: () => Value, fuel: number): Value {
  if (isIndexed(target) || isThisType(target)) return NOTHING;
  const known =
    querySetCall(target) ??
    makerCall(target) ??
    callbackCall(ev, target, argument, fuel) ??
    containerCall(target) ??
    outsideCall(ev, target, argument, fuel);
  if (known !== undefined) return known;
  if (target.name.endsWith("()") && target.item === undefined) return [target];
  const name = target.name.endsWith("()") ? target.name : `${target.name}()`;
  return [target.kind === TargetKind.External ? external(target.text, name) : builtin(name)];
}

function callDeclaration(ev: Evaluation, target: Target, argument: () => Value, fuel: number): Answer {
  const kind = ev.context(target.file).kind(target.symbol);
  if (kind === KIND_CODE.class) {
    const made = reachedBy(target, instance(target.file, target.symbol, RULE.construction));
    return [{ ...made, isSelf: target.isSelf, item: target.item, args: target.args }];
  }
  if (kind === KIND_CODE.interface || kind === KIND_CODE.type)
    return ev.context(target.file).packageName === undefined ? NOTHING : ev.instancesOf([target], fuel);
  const held = ev.held(target, fuel);
  if (held.length !== 1 || held[0] !== target) return new Holding(held.filter((it) => !isVariable(ev, it)));
  const given = withoutTypeVariables(ev, returnedValue(ev, target, fuel), { fn: target, argument }, fuel);
  const result = substituteInCall(ev, given, target, { given: [{ place: 0, value: argument }], fuel });
  const passed = result.length > 0 ? result : passedValue(ev, [target], argument);
  const followed = passed.length > 0 ? passed : resultFromArgument(ev, target, argument, fuel);
  const whole = union(followed, mixedFromArgument(ev, target, followed, argument));
  return whole.map((it) => reachedBy(target, it));
}

/**
 * What the result of a generic function has of its second argument: in scripts, `U` in `(target: T, source: U): T & U`. Only type parameters
 * that stand for the result itself count.
 */
export function mergedValue(ev: Evaluation, callee: Value, argument: () => Value, fuel: number): Value {
  return throughHolders(callee, (target) => {
    if (target.kind !== TargetKind.Declaration || ev.context(target.file).kind(target.symbol) === KIND_CODE.class)
      return NOTHING;
    const held = ev.held(target, fuel);
    if (held.length !== 1 || held[0] !== target) return new Holding(held.filter((it) => !isVariable(ev, it)));
    const open = returnedValue(ev, target, fuel).filter((it) => it.kind === TargetKind.TypeParameter);
    const result =
      open.length === 0
        ? NOTHING
        : substituteInCall(ev, open, target, { given: [{ place: 1, value: argument }], fuel });
    return result.map((it) => reachedBy(target, it));
  });
}

/**
 * The result of calling a Python object with `__call__`, an object of a type with call signatures in scripts, or a value of
 * a function type in Go.
 */
function callInstance(ev: Evaluation, target: Target, fuel: number): Answer {
  const ctx = ev.context(target.file);
  if (ctx.packageName !== undefined) return new Holding(ev.memberOf([target], ev.names.number("()"), fuel));
  if (!ctx.isPython) return new Holding(signaturesOf(ev, target, fuel));
  const found = ev.classMember(target, ev.names.number("__call__"), { above: false, fuel });
  const methods = found.filter((it) => it.kind === TargetKind.Declaration && !isVariable(ev, it));
  return new Holding(
    methods.map((it) => ({ ...it, receiver: target })),
    WITHOUT_ARGUMENT,
  );
}

/** The function's return value; `self` in it becomes the receiver of the method. */
export function returnedValue(ev: Evaluation, fn: Target, fuel: number): Value {
  const ctx = ev.context(fn.file);
  const value = resultOf(ev, ctx, fn.symbol, fuel);
  if (fn.receiver === undefined) return substitute(value, fn.args);
  return flatMapValue(substitute(value, fn.args), (target) => [withReceiver(target, fn.receiver)]);
}

function resultOf(ev: Evaluation, ctx: FileContext, ordinal: number, fuel: number): Value {
  const known = ev.recall(ctx.steps.returns, ordinal, fuel);
  if (known !== undefined) return known;
  return ev.step(ctx.steps.returns, ordinal, { fuel, cost: COST.returned }, (left) => {
    ev.record(ctx, valueLookup(ctx.idHash(ordinal)));
    const type = ctx.symbols.typeOpt[ordinal] ?? 0;
    const declared = type === 0 ? NOTHING : ev.instancesOf(ev.evaluate(ctx, type - 1, left), left);
    const written = declared.map((target) => refine(target, RULE.annotation));
    if (namesValue(declared) && !isExpectedOutside(ctx, type, declared)) return written;
    const overloads = type === 0 ? overloadResults(ev, ctx, ordinal, left) : NOTHING;
    if (namesValue(overloads)) return overloads;
    let result: Value = NOTHING;
    for (const row of ctx.returned(ordinal)) result = union(result, ev.evaluate(ctx, row, left));
    return union(
      result.map((target) => refine(target, RULE.returned)),
      written,
    );
  });
}

/** What the overloads of a script's function declare as their results. */
function overloadResults(ev: Evaluation, ctx: FileContext, ordinal: number, fuel: number): Value {
  const type = overloadType(ctx, ordinal);
  const overloads = type === 0 ? NOTHING : ev.evaluate(ctx, type - 1, fuel);
  return flatMapValue(overloads, (overload) =>
    ev.instancesOf(resultOfType(overload), fuel).map((result) => refine(result, RULE.annotation)),
  );
}

/**
 * Whether a result that the type around a function expects is outside the repository: then what the function itself
 * returns says more.
 */
function isExpectedOutside(ctx: FileContext, typeOpt: number, declared: Value): boolean {
  return ctx.exprs.op[typeOpt - 1] === ExprOp.Call && declared.every(isOutside);
}

function withReceiver(target: Target, receiver: Target | undefined): Target {
  if (receiver !== undefined && target.kind === TargetKind.External) return returnedSet(receiver, target);
  if (!target.isSelf || receiver === undefined || receiver.kind === TargetKind.External) return target;
  if (target.kind === TargetKind.Instance && receiver.kind !== TargetKind.Instance) {
    return { ...target, file: receiver.file, symbol: receiver.symbol };
  }
  return { ...refine(receiver, target), kind: target.kind, receiver: undefined };
}
