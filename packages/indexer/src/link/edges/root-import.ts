/** The import that an expression starts from, if any. */
import { ExprOp } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";

/** Longest chain that is followed: the evaluator does not resolve longer ones. */
export const MAX_CHAIN = 128;

/** The import at the root of an expression, as row of `imports`; -1 when the expression starts elsewhere. */
export function rootImport(ctx: FileContext, row: number): number {
  const { op, a } = ctx.exprs;
  let at = row;
  for (let links = 0; links < MAX_CHAIN && isStep(op[at] ?? 0); links++) at = a[at] ?? 0;
  return op[at] === ExprOp.Import ? (a[at] ?? 0) : -1;
}

function isStep(op: number): boolean {
  return op === ExprOp.Member || op === ExprOp.Call || op === ExprOp.New || op === ExprOp.Await || op === ExprOp.Apply;
}
