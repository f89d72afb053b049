/** Name of an expression as the source writes it, shortened: `console.log`, `this.store.get`, `make().run`. */
import { ExprOp } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";

const MAX_PARTS = 6;
const MAX_LENGTH = 80;

/** The expression's name; of a chain longer than {@link MAX_PARTS} the last parts. */
export function writtenName(ctx: FileContext, row: number): string {
  let name = "";
  let at = row;
  for (let part = 0; part < MAX_PARTS; part++) {
    const a = ctx.exprs.a[at] ?? 0;
    const op = ctx.exprs.op[at];
    if (op === ExprOp.Member) name = `.${ctx.names.text(ctx.name(ctx.exprs.b[at] ?? 0))}${name}`;
    else if (op === ExprOp.Call) name = `()${name}`;
    else if (op !== ExprOp.Await && op !== ExprOp.New) return (root(ctx, at) + name).slice(0, MAX_LENGTH);
    at = a;
  }
  return `…${name}`.slice(0, MAX_LENGTH);
}

function root(ctx: FileContext, row: number): string {
  const a = ctx.exprs.a[row] ?? 0;
  switch (ctx.exprs.op[row]) {
    case ExprOp.Symbol:
      return ctx.page.string(ctx.symbols.name[a] ?? 0);
    case ExprOp.Import:
      return ctx.page.string(ctx.imports.local[a] ?? 0);
    case ExprOp.Local:
      return ctx.localName(a);
    case ExprOp.Global:
      return ctx.page.string(a);
    case ExprOp.Literal:
      return ctx.page.string(a);
    case ExprOp.This:
      return ctx.isPython ? "self" : "this";
    case ExprOp.Class:
      return ctx.isPython ? "cls" : "this";
    case ExprOp.Super:
      return "super";
    default:
      return "…";
  }
}
