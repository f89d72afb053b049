/**
 * Callback rules (6 and 11): what a function passes to its function arguments, by the declared parameter types, and
 * what it returns of them.
 */
import { KIND_CODE } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";
import { paramsLookup, valueLookup } from "../lookups.js";
import { RULE } from "../values/rule-table.js";
import { flatMapValue, NOTHING, reachedBy, refine, type Target, TargetKind, type Value } from "../values/target.js";
import type { Evaluation } from "./evaluation.js";
import { substitute } from "./type-arguments.js";

/** Most types of a union, including its aliases, that are read. */
const MAX_TYPES = 64;
/** Most aliases of function types that are followed. */
const MAX_ALIASES = 4;

/**
 * The value of a callback's parameter.
 * @param callee of the call that receives the callback
 * @param place 16 × argument index + parameter index
 */
export function handedValue(ev: Evaluation, callee: Value, place: number, fuel: number): Value {
  return flatMapValue(callee, (target) =>
    flatMapValue(functionsOf(ev, target, fuel), (fn) => {
      const type = parameterType(ev, fn, place >> 4);
      const signature = type === undefined ? undefined : functionType(ev, type, fuel);
      if (signature === undefined) return NOTHING;
      const { ctx, row, args } = signature;
      const wanted = ((place & 15) === 0 ? ctx.exprs.a[row] : ctx.exprs.b[row]) ?? 0;
      const open = wanted === 0 ? NOTHING : ev.instancesOf(ev.evaluate(ctx, wanted, fuel), fuel);
      const handed = substitute(substitute(open, args), fn.args);
      return handed.map((value) => reachedBy(target, refine(value, RULE.annotation)));
    }),
  );
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

/** Functions that a call of the target runs: the function itself, the class's constructor, the value of a variable. */
function functionsOf(ev: Evaluation, target: Target, fuel: number): Value {
  if (target.kind !== TargetKind.Declaration) return NOTHING;
  const ctx = ev.context(target.file);
  const kind = ctx.kind(target.symbol);
  if (kind === KIND_CODE.class) {
    return ev.classMember(target, ev.names.number("constructor"), { above: false, fuel }).filter(isDeclaration);
  }
  const held = kind === KIND_CODE.variable ? ev.held(target, fuel).filter(isDeclaration) : [target];
  return held.filter(({ file, symbol }) => isFunction(ev.context(file), symbol));
}

function isDeclaration({ kind }: Target): boolean {
  return kind === TargetKind.Declaration;
}

function isFunction(ctx: FileContext, symbol: number): boolean {
  const kind = ctx.kind(symbol);
  return kind === KIND_CODE.function || kind === KIND_CODE.method || kind === KIND_CODE.constructor;
}

interface TypeRow {
  readonly ctx: FileContext;
  readonly row: number;
  /** Type arguments of the alias that led here. */
  readonly args?: readonly Value[] | undefined;
}

function parameterType(ev: Evaluation, fn: Target, position: number): TypeRow | undefined {
  const ctx = ev.context(fn.file);
  ev.record(ctx, paramsLookup(ctx.idHash(fn.symbol)));
  const parameter = ctx.parameters(fn.symbol)[position];
  const typeOpt = parameter === undefined ? 0 : (ctx.params.typeOpt[parameter] ?? 0);
  return typeOpt === 0 ? undefined : { ctx, row: typeOpt - 1 };
}

/** The function type that a type is, contains in a union, or is an alias of. */
function functionType(ev: Evaluation, type: TypeRow, fuel: number): TypeRow | undefined {
  const open: TypeWithAliases[] = [{ type, aliases: 0 }];
  for (let seen = 0; seen < MAX_TYPES; seen++) {
    const next = open.pop();
    if (next === undefined) return undefined;
    const { op, a, b } = next.type.ctx.exprs;
    const { row } = next.type;
    if (op[row] === ExprOp.Function) return next.type;
    if (op[row] === ExprOp.Union) open.push(atRow(next, b[row] ?? 0), atRow(next, a[row] ?? 0));
    else if (next.aliases < MAX_ALIASES) {
      const behind = behindAlias(ev, next.type, fuel);
      if (behind !== undefined) open.push({ type: behind, aliases: next.aliases + 1 });
    }
  }
  return undefined;
}

interface TypeWithAliases {
  readonly type: TypeRow;
  /** Number of aliases followed so far. */
  readonly aliases: number;
}

function atRow({ type, aliases }: TypeWithAliases, row: number): TypeWithAliases {
  return { type: { ...type, row }, aliases };
}

/** The declared type of an alias. */
function behindAlias(ev: Evaluation, { ctx, row }: TypeRow, fuel: number): TypeRow | undefined {
  for (const { kind, file, symbol, args } of ev.evaluate(ctx, row, fuel)) {
    if (kind !== TargetKind.Declaration) continue;
    const inner = ev.context(file);
    if (inner.kind(symbol) !== KIND_CODE.type) continue;
    ev.record(inner, valueLookup(inner.idHash(symbol)));
    const typeOpt = inner.symbols.typeOpt[symbol] ?? 0;
    if (typeOpt > 0) return { ctx: inner, row: typeOpt - 1, args };
  }
  return undefined;
}
