/**
 * Rule 6 for type parameters of TypeScript: what type arguments put in their place, through classes, their bases, aliases and functions.
 * Values that rules remember keep parameters as targets of their own; whoever takes a member from an instance puts its arguments in.
 */
import { KIND_CODE } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";
import { paramsLookup } from "../lookups.js";
import { isOutside, NOTHING, type Target, TargetKind, union, type Value } from "../values/target.js";
import type { Evaluation } from "./evaluation.js";

/** Arguments inside arguments are followed this deep. */
const MAX_DEPTH = 4;
/** Targets of one value, and of the values inside it, that parameters are looked for in: types of types may grow by powers. */
const MAX_INSIDE = 1000;
/** Type arguments beyond this many are not kept. */
const MAX_ARGUMENTS = 8;
/** Containers of the language whose items are their second argument. */
const KEYED = new Set(["Map", "ReadonlyMap", "WeakMap", "Record", "map", "chan"]);

type Arguments = readonly Value[] | undefined;

/** `value` with `args` for the parameters of the class around, or of the function itself. */
export function substitute(value: Value, args: Arguments, isFunction = false): Value {
  if (args === undefined || !isOpen(value)) return value;
  return new Substitution(args, isFunction ? 1 : 0).replaceIn(value, 0);
}

/** Each of `inner` with `outer` put in: what a class gives to its base, seen from a class below. */
export function substituteAll(inner: Arguments, outer: Arguments): Arguments {
  if (inner === undefined || outer === undefined) return inner;
  return inner.map((value) => substitute(value, outer));
}

/** Whether parameters may stand in the value. */
function isOpen(value: Value): boolean {
  for (const target of value) if (isParameter(target) || hasInside(target)) return new InnerTargets().areOpen(value, 0);
  return false;
}

function isParameter({ kind }: Target): boolean {
  return kind === TargetKind.TypeParameter || kind === TargetKind.Record;
}

function hasInside({ item, parts, args }: Target): boolean {
  return item !== undefined || parts !== undefined || args !== undefined;
}

/** Walks a value and the values inside it, {@link MAX_INSIDE} targets at most. */
class InnerTargets {
  protected left = MAX_INSIDE;

  areOpen(value: Value, depth: number): boolean {
    for (const target of value) if (this.isOpen(target, depth)) return true;
    return false;
  }

  protected isOpen(target: Target, depth: number): boolean {
    if (isParameter(target)) return true;
    if (depth === MAX_DEPTH || !hasInside(target) || this.left-- <= 0) return false;
    const isInside = (value: Value) => this.areOpen(value, depth + 1);
    const { args, parts, item } = target;
    return (
      (args?.some(isInside) ?? false) || (parts?.some(isInside) ?? false) || (item !== undefined && isInside(item))
    );
  }
}

class Substitution extends InnerTargets {
  /** @param side of the parameters: 1 for a function's own, 0 for those of the class around */
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
    if (depth === MAX_DEPTH || !this.isOpen(target, depth)) return [target];
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
      return [{ ...target, args: target.args?.map((value) => this.inRecord(value, depth + 1)) ?? args }];
    }
    if ((target.symbol & 1) !== side) return [target];
    const given = args[target.symbol >> 1];
    return given === undefined || given.length === 0 ? [target] : given;
  }

  private inRecord(value: Value, depth: number): Value {
    return depth <= MAX_DEPTH && this.areOpen(value, depth) ? this.replaceIn(value, depth) : value;
  }
}

/** What is known of a type parameter that nothing was put in for: its bound. */
export function boundOf(target: Target): Value {
  return target.item ?? NOTHING;
}

/** Where type arguments are written: a Tuple of them, or the only one. */
export interface ArgumentsRow {
  readonly ctx: FileContext;
  readonly row: number;
}

/** A type with the arguments of a row: a Tuple of them, or the only one. */
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

/** What a call gives once the function's own parameters are put in: those that it writes, else those that its first argument shows. */
export function closeCall(ev: Evaluation, result: Value, fn: Target, argument: () => Value): Value {
  if (!isOpen(result)) return result;
  if (fn.parts !== undefined) return substitute(result, fn.parts, true);
  const inferred = inferArguments(ev, fn, argument);
  return dropOpen(inferred === undefined ? result : substitute(result, inferred, true));
}

/** A function's parameter without a bound says nothing. */
function dropOpen(value: Value): Value {
  return value.filter(
    (target) => target.kind !== TargetKind.TypeParameter || (target.symbol & 1) === 0 || (target.item?.length ?? 0) > 0,
  );
}

function inferArguments(ev: Evaluation, fn: Target, argument: () => Value): Arguments {
  const ctx = ev.context(fn.file);
  ev.record(ctx, paramsLookup(ctx.idHash(fn.symbol)));
  const [first] = ctx.parameters(fn.symbol);
  const typeOpt = first === undefined ? 0 : (ctx.params.typeOpt[first] ?? 0);
  if (typeOpt === 0) return undefined;
  const found: Value[] = [];
  const value = argument();
  if (value.length > 0) new Matching(ctx, found).match(typeOpt - 1, value, 0);
  return found.length === 0 ? undefined : Array.from(found, (given) => given ?? NOTHING);
}

/** Reads a function's parameters off an argument, by the type that the parameter declares. */
class Matching {
  constructor(
    private readonly ctx: FileContext,
    private readonly found: Value[],
  ) {}

  match(row: number, value: Value, depth: number): void {
    const { op, a, b } = this.ctx.exprs;
    if (depth > MAX_DEPTH) return;
    const left = a[row] ?? 0;
    const right = b[row] ?? 0;
    if (op[row] === ExprOp.TypeParameter) {
      if ((right & 1) === 1) this.found[right >> 1] ??= value;
    } else if (op[row] === ExprOp.Union) {
      this.match(left, value, depth + 1);
      this.match(right, value, depth + 1);
    } else if (op[row] === ExprOp.Apply) this.matchArguments(left, right, value, depth);
  }

  /** `Type<T>` against instances that have arguments themselves. */
  private matchArguments(head: number, row: number, value: Value, depth: number): void {
    const rows = argumentRows(this.ctx, row);
    const isMade = this.ctx.exprs.op[head] === ExprOp.Literal;
    rows.forEach((argument, place) => {
      const given = isMade ? value.filter(isDeclared) : argumentsAt(value, place);
      if (given.length > 0) this.match(argument, given, depth + 1);
    });
  }
}

function argumentsAt(value: Value, place: number): Value {
  let given: Value = NOTHING;
  for (const { args, item = NOTHING } of value) given = union(given, args?.[place] ?? (place === 0 ? item : NOTHING));
  return given;
}

function isDeclared({ kind }: Target): boolean {
  return kind === TargetKind.Declaration;
}
