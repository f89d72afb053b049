/**
 * Type arguments of TypeScript (rule 6): replaces type parameters through classes, bases, aliases and functions. Cached
 * values keep type parameters as targets; code that takes a member from an instance substitutes the instance's
 * arguments. An indexed access type, `Events[K]`, is kept as a target as well, until the arguments of a call say which
 * property `K` names.
 */
import { KIND_CODE } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";
import { memberLookup, paramsLookup, valueLookup } from "../lookups.js";
import {
  builtin,
  flatMapValue,
  isIndexed,
  isOutside,
  isParameterList,
  keyOf,
  NOTHING,
  type Target,
  TargetKind,
  union,
  type Value,
} from "../values/target.js";
import type { Evaluation } from "./evaluation.js";

/** Deepest nesting of type arguments that is followed. */
const MAX_DEPTH = 4;
/** Maximum number of targets, of a value and the values inside, that are searched for type parameters: nested types may grow exponentially. */
const MAX_INSIDE = 1000;
/** Maximum number of type arguments that are stored. */
const MAX_ARGUMENTS = 8;
/** Name of the field that the construct signatures of a type are. */
const CONSTRUCTOR = "new()";
/** Builtin containers whose items are their second type argument. */
const KEYED = new Set(["Map", "ReadonlyMap", "WeakMap", "Record", "map", "chan"]);

type Arguments = readonly Value[] | undefined;

/** Replaces the type parameters of the enclosing class, or of the function itself, in `value` by `args`. */
export function substitute(value: Value, args: Arguments, isFunction = false): Value {
  if (args === undefined || !mayHaveParameters(value)) return value;
  return new Substitution(args, isFunction ? 1 : 0).replaceIn(value, 0);
}

/** Replaces parameters in each of `inner` by `outer`: the type arguments of a base, seen from a class below. */
export function substituteAll(inner: Arguments, outer: Arguments): Arguments {
  if (inner === undefined || outer === undefined) return inner;
  return inner.map((value) => substitute(value, outer));
}

/** Whether the value may contain type parameters. */
function mayHaveParameters(value: Value): boolean {
  for (const target of value)
    if (isParameter(target) || hasInside(target)) return new InnerTargets().mayHaveParametersInside(value, 0);
  return false;
}

function isParameter({ kind }: Target): boolean {
  return kind === TargetKind.TypeParameter || kind === TargetKind.Record;
}

function hasInside({ item, parts, args }: Target): boolean {
  return item !== undefined || parts !== undefined || args !== undefined;
}

/** Walks a value and the values inside it, at most {@link MAX_INSIDE} targets. */
class InnerTargets {
  protected left = MAX_INSIDE;

  mayHaveParametersInside(value: Value, depth: number): boolean {
    for (const target of value) if (this.mayHaveParameters(target, depth)) return true;
    return false;
  }

  protected mayHaveParameters(target: Target, depth: number): boolean {
    if (isParameter(target)) return true;
    if (depth === MAX_DEPTH || !hasInside(target) || this.left-- <= 0) return false;
    const isInside = (value: Value) => this.mayHaveParametersInside(value, depth + 1);
    const { args, parts, item } = target;
    return (
      (args?.some(isInside) ?? false) || (parts?.some(isInside) ?? false) || (item !== undefined && isInside(item))
    );
  }
}

class Substitution extends InnerTargets {
  /** @param side 1 for a function's own parameters, 0 for those of the enclosing class */
  constructor(
    private readonly args: readonly Value[],
    private readonly side: number,
  ) {
    super();
  }

  replaceIn(value: Value, depth: number): Value {
    let result: Value = NOTHING;
    for (const target of value) result = union(result, this.replace(target, depth));
    return result;
  }

  private replace(target: Target, depth: number): Value {
    if (isParameter(target)) return this.replaceParameter(target, depth);
    if (depth === MAX_DEPTH || !this.mayHaveParameters(target, depth)) return [target];
    const inside = (value: Value) => this.replaceIn(value, depth + 1);
    return [
      {
        ...target,
        item: target.item === undefined ? undefined : inside(target.item),
        parts: target.parts?.map(inside),
        args: target.args?.map(inside),
      },
    ];
  }

  private replaceParameter(target: Target, depth: number): Value {
    const { args, side } = this;
    if (target.kind === TargetKind.Record) {
      if (side === 1) return [target];
      return [{ ...target, args: target.args?.map((value) => this.replaceInside(value, depth + 1)) ?? args }];
    }
    if ((target.symbol & 1) !== side) return [target];
    const given = args[target.symbol >> 1];
    if (given !== undefined && given.length > 0) return given;
    // A default may name the parameters before it.
    const item = target.item && this.replaceInside(target.item, depth + 1);
    return item === target.item ? [target] : [{ ...target, item }];
  }

  private replaceInside(value: Value, depth: number): Value {
    return depth <= MAX_DEPTH && this.mayHaveParametersInside(value, depth) ? this.replaceIn(value, depth) : value;
  }
}

/** The bound of a type parameter without an argument. */
export function boundOf(target: Target): Value {
  return target.item ?? NOTHING;
}

/** Position of written type arguments: a Tuple, or a single one. */
export interface ArgumentsRow {
  readonly ctx: FileContext;
  readonly row: number;
}

/** A type applied to the arguments of a row: a Tuple, or a single one. */
export function withArguments(ev: Evaluation, head: Value, { ctx, row }: ArgumentsRow, fuel: number): Value {
  let args: readonly Value[] | undefined;
  return head.map((target) => {
    args ??= argumentRows(ctx, row).map((argument) => ev.instancesOf(ev.evaluate(ctx, argument, fuel), fuel));
    return withArgumentsOfOne(ev, target, args);
  });
}

function withArgumentsOfOne(ev: Evaluation, target: Target, args: readonly Value[]): Target {
  if (target.kind === TargetKind.Declaration) {
    const kind = ev.context(target.file).kind(target.symbol);
    const isType = kind === KIND_CODE.class || kind === KIND_CODE.interface || kind === KIND_CODE.type;
    return isType ? { ...target, args, item: args[0] } : { ...target, parts: args };
  }
  if (!isOutside(target)) return target;
  const item = KEYED.has(target.name) ? args[1] : args[0];
  return item === undefined ? target : { ...target, args, item };
}

function argumentRows(ctx: FileContext, row: number): number[] {
  const { op, a, b } = ctx.exprs;
  if (op[row] !== ExprOp.Tuple) return [row];
  const rows: number[] = [];
  for (let at = row; op[at] === ExprOp.Tuple && rows.length < MAX_ARGUMENTS; at = b[at] ?? 0) rows.push(a[at] ?? 0);
  return rows;
}

/**
 * The result of a call with the function's own type parameters replaced: by written arguments, else by those inferred
 * from arguments.
 */
export function substituteInCall(ev: Evaluation, result: Value, fn: Target, call: GivenArguments): Value {
  if (!mayHaveParameters(result)) return result;
  if (fn.parts !== undefined) return substitute(result, fn.parts, true);
  const inferred = inferArguments(ev, fn, call);
  return dropParameters(inferred === undefined ? result : substitute(result, inferred, true));
}

/** The arguments of a call from which type arguments are inferred. */
interface GivenArguments {
  /** In the order of their places, which count from 0. */
  readonly given: readonly { readonly place: number; readonly value: () => Value }[];
  readonly fuel: number;
}

/** Removes a function's type parameters without a bound. */
function dropParameters(value: Value): Value {
  return value.filter(
    (target) => target.kind !== TargetKind.TypeParameter || (target.symbol & 1) === 0 || (target.item?.length ?? 0) > 0,
  );
}

function inferArguments(ev: Evaluation, fn: Target, { given, fuel }: GivenArguments): Arguments {
  const ctx = ev.context(fn.file);
  ev.record(ctx, paramsLookup(ctx.idHash(fn.symbol)));
  const parameters = ctx.parameters(fn.symbol);
  const found: Value[] = [];
  for (const { place, value } of given) {
    const parameter = parameters[place];
    const typeOpt = parameter === undefined ? 0 : (ctx.params.typeOpt[parameter] ?? 0);
    const argument = typeOpt === 0 ? NOTHING : value();
    if (argument.length > 0) new Matching({ ev, ctx, fuel, found, side: 1 }).match(typeOpt - 1, argument, 0);
  }
  return found.length === 0 ? undefined : Array.from(found, (given) => given ?? NOTHING);
}

/** Infers the type parameters of a function, or of an alias, from a value, by the declared type. */
class Matching {
  private readonly ctx: FileContext;
  private readonly found: Value[];

  constructor(
    private readonly given: {
      readonly ev: Evaluation;
      readonly ctx: FileContext;
      readonly fuel: number;
      /** Where the arguments are put, by the number of their parameter. */
      readonly found: Value[];
      /** 1 for a function's own parameters, 0 for those of an alias. */
      readonly side: number;
    },
  ) {
    this.ctx = given.ctx;
    this.found = given.found;
  }

  match(row: number, value: Value, depth: number): void {
    const { op, a, b } = this.ctx.exprs;
    if (depth > MAX_DEPTH) return;
    const left = a[row] ?? 0;
    const right = b[row] ?? 0;
    if (op[row] === ExprOp.TypeParameter) {
      if ((right & 1) === this.given.side) this.found[right >> 1] ??= value;
    } else if (op[row] === ExprOp.Union) {
      this.match(left, value, depth + 1);
      this.match(right, value, depth + 1);
    } else if (op[row] === ExprOp.Apply) this.matchArguments(left, right, value, depth);
    else if (op[row] === ExprOp.Function) this.matchResult(right, value, depth);
  }

  /** Matches the result of a function type with what the functions of the value give. */
  private matchResult(row: number, value: Value, depth: number): void {
    const { ev, fuel } = this.given;
    const result = ev.callOf(value.filter(isCallable), undefined, fuel);
    if (result.length > 0) this.match(row, result, depth + 1);
  }

  /** An async function gives its results as they are, not as promises. */
  private isPromise(head: number): boolean {
    const { ctx } = this;
    return ctx.exprs.op[head] === ExprOp.Global && ctx.page.string(ctx.exprs.a[head] ?? 0) === "Promise";
  }

  /** Matches `Type<T>` with instances that have type arguments, or with what `Type` is another name of: `new () => T`. */
  private matchArguments(head: number, row: number, value: Value, depth: number): void {
    const { ev, fuel } = this.given;
    const rows = argumentRows(this.ctx, row);
    const isMade = this.ctx.exprs.op[head] === ExprOp.Literal;
    const behind = isMade ? [] : this.behindAlias(head, value, depth);
    rows.forEach((argument, place) => {
      const inside = isMade ? ev.instancesOf(value.filter(isDeclared), fuel) : argumentsAt(value, place);
      const other = this.isPromise(head) ? value : (behind[place] ?? NOTHING);
      const given = inside.length > 0 ? inside : other;
      if (given.length > 0) this.match(argument, given, depth + 1);
    });
  }

  /** The arguments of an alias, by what the type that it names has of the value; of a type of classes, by what they make. */
  private behindAlias(head: number, value: Value, depth: number): readonly Value[] {
    const { ev, fuel } = this.given;
    const found: Value[] = [];
    for (const target of ev.evaluate(this.ctx, head, fuel)) {
      // A type of classes that a package declares, such as Angular's `Type<T>`.
      if (target.kind === TargetKind.External) found[0] ??= ev.instancesOf(value.filter(isDeclared), fuel);
      if (target.kind !== TargetKind.Declaration) continue;
      const ctx = ev.context(target.file);
      const row = namedType(ev, ctx, target.symbol);
      if (row >= 0) new Matching({ ev, ctx, fuel, found, side: 0 }).match(row, value, depth + 1);
    }
    return found;
  }
}

/** What the construct signatures of a value's type give: classes, or instances where a type argument stands for them. */
export function constructedTypes(ev: Evaluation, value: Target, fuel: number): Value {
  return ev.memberOf([value], ev.names.number(CONSTRUCTOR), fuel).filter((it) => !isOutside(it));
}

/** Row of the type that an alias names, or of the construct signatures of an object type; -1 if there is none. */
function namedType(ev: Evaluation, ctx: FileContext, symbol: number): number {
  const signature = ev.names.number(CONSTRUCTOR);
  ev.record(ctx, valueLookup(ctx.idHash(symbol)));
  ev.record(ctx, memberLookup(ctx.memberHash(symbol), ev.names.hash(signature)));
  const alias = ctx.kind(symbol) === KIND_CODE.type ? (ctx.symbols.typeOpt[symbol] ?? 0) : 0;
  const field = alias > 0 ? undefined : ctx.field(symbol, signature);
  return (field === undefined ? alias : (ctx.fields.typeOpt[field] ?? 0)) - 1;
}

/** Whether a value can be called to see what it gives; calling a class would only make it. */
function isCallable({ kind }: Target): boolean {
  return kind === TargetKind.Function || kind === TargetKind.Declaration;
}

function argumentsAt(value: Value, place: number): Value {
  let given: Value = NOTHING;
  for (const { args, item = NOTHING } of value) given = union(given, args?.[place] ?? (place === 0 ? item : NOTHING));
  return given;
}

function isDeclared({ kind }: Target): boolean {
  return kind === TargetKind.Declaration;
}

/** Deepest nesting of function types that is read. */
const MAX_FUNCTION_DEPTH = 3;

/**
 * What indexed access types stand for, also those in function types: the properties that their keys name, nothing for
 * keys that are not known. Keys themselves are strings from here on.
 */
export function resolveIndexed(ev: Evaluation, value: Value, fuel: number, depth = 0): Value {
  if (depth > MAX_FUNCTION_DEPTH || !value.some(mayHold)) return value;
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
