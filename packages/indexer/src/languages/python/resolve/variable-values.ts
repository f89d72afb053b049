/** Values of module variables. */
import { ExprOp, SYMBOLS } from "@sdl/model/facts";
import type { Resolving } from "./resolving.js";

/** Maximum number of values stored per module variable. */
const MAX_VALUES = 4;

/** Adds a value of a module's variable. @param expr 0 if unknown */
export function addVariableValue(r: Resolving, symbol: number, expr: number): void {
  const count = r.valueCounts.get(symbol) ?? 0;
  const isItself = r.file.op(expr) === ExprOp.Symbol && r.file.operand(expr) === symbol;
  if (expr === 0 || isItself || count >= MAX_VALUES) return;
  r.valueCounts.set(symbol, count + 1);
  const known = r.file.facts.table(SYMBOLS).get(symbol, "valueOpt");
  r.file.extraction.setValue(symbol, known === 0 ? expr : r.file.union(known - 1, expr));
}
