/**
 * Argument results (rule 8): functions whose result follows from their first argument, such as `def same(x): return x`,
 * `def build(cls): return cls()`, decorators that return the decorated function, and mixins.
 */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import { ExprOp, HERITAGE } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";
import { basesLookup, paramsLookup } from "../lookups.js";
import { RULE } from "../values/rule-table.js";
import {
  flatMapValue,
  isMetaType,
  NOTHING,
  refine,
  resultOfType,
  type Target,
  TargetKind,
  type Value,
} from "../values/target.js";
import { elementValue } from "./containers.js";
import { type Evaluation, isClass } from "./evaluation.js";

const Result = { Other: 0, Argument: 1, Made: 2 } as const;

/** What a function returns of its first argument, which excludes the receiver. */
export function resultOfArgument(ctx: FileContext, ordinal: number): number {
  const known = ctx.argumentResults.get(ordinal);
  if (known !== undefined) return known;
  const result = findResultOfArgument(ctx, ordinal);
  ctx.argumentResults.set(ordinal, result);
  return result;
}

function findResultOfArgument(ctx: FileContext, ordinal: number): number {
  for (const row of ctx.returned(ordinal)) {
    const isCall = ctx.exprs.op[row] === ExprOp.Call;
    if (isFirstParameter(ctx, ordinal, isCall ? (ctx.exprs.a[row] ?? 0) : row))
      return isCall ? Result.Made : Result.Argument;
  }
  return Result.Other;
}

/** Whether an expression is the parameter as passed. */
function isFirstParameter(ctx: FileContext, ordinal: number, row: number): boolean {
  const local = ctx.exprs.a[row] ?? 0;
  if (ctx.exprs.op[row] !== ExprOp.Local || ctx.locals.owner[local] !== ordinal) return false;
  const first = firstParameter(ctx, ordinal);
  const isFree = first !== undefined && ctx.localValues(local).length === 0;
  return isFree && ctx.localName(local) === ctx.page.string(ctx.params.name[first] ?? 0);
}

/** The row of the parameter that takes the first argument. */
function firstParameter(ctx: FileContext, ordinal: number): number | undefined {
  const rows = ctx.parameters(ordinal);
  const isMethod = ctx.isPython && ctx.kind(ctx.symbols.container[ordinal] ?? 0) === KIND_CODE.class;
  return rows[isMethod && !ctx.hasFlag(ordinal, SymbolFlag.Static) ? 1 : 0];
}

/** The result of a call that follows from its argument. */
export function resultFromArgument(ev: Evaluation, fn: Target, argument: () => Value, fuel: number): Value {
  const result = resultOfArgument(ev.context(fn.file), fn.symbol);
  if (result === Result.Other) return NOTHING;
  const value = argument();
  const given = result === Result.Made ? ev.callOf(value, undefined, fuel) : value;
  return given.map((target) => refine(target, RULE.returned));
}

/** The class that a function mixes into the one that it gives, `(Base) => class extends Base {}`: its first argument. */
export function mixedFromArgument(ev: Evaluation, fn: Target, result: Value, argument: () => Value): Value {
  const ctx = ev.context(fn.file);
  const isMixed = ({ file, symbol }: Target) => {
    if (file !== fn.file) return false;
    ev.record(ctx, basesLookup(ctx.memberHash(symbol)));
    const { expr } = ctx.page.table(HERITAGE);
    return ctx.heritage(symbol).some((row) => isFirstParameter(ctx, fn.symbol, expr[row] ?? 0));
  };
  const isMixin = result.some((target) => isClass(ev, target) && isMixed(target));
  return isMixin ? argument().filter((target) => isClass(ev, target)) : NOTHING;
}

/** Replaces type variables in a result: by the argument of the receiver's type, else by the call's argument. */
export function withoutTypeVariables(
  ev: Evaluation,
  value: Value,
  { fn, argument }: { readonly fn: Target; readonly argument: () => Value },
  fuel: number,
): Value {
  if (!value.some(isTypeVariable)) return value;
  return flatMapValue(value, (target) => {
    if (!isTypeVariable(target)) return [target];
    return fn.item ?? fn.receiver?.item ?? insideArgument(ev, fn, argument(), fuel);
  });
}

/** What a function's type variable stands for: the argument itself, or by the parameter's type its items, objects or results. */
function insideArgument(ev: Evaluation, fn: Target, argument: Value, fuel: number): Value {
  const ctx = ev.context(fn.file);
  ev.record(ctx, paramsLookup(ctx.idHash(fn.symbol)));
  const row = firstParameter(ctx, fn.symbol);
  const type = row === undefined ? 0 : (ctx.params.typeOpt[row] ?? 0);
  const written = type === 0 ? NOTHING : ev.evaluate(ctx, type - 1, fuel);
  const around = written.find(({ item }) => item?.some(isTypeVariable));
  if (around !== undefined && !isMetaType(around)) return elementValue(ev, argument, fuel);
  const functions = ev.instancesOf(
    written.filter(({ kind }) => kind === TargetKind.Function),
    fuel,
  );
  const isCalled = around !== undefined || functions.some((it) => resultOfType(it).some(isTypeVariable));
  return isCalled ? ev.callOf(argument, undefined, fuel) : argument;
}

/** Name of the value of a type variable without a bound. */
export const TYPE_VARIABLE = "TypeVar";

function isTypeVariable(target: Target): boolean {
  return target.kind === TargetKind.Builtin && target.name === TYPE_VARIABLE;
}
