/** Rule 7 for objects that have no name: what their properties hold, and those of the objects spread into them. */
import { ExprOp } from "@sdl/model";
import { flatMapValue, NOTHING, reachedBy, type Target, union, type Value } from "../target.js";
import type { Evaluation } from "./evaluation.js";
import { substitute } from "./type-arguments.js";

/** Properties beyond this many are not looked at. */
const MAX_PROPERTIES = 200;
const SPREAD = "...";

/** The value of a property: the last of that name, else what the objects spread into it have. */
export function recordMember(ev: Evaluation, record: Target, name: number, fuel: number): Value {
  const ctx = ev.context(record.file);
  const { a, b } = ctx.exprs;
  let found: Value | undefined;
  let spread: Value = NOTHING;
  for (const property of propertyRows(ev, record)) {
    const key = ctx.name(a[property] ?? 0);
    if (key === name) found = ev.evaluate(ctx, b[property] ?? 0, fuel);
    else if (found === undefined && ev.names.text(key) === SPREAD) {
      const base = ev.evaluate(ctx, b[property] ?? 0, fuel);
      spread = union(spread, flatMapValue(base, (target) => ev.memberOf([target], name, fuel)));
    }
  }
  return substitute(found ?? spread, record.args).map((target) => reachedBy(record, target));
}

/** What any of its properties may hold. */
export function recordItems(ev: Evaluation, record: Target, fuel: number): Value {
  const ctx = ev.context(record.file);
  const { a, b } = ctx.exprs;
  let items: Value = NOTHING;
  for (const property of propertyRows(ev, record)) {
    if (ev.names.text(ctx.name(a[property] ?? 0)) === SPREAD) continue;
    items = union(items, ev.evaluate(ctx, b[property] ?? 0, fuel));
  }
  return substitute(items, record.args).map((target) => reachedBy(record, target));
}

function propertyRows(ev: Evaluation, record: Target): number[] {
  const { op, a, b } = ev.context(record.file).exprs;
  const rows: number[] = [];
  for (let at = record.symbol; op[at] === ExprOp.Record && rows.length < MAX_PROPERTIES; at = b[at] ?? 0) {
    rows.push(a[at] ?? 0);
  }
  return rows;
}
