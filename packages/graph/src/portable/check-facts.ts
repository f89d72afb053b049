/**
 * Validation of a facts page from an untrusted file. Containers and operands must precede the rows that refer to them, so readers cannot loop. All
 * other values are bounds-checked when they are read.
 */
import { EXPRS, ExprOp, FactsPage, SYMBOLS } from "@sdl/model/facts";
import { invalidFileError } from "./portable-file.js";

/** For each operator, which operands are expressions: bit 1 for `a`, bit 2 for `b`. */
const OPERANDS = operandBits({
  a: ["Member", "New", "Await", "Instance", "Element", "Enter", "Handed", "Items", "Part", "TypeParameter"],
  b: ["Property"],
  both: ["Call", "Union", "Apply", "Function", "Tuple", "Record", "Merged"],
});

/** @returns number of symbols of the page @throws {Error} if the page is invalid */
export function checkFacts(bytes: Uint8Array): number {
  const page = new FactsPage(bytes);
  const { rows, container } = page.table(SYMBOLS);
  if (rows === 0 || container[0] !== 0) throw invalidFileError("the facts of a file have no module symbol");
  for (let i = 1; i < rows; i++)
    if ((container[i] as number) >= i) throw invalidFileError("the facts of a file have a symbol inside itself");
  checkExpressions(page);
  return rows;
}

/** Checks that operands precede the expressions that use them. */
function checkExpressions(page: FactsPage): void {
  const { rows, op, a, b } = page.table(EXPRS);
  for (let row = 1; row < rows; row++) {
    const operands = OPERANDS[op[row] as number] ?? 0;
    const isRound =
      ((operands & 1) !== 0 && (a[row] as number) >= row) || ((operands & 2) !== 0 && (b[row] as number) >= row);
    if (isRound) throw invalidFileError("the facts of a file have an expression inside itself");
  }
}

type OperatorTable = readonly (keyof typeof ExprOp)[];

function operandBits({ a, b, both }: Record<"a" | "b" | "both", OperatorTable>): Uint8Array {
  const bits = new Uint8Array(256);
  for (const name of [...a, ...both]) bits[ExprOp[name]] = 1;
  for (const name of [...b, ...both]) bits[ExprOp[name]] = (bits[ExprOp[name]] ?? 0) | 2;
  return bits;
}
