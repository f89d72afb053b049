/** Record rule (7): property values of objects without a name, including objects spread into them. */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import { ExpressionDigest } from "../files/digest.js";
import { type FileContext, tableOf } from "../files/file-context.js";
import { methodsLookup, symbolLookup, valueLookup } from "../lookups.js";
import { NOTHING, reachedBy, type Target, TargetKind, union, type Value } from "../values/target.js";
import { COST, type Evaluation, isVariable } from "./evaluation.js";
import { substitute } from "./type-arguments.js";

/** Maximum number of properties that are read. */
const MAX_PROPERTIES = 200;
const SPREAD = "...";
/** Stands for any property, in place of a name. */
const ANY = -1;

/** The value of a property: the last with that name, else from the objects spread into the record. */
export function recordMember(ev: Evaluation, record: Target, name: number, fuel: number): Value {
  const ctx = ev.context(record.file);
  const row = rowOf(ctx, record);
  const table = tableOf(ctx.steps.records, row);
  const known = ev.recall(table, name, fuel);
  const found =
    known ?? ev.step(table, name, { fuel, cost: COST.record }, (left) => propertyValue(ev, ctx, { row, name }, left));
  return substitute(found, record.args).map((target) => reachedBy(record, target));
}

/** The values of all properties. */
export function recordItems(ev: Evaluation, record: Target, fuel: number): Value {
  return recordMember(ev, record, ANY, fuel);
}

/** Whether a variable holds an object literal, whatever its declared type. */
export function holdsLiteral(ev: Evaluation, target: Target): boolean {
  if (!isVariable(ev, target)) return false;
  const ctx = ev.context(target.file);
  ev.record(ctx, valueLookup(ctx.idHash(target.symbol)));
  const { op, a } = ctx.exprs;
  const value = (ctx.symbols.valueOpt[target.symbol] ?? 0) - 1;
  return op[value] === ExprOp.Record || (op[value] === ExprOp.Literal && ctx.page.string(a[value] ?? 0) === "object");
}

/** The functions that are members of a variable: those of the object literal that it holds. */
export function memberFunctions(ev: Evaluation, target: Target): Value {
  if (!isVariable(ev, target)) return NOTHING;
  const ctx = ev.context(target.file);
  ev.record(ctx, methodsLookup(ctx.idHash(target.symbol)));
  let found: Value = NOTHING;
  for (const name of ctx.memberNames(target.symbol)) {
    const functions = ctx.members(target.symbol, name).filter((ordinal) => ctx.kind(ordinal) === KIND_CODE.method);
    for (const ordinal of functions) found = union(found, ctx.declaration(ordinal));
  }
  return found.map((member) => reachedBy(target, member));
}

/** The record's first row in the current facts. Rows move when a file is edited; the content of a cached record does not. */
function rowOf(ctx: FileContext, { symbol, page }: Target): number {
  if (page === undefined || page === ctx.page) return symbol;
  const known = ctx.recordRows.get(page);
  if (known !== undefined) return known.rowOf(symbol);
  const moved = new MovedRecords(ctx, ctx.before(page));
  ctx.recordRows.set(page, moved);
  return moved.rowOf(symbol);
}

/** Maps records of a file's earlier facts to rows of the current facts. */
class MovedRecords {
  private readonly rows = new Map<number, number>();
  private readonly found = new Map<number, number>();

  constructor(
    now: FileContext,
    private readonly before: FileContext,
  ) {
    const { op, rows } = now.exprs;
    for (let row = 1; row < rows; row++) {
      if (op[row] !== ExprOp.Record) continue;
      const digest = digestOf(now, row);
      if (!this.rows.has(digest)) this.rows.set(digest, row);
    }
  }

  rowOf(row: number): number {
    const known = this.found.get(row);
    if (known !== undefined) return known;
    const found = this.rows.get(digestOf(this.before, row)) ?? 0;
    this.found.set(row, found);
    return found;
  }
}

function digestOf(ctx: FileContext, row: number): number {
  const digest = new ExpressionDigest(ctx);
  digest.add(row);
  return digest.hash;
}

function propertyValue(
  ev: Evaluation,
  ctx: FileContext,
  { row, name }: { readonly row: number; readonly name: number },
  fuel: number,
): Value {
  const { a, b } = ctx.exprs;
  let found: Value = NOTHING;
  let spread: Value = NOTHING;
  for (const property of propertyRows(ctx, row)) {
    const key = ctx.name(a[property] ?? 0);
    const value = () => ev.evaluate(ctx, b[property] ?? 0, fuel);
    if (ev.names.text(key) === SPREAD) spread = name === ANY ? spread : union(spread, ev.memberOf(value(), name, fuel));
    else if (name === ANY) found = union(found, value());
    else if (key === name) found = later(ev, found, value());
  }
  return found.length > 0 ? found : spread;
}

/** The later of two values of a property; both, if they are its getter and its setter. */
function later(ev: Evaluation, before: Value, value: Value): Value {
  return before.length > 0 && [...before, ...value].every((target) => isAccessor(ev, target))
    ? union(before, value)
    : value;
}

function isAccessor(ev: Evaluation, { kind, file, symbol }: Target): boolean {
  if (kind !== TargetKind.Declaration) return false;
  const ctx = ev.context(file);
  ev.record(ctx, symbolLookup(ctx.idHash(symbol)));
  return ctx.hasFlag(symbol, SymbolFlag.Getter | SymbolFlag.Setter);
}

function propertyRows({ exprs }: FileContext, first: number): number[] {
  const { op, a, b } = exprs;
  const rows: number[] = [];
  for (let at = first; op[at] === ExprOp.Record && rows.length < MAX_PROPERTIES; at = b[at] ?? 0) rows.push(a[at] ?? 0);
  return rows;
}
