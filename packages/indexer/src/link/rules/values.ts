/** Value rules (6 and 7): values of variables and fields, by declared type, else by assigned values. */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";
import { memberLookup, symbolLookup, valueLookup } from "../lookups.js";
import { RULE } from "../values/rule-table.js";
import {
  builtin,
  flatMapValue,
  isMetaType,
  isOutside,
  NOTHING,
  namesValue,
  reachedBy,
  refine,
  type Target,
  TargetKind,
  union,
  type Value,
} from "../values/target.js";
import { TYPE_VARIABLE } from "./arguments.js";
import { COST, type Evaluation, isVariable } from "./evaluation.js";
import { returnedValue } from "./returns.js";
import { substitute } from "./type-arguments.js";

/** The value of a parameter or local variable. */
export function localValue(ev: Evaluation, ctx: FileContext, local: number, fuel: number): Value {
  if (ev.isAtTop(ctx, fuel)) return heldByLocal(ev, ctx, local, fuel - COST.value);
  const known = ev.recall(ctx.steps.locals, local, fuel);
  if (known !== undefined) return known;
  const cost = { fuel, cost: COST.value };
  return ev.step(ctx.steps.locals, local, cost, (left) => heldByLocal(ev, ctx, local, left));
}

function heldByLocal(ev: Evaluation, ctx: FileContext, local: number, fuel: number): Value {
  const declared = declaredValue(ev, ctx, ctx.localType(local), fuel);
  return namesValue(declared) ? declared : union(given(ev, ctx, ctx.localValues(local), fuel), declared);
}

/** The value of a field. @param field row of `fields` */
export function fieldValue(ev: Evaluation, ctx: FileContext, field: number, fuel: number): Value {
  const known = ev.recall(ctx.steps.fields, field, fuel);
  if (known !== undefined) return known;
  return ev.step(ctx.steps.fields, field, { fuel, cost: COST.value }, (left) => {
    const { fields } = ctx;
    const name = ctx.name(fields.name[field] ?? 0);
    ev.record(ctx, memberLookup(ctx.memberHash(fields.owner[field] ?? 0), ev.names.hash(name)));
    const declared = declaredValue(ev, ctx, fields.typeOpt[field] ?? 0, left);
    const value = fields.valueOpt[field] ?? 0;
    return value === 0 || namesValue(declared) ? declared : union(stored(ev, ctx, value - 1, left), declared);
  });
}

/** The value of a variable symbol, the type that a type symbol is an alias of, or an instance of a class's metaclass. */
function symbolValue(ev: Evaluation, ctx: FileContext, ordinal: number, fuel: number): Value {
  const known = ev.recall(ctx.steps.values, ordinal, fuel);
  if (known !== undefined) return known;
  const cost = ctx.kind(ordinal) === KIND_CODE.type ? COST.alias : COST.value;
  return ev.step(ctx.steps.values, ordinal, { fuel, cost }, (left) => {
    ev.record(ctx, valueLookup(ctx.idHash(ordinal)));
    const declared = declaredValue(ev, ctx, ctx.symbols.typeOpt[ordinal] ?? 0, left);
    const value = ctx.symbols.valueOpt[ordinal] ?? 0;
    return value === 0 || namesValue(declared) ? declared : union(stored(ev, ctx, value - 1, left), declared);
  });
}

/** The value of a variable or accessor; other targets unchanged. */
export function heldBy(ev: Evaluation, target: Target, fuel: number): Value {
  if (target.kind !== TargetKind.Declaration) return [target];
  const ctx = ev.context(target.file);
  const kind = ctx.kind(target.symbol);
  if (kind === KIND_CODE.variable) {
    return symbolValue(ev, ctx, target.symbol, fuel).map((held) => refine(held, target));
  }
  if (kind !== KIND_CODE.method) return [target];
  ev.record(ctx, symbolLookup(ctx.idHash(target.symbol)));
  if (!ctx.hasFlag(target.symbol, SymbolFlag.Getter)) return [target];
  return returnedValue(ev, target, fuel).map((held) => refine(held, target));
}

/** Instances of the metaclass of a Python class: its own, else that of the nearest ancestor that names one. */
export function metaclassValue(ev: Evaluation, cls: Target, fuel: number): Value {
  for (const it of ev.ancestors(ev.context(cls.file), cls.symbol, fuel)) {
    if (it.kind !== TargetKind.Declaration) continue;
    const metaclass = symbolValue(ev, ev.context(it.file), it.symbol, fuel);
    if (metaclass.length > 0) return metaclass;
  }
  return NOTHING;
}

/** The value of a function after its decorators; those from outside the repository count as keeping what they are given. */
export function decoratedValue(ev: Evaluation, target: Target, fuel: number): Value {
  const ctx = ev.context(target.file);
  const { symbol } = target;
  const known = ev.recall(ctx.steps.values, symbol, fuel);
  const value =
    known ??
    ev.step(ctx.steps.values, symbol, { fuel, cost: COST.value }, (left) => {
      ev.record(ctx, valueLookup(ctx.idHash(symbol)));
      const made = ctx.symbols.valueOpt[symbol] ?? 0;
      return made === 0 ? NOTHING : belowOutside(ev, ctx, made - 1, left);
    });
  return value.map((held) => reachedBy(target, refine(held, RULE.returned)));
}

/** The value of a chain of decorators' calls, without those above the first that is known; if none is, of the whole chain. */
function belowOutside(ev: Evaluation, ctx: FileContext, chain: number, fuel: number): Value {
  const { op, b } = ctx.exprs;
  for (let row = chain; op[row] === ExprOp.Call; row = b[row] ?? 0) {
    const value = ev.evaluate(ctx, row, fuel);
    if (value.some((target) => !isOutside(target))) return value;
  }
  return ev.evaluate(ctx, chain, fuel);
}

/** Instances of a type: of classes and interfaces; aliases are followed; `type[C]` gives the class itself. */
export function instancesOf(ev: Evaluation, type: Value, fuel: number): Value {
  return flatMapValue(preferTypes(ev, type), (target) => {
    switch (target.kind) {
      case TargetKind.Declaration:
        return instancesOfDeclaration(ev, target, fuel);
      case TargetKind.Module:
      case TargetKind.Folder:
      case TargetKind.Package:
        return NOTHING;
      default:
        if (target.parts !== undefined) return [instancesOfParts(ev, target, fuel)];
        return target.item !== undefined && isMetaType(target) ? target.item : [target];
    }
  });
}

/** The instances of a tuple's part types. */
function instancesOfParts(ev: Evaluation, tuple: Target, fuel: number): Target {
  ev.recorder.spend(1);
  const parts = (tuple.parts ?? []).map((part) => instancesOf(ev, part, fuel));
  return { ...tuple, parts, item: tuple.kind === TargetKind.Function ? undefined : parts.reduce(union, NOTHING) };
}

function instancesOfDeclaration(ev: Evaluation, target: Target, fuel: number): Value {
  const ctx = ev.context(target.file);
  const kind = ctx.kind(target.symbol);
  if (kind === KIND_CODE.class || kind === KIND_CODE.interface) return [{ ...target, kind: TargetKind.Instance }];
  if (kind === KIND_CODE.type) return instancesOfAlias(ev, target, fuel);
  // What `T["method"]` names.
  if (kind === KIND_CODE.method && !ctx.isPython) return [target];
  // In JavaScript, a comment names a function that makes objects as their type.
  if (kind === KIND_CODE.function && !ctx.isPython) return [{ ...target, kind: TargetKind.Instance }];
  if (kind !== KIND_CODE.variable) return NOTHING;
  const held = heldBy(ev, target, fuel);
  if (held.some(isTypeVariableCall)) return [refine(builtin(TYPE_VARIABLE), target)];
  return instancesOf(
    ev,
    held.filter((behind) => behind.kind === TargetKind.Declaration && !isVariable(ev, behind)),
    fuel,
  );
}

/** The instances of an alias's type; of an alias without one, or with members beside it, an instance with its members. */
function instancesOfAlias(ev: Evaluation, target: Target, fuel: number): Value {
  const ctx = ev.context(target.file);
  const held = symbolValue(ev, ctx, target.symbol, fuel);
  const own: Value = [{ ...target, kind: TargetKind.Instance }];
  if (held.length === 0) return own;
  const behind = substitute(held, target.args).map((it) => refine(it, target));
  if (!isOwnValue(ctx, target.symbol)) return behind;
  return union(
    own,
    behind.filter(({ kind, symbol }) => kind !== TargetKind.Declaration || symbol !== target.symbol),
  );
}

/** Whether a symbol's value is the symbol itself: an alias with members beside its type. */
function isOwnValue(ctx: FileContext, symbol: number): boolean {
  const { op, a } = ctx.exprs;
  const value = (ctx.symbols.valueOpt[symbol] ?? 0) - 1;
  return value >= 0 && op[value] === ExprOp.Symbol && a[value] === symbol;
}

function isTypeVariableCall(target: Target): boolean {
  return (
    target.kind === TargetKind.External &&
    /^(typing|typing_extensions)$/.test(target.text) &&
    target.name === "TypeVar()"
  );
}

/** The type, if a type and a value share a name. */
function preferTypes(ev: Evaluation, value: Value): Value {
  if (value.length < 2) return value;
  const types = value.filter((target) => target.kind !== TargetKind.Declaration || isType(ev, target));
  return types.length === 0 ? value : types;
}

function isType(ev: Evaluation, target: Target): boolean {
  const kind = ev.context(target.file).kind(target.symbol);
  return kind === KIND_CODE.class || kind === KIND_CODE.interface || kind === KIND_CODE.type;
}

/** @param typeOpt as stored: the expression's row plus one, 0 for none */
function declaredValue(ev: Evaluation, ctx: FileContext, typeOpt: number, fuel: number): Value {
  if (typeOpt === 0) return NOTHING;
  const type = ev.evaluate(ctx, typeOpt - 1, fuel);
  return ev.instancesOf(type, fuel).map((target) => refine(target, RULE.annotation));
}

/** The value stored in a field or variable: what an accessor gave when it was stored, except for its other name in a class. */
function stored(ev: Evaluation, ctx: FileContext, row: number, fuel: number): Value {
  const value = ev.evaluate(ctx, row, fuel);
  if (ctx.exprs.op[row] === ExprOp.Symbol) return value;
  return flatMapValue(value, (target) => (isVariable(ev, target) ? [target] : heldBy(ev, target, fuel)));
}

function given(ev: Evaluation, ctx: FileContext, rows: readonly number[], fuel: number): Value {
  let result: Value = NOTHING;
  for (const row of rows) result = union(result, ev.evaluate(ctx, row, fuel));
  return result;
}
