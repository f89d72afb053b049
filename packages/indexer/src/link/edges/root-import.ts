/** The import that an expression starts from, if any. */
import { ExprOp } from "@sdl/model";
import type { FileContext } from "../file-context.js";

/** Row of `imports`; -1 when the expression starts elsewhere. */
export function rootImport(ctx: FileContext, row: number): number {
  const { op, a } = ctx.exprs;
  let at = row;
  while (isStep(op[at] ?? 0)) at = a[at] ?? 0;
  return op[at] === ExprOp.Import ? (a[at] ?? 0) : -1;
}

function isStep(op: number): boolean {
  return op === ExprOp.Member || op === ExprOp.Call || op === ExprOp.New || op === ExprOp.Await || op === ExprOp.Apply;
}
