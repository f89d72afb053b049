/**
 * Members that Python computes: what a descriptor's `__get__` gives, and what `__getattr__` gives for a name that its
 * class or module does not have. Source: the language's data model, "Customizing attribute access".
 */
import { KIND_CODE } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import { type FileContext, tableOf } from "../../files/file-context.js";
import { valueLookup } from "../../lookups.js";
import { flatMapValue, NOTHING, type Target, TargetKind, union, type Value } from "../../values/target.js";
import { COST, type Evaluation } from "../evaluation.js";

/** What code gets that takes the members from an object or a class: of a descriptor, the result of its `__get__`. */
export function describedValue(ev: Evaluation, members: Value, fuel: number): Value {
  if (!members.some(({ kind }) => kind === TargetKind.Instance)) return members;
  return flatMapValue(members, (member) => {
    const getters = member.kind === TargetKind.Instance ? methodsNamed(ev, member, "__get__", fuel) : NOTHING;
    return getters.length === 0 ? [member] : ev.callOf(getters, undefined, fuel);
  });
}

/** What the object's `__getattr__` gives for a name that its class does not have. */
export function answeredMember(ev: Evaluation, target: Target, name: number, fuel: number): Value {
  const text = ev.names.text(name);
  const getters = text.startsWith("__") ? NOTHING : methodsNamed(ev, target, "__getattr__", fuel);
  return flatMapValue(getters, (getter) => {
    const ctx = ev.context(getter.file);
    // A name with a space is no member's.
    const table = tableOf(ctx.steps.members, getter.symbol);
    const key = ev.names.number(`answer ${text}`);
    return (
      ev.recall(table, key, fuel) ??
      ev.step(table, key, { fuel, cost: COST.returned }, (left) => answerOf(ev, getter, name, left))
    );
  });
}

/** A name that a module's `__getattr__` imports when it is asked for. */
export function answeredExport(ev: Evaluation, ctx: FileContext, name: number, fuel: number): Value {
  const [getter] = ctx.exported(ev.names.number("__getattr__"));
  if (getter === undefined || ctx.exprs.op[getter] !== ExprOp.Symbol) return NOTHING;
  const symbol = ctx.exprs.a[getter] ?? 0;
  ev.record(ctx, valueLookup(ctx.idHash(symbol)));
  return ctx.returned(symbol).reduce((found, row) => {
    const isNamed = ctx.exprs.op[row] === ExprOp.Import && importedName(ctx, ctx.exprs.a[row] ?? 0) === name;
    return isNamed ? union(found, ev.evaluate(ctx, row, fuel)) : found;
  }, NOTHING);
}

function importedName(ctx: FileContext, row: number): number {
  return ctx.name(ctx.imports.imported[row] ?? 0);
}

/** What `__getattr__` returns: the member of the object that it asks for every name, else its result. */
function answerOf(ev: Evaluation, getter: Target, name: number, fuel: number): Value {
  const ctx = ev.context(getter.file);
  ev.record(ctx, valueLookup(ctx.idHash(getter.symbol)));
  const { b } = ctx.exprs;
  let delegated: Value = NOTHING;
  for (const row of ctx.returned(getter.symbol)) {
    if (isDelegation(ctx, row))
      delegated = union(delegated, ev.memberOf(ev.evaluate(ctx, b[row] ?? 0, fuel), name, fuel));
  }
  return delegated.length > 0 ? delegated : ev.callOf([getter], undefined, fuel);
}

/** Whether an expression is `getattr(object, name)`, whose name is not constant. */
function isDelegation(ctx: FileContext, row: number): boolean {
  const { op, a, b } = ctx.exprs;
  const callee = a[row] ?? 0;
  if (op[row] !== ExprOp.Call || (b[row] ?? 0) === 0 || op[callee] !== ExprOp.Global) return false;
  return ctx.page.string(a[callee] ?? 0) === "getattr";
}

function methodsNamed(ev: Evaluation, object: Target, name: string, fuel: number): Value {
  if (!ev.context(object.file).isPython) return NOTHING;
  return ev
    .classMember(object, ev.names.number(name), { above: false, fuel })
    .filter(
      ({ kind, file, symbol }) => kind === TargetKind.Declaration && ev.context(file).kind(symbol) === KIND_CODE.method,
    )
    .map((method) => ({ ...method, receiver: object }));
}
