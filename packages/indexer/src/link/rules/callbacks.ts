/**
 * Callback rules (6 and 11): what a function passes to its function arguments, by the declared parameter types, and
 * what it returns of them.
 */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import { ExprOp, ParamFlag } from "@sdl/model/facts";
import { ExpressionDigest } from "../files/digest.js";
import type { FileContext } from "../files/file-context.js";
import { paramsLookup, symbolLookup } from "../lookups.js";
import { RULE } from "../values/rule-table.js";
import {
  flatMapValue,
  functionType,
  isParameterList,
  NOTHING,
  parameterOfType,
  reachedBy,
  refine,
  type Target,
  TargetKind,
  type Value,
} from "../values/target.js";
import { partValue } from "./containers.js";
import type { Evaluation } from "./evaluation.js";
import { resolveIndexed, substitute, substituteInCall } from "./type-arguments.js";

/** Name of the member of a callable type, or of an overloaded function, that has its signatures' type. */
const SIGNATURES = "()";

/** The function type of a Function row. */
export function functionTypeValue(ev: Evaluation, ctx: FileContext, row: number, fuel: number): Value {
  const { op, a, b } = ctx.exprs;
  const parameters: Value[] = [];
  let hasRest = false;
  for (let at = a[row] ?? 0; op[at] === ExprOp.Tuple; at = b[at] ?? 0) {
    const type = a[at] ?? 0;
    hasRest ||= op[type] === ExprOp.Property;
    parameters.push(ev.evaluate(ctx, op[type] === ExprOp.Property ? (b[type] ?? 0) : type, fuel));
  }
  const digest = new ExpressionDigest(ctx);
  digest.add(row);
  return [
    functionType(ctx.handle, { digest: digest.hash, result: ev.evaluate(ctx, b[row] ?? 0, fuel), parameters, hasRest }),
  ];
}

/** The value of a parameter of a function that is expected to be one of the values. @param place index of the parameter, from 0 */
export function handedValue(ev: Evaluation, expected: Value, place: number, fuel: number): Value {
  return flatMapValue(expected, (target) =>
    flatMapValue(callablesOf(ev, target, fuel), (callable) =>
      valueOfParameter(ev, callable, place, fuel).map((value) => reachedBy(target, refine(value, RULE.annotation))),
    ),
  );
}

/** The value that the callee of a call or construction expects as an argument. @param call row of the Call or New */
export function parameterValue(
  ev: Evaluation,
  ctx: FileContext,
  { call, argument }: { readonly call: number; readonly argument: number },
  fuel: number,
): Value {
  const { a } = ctx.exprs;
  const given = givenArguments(ctx, call).map(({ place, row }) => ({
    place,
    value: () => flatMapValue(ev.evaluate(ctx, row, fuel), (target) => ev.held(target, fuel)),
  }));
  return flatMapValue(ev.evaluate(ctx, a[call] ?? 0, fuel), (target) =>
    flatMapValue(callablesOf(ev, target, fuel), (callable) => {
      const open = valueOfParameter(ev, callable, argument, fuel);
      const closed =
        callable.kind === TargetKind.Declaration ? substituteInCall(ev, open, callable, { given, fuel }) : open;
      return resolveIndexed(ev, closed, fuel).map((value) => reachedBy(target, value));
    }),
  );
}

/** The arguments whose values are known: of a script's call all that the call has, else the first. */
function givenArguments(ctx: FileContext, call: number): { readonly place: number; readonly row: number }[] {
  const { op, a, b } = ctx.exprs;
  const given = op[call] === ExprOp.Call ? (b[call] ?? 0) : 0;
  if (given === 0) return [];
  if (ctx.isPython) return [{ place: 0, row: given }];
  const found: { place: number; row: number }[] = [];
  for (let at = given, place = 0; op[at] === ExprOp.Tuple; at = b[at] ?? 0, place++) {
    const row = a[at] ?? 0;
    if (row !== 0) found.push({ place, row });
  }
  return found;
}

/** Functions and function types that a call of the target calls; for an overloaded function its overloads. */
function callablesOf(ev: Evaluation, target: Target, fuel: number): Value {
  if (target.kind === TargetKind.Function) return [target];
  if (target.kind === TargetKind.Instance) return signaturesOf(ev, target, fuel);
  return functionsOf(ev, target, fuel);
}

/** The types of an object's call signatures, or of a function's overloads. */
export function signaturesOf(ev: Evaluation, target: Target, fuel: number): Value {
  if (ev.context(target.file).isPython) return NOTHING;
  return ev.memberOf([target], ev.names.number(SIGNATURES), fuel).filter(({ kind }) => kind === TargetKind.Function);
}

/** The declared type of the parameter that takes the argument, with the type arguments of the enclosing class. */
function valueOfParameter(ev: Evaluation, callable: Target, argument: number, fuel: number): Value {
  if (callable.kind === TargetKind.Function) {
    const { value, placeInRest } = parameterOfType(callable, argument);
    return placeInRest < 0 ? value : placedValue(ev, value, placeInRest, fuel);
  }
  const overloads = signaturesOf(ev, callable, fuel);
  if (overloads.length > 0) {
    const values = flatMapValue(overloads, (overload) => valueOfParameter(ev, overload, argument, fuel));
    return substitute(values, callable.args);
  }
  const parameter = parameterAt(ev, callable, argument);
  if (parameter === undefined) return NOTHING;
  const value = ev.instancesOf(ev.evaluate(parameter.ctx, parameter.row, fuel), fuel);
  return substitute(
    parameter.placeInRest < 0 ? value : placedValue(ev, value, parameter.placeInRest, fuel),
    callable.args,
  );
}

/** A part of a tuple by its place, or an item of another list; of `Parameters<F>` what the function takes there. */
export function placedValue(ev: Evaluation, list: Value, place: number, fuel: number): Value {
  return flatMapValue(list, (target) =>
    isParameterList(target)
      ? handedValue(ev, target.item ?? NOTHING, place, fuel)
      : partValue(ev, [target], place, fuel),
  );
}

/** Whether the first parameter is the receiver (object or class) of a Python method. */
function hasReceiver(ev: Evaluation, ctx: FileContext, symbol: number): boolean {
  if (!ctx.isPython || ctx.kind(ctx.symbols.container[symbol] ?? 0) !== KIND_CODE.class) return false;
  ev.record(ctx, symbolLookup(ctx.idHash(symbol)));
  return !ctx.hasFlag(symbol, SymbolFlag.Static);
}

function isGetter(ev: Evaluation, ctx: FileContext, symbol: number): boolean {
  if (ctx.kind(symbol) !== KIND_CODE.method) return false;
  ev.record(ctx, symbolLookup(ctx.idHash(symbol)));
  return ctx.hasFlag(symbol, SymbolFlag.Getter);
}

interface ParameterType {
  readonly ctx: FileContext;
  /** Row of the parameter's type. */
  readonly row: number;
  /** Place of the argument in a rest parameter, -1 for other parameters. */
  readonly placeInRest: number;
}

/** The parameter of a function that takes the argument; `undefined` if it declares no type. */
function parameterAt(ev: Evaluation, fn: Target, argument: number): ParameterType | undefined {
  const ctx = ev.context(fn.file);
  ev.record(ctx, paramsLookup(ctx.idHash(fn.symbol)));
  const rows = ctx.parameters(fn.symbol).slice(hasReceiver(ev, ctx, fn.symbol) ? 1 : 0);
  const parameter = rows[Math.min(argument, rows.length - 1)];
  if (parameter === undefined) return undefined;
  const isRest = ((ctx.params.flags[parameter] ?? 0) & ParamFlag.Rest) !== 0;
  const typeOpt = ctx.params.typeOpt[parameter] ?? 0;
  if (typeOpt === 0 || (argument >= rows.length && !isRest)) return undefined;
  return { ctx, row: typeOpt - 1, placeInRest: isRest ? argument - rows.length + 1 : -1 };
}

/** The result of a call whose declared result is its first argument: `register<T>(value: T): T`. */
export function passedValue(ev: Evaluation, callee: Value, argument: () => Value): Value {
  return flatMapValue(callee, (target) => {
    if (target.kind !== TargetKind.Declaration || !givesFirst(ev, target)) return NOTHING;
    return argument().map((value) => reachedBy(target, refine(value, RULE.annotation)));
  });
}

function givesFirst(ev: Evaluation, { file, symbol }: Target): boolean {
  const ctx = ev.context(file);
  if (!isFunction(ctx, symbol)) return false;
  ev.record(ctx, paramsLookup(ctx.idHash(symbol)));
  const { page, symbols, params } = ctx;
  const [first] = ctx.parameters(symbol);
  const generics = page.stringOpt(symbols.genericsOpt[symbol] ?? 0);
  if (first === undefined || generics === undefined) return false;
  const returns = page.stringOpt(symbols.returnsOpt[symbol] ?? 0);
  if (returns === undefined || returns !== page.stringOpt(params.typeTextOpt[first] ?? 0)) return false;
  return /^\w+$/.test(returns) && namesParameter(generics, returns);
}

/** Longest list of type parameters that is searched, in UTF-16 units. */
const MAX_GENERICS = 1000;

/** Whether the written type parameters contain the name. */
function namesParameter(generics: string, name: string): boolean {
  const around = ` ${generics.slice(0, MAX_GENERICS)} `;
  for (let at = around.indexOf(name); at >= 0; at = around.indexOf(name, at + 1)) {
    if (/[<,\s]/.test(around[at - 1] ?? "") && /[>,\s]/.test(around[at + name.length] ?? "")) return true;
  }
  return false;
}

/** Functions that a call of the declaration runs: the function itself, the class's constructor, the value of a variable. */
function functionsOf(ev: Evaluation, target: Target, fuel: number): Value {
  if (target.kind !== TargetKind.Declaration) return NOTHING;
  const ctx = ev.context(target.file);
  const kind = ctx.kind(target.symbol);
  if (kind === KIND_CODE.class) {
    const maker = ctx.isPython ? "__init__" : "constructor";
    const made = ev.classMember(target, ev.names.number(maker), { above: false, fuel }).filter(isDeclaration);
    return made.map((it) => ({ ...it, args: target.args ?? it.args }));
  }
  const held = kind === KIND_CODE.variable || isGetter(ev, ctx, target.symbol) ? ev.held(target, fuel) : [target];
  return flatMapValue(held, (it) => {
    if (it.kind !== TargetKind.Declaration) return callablesOf(ev, it, fuel);
    return isFunction(ev.context(it.file), it.symbol) ? [it] : NOTHING;
  });
}

function isDeclaration({ kind }: Target): boolean {
  return kind === TargetKind.Declaration;
}

function isFunction(ctx: FileContext, symbol: number): boolean {
  const kind = ctx.kind(symbol);
  return kind === KIND_CODE.function || kind === KIND_CODE.method || kind === KIND_CODE.constructor;
}
