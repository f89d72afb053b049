/**
 * Whether a facts page from elsewhere is one that extraction could have made, as far as readers trust it: what refers to rows refers to
 * rows before it or that exist. The rest is read with bounds: a number too large is an error there.
 */
import {
  ENTRIES,
  EXPRS,
  ExprOp,
  FACT_TABLES,
  FactsPage,
  FIELDS,
  HERITAGE,
  IMPORTS,
  LENGTHS,
  LOCAL_VALUES,
  LOCALS,
  PARAMS,
  POSTINGS,
  REFS,
  RETURNS,
  SYMBOLS,
  TERMS,
} from "@sdl/model";
import { invalid } from "./portable-file.js";

/** Operators whose operands are expressions, by which of them are. */
const OPERANDS: ReadonlyMap<number, "a" | "b" | "ab"> = new Map([
  [ExprOp.Member, "a"],
  [ExprOp.Call, "ab"],
  [ExprOp.New, "a"],
  [ExprOp.Await, "a"],
  [ExprOp.Instance, "a"],
  [ExprOp.Union, "ab"],
  [ExprOp.Element, "a"],
  [ExprOp.Apply, "ab"],
  [ExprOp.Enter, "a"],
  [ExprOp.Function, "ab"],
  [ExprOp.Handed, "a"],
  [ExprOp.Items, "a"],
  [ExprOp.Tuple, "ab"],
  [ExprOp.Part, "a"],
  [ExprOp.TypeParameter, "a"],
  [ExprOp.Record, "ab"],
  [ExprOp.Property, "b"],
]);

/** Columns that hold symbol ordinals. */
const OWNERS = [
  [PARAMS, "symbol"],
  [HERITAGE, "symbol"],
  [REFS, "owner"],
  [LOCALS, "owner"],
  [FIELDS, "owner"],
  [RETURNS, "symbol"],
  [POSTINGS, "symbol"],
  [ENTRIES, "owner"],
] as const;

/** Columns that hold expressions. */
const VALUES = [
  [HERITAGE, "expr"],
  [REFS, "expr"],
  [LOCAL_VALUES, "expr"],
  [RETURNS, "expr"],
] as const;

/** @returns how many symbols the page has @throws {Error} when it cannot be trusted */
export function checkFacts(bytes: Uint8Array): number {
  const page = new FactsPage(bytes);
  for (const schema of FACT_TABLES) page.table(schema);
  const { rows, container } = page.table(SYMBOLS);
  if (rows === 0 || container[0] !== 0) throw invalid("a file without its module");
  for (let i = 1; i < rows; i++) if ((container[i] as number) >= i) throw invalid("a symbol inside itself");
  if (page.table(LENGTHS).rows !== rows) throw invalid("symbols without lengths");
  checkExpressions(page, rows);
  for (const [schema, name] of OWNERS) requireBelow(column(page.table(schema), name), rows);
  const expressions = page.table(EXPRS).rows;
  for (const [schema, name] of VALUES) requireBelow(column(page.table(schema), name), expressions);
  requireBelow(page.table(LOCAL_VALUES).local, page.table(LOCALS).rows);
  const postings = page.table(TERMS).count.reduce((sum, count) => sum + count, 0);
  if (postings !== page.table(POSTINGS).rows) throw invalid("terms without postings");
  return rows;
}

function checkExpressions(page: FactsPage, symbols: number): void {
  const { rows, op, a, b } = page.table(EXPRS);
  const [imports, locals] = [page.table(IMPORTS).rows, page.table(LOCALS).rows];
  for (let row = 0; row < rows; row++) {
    const code = op[row] as number;
    const [left, right] = [a[row] as number, b[row] as number];
    const operands = OPERANDS.get(code) ?? "";
    if ((operands.includes("a") && left >= row) || (operands.includes("b") && right >= row && right > 0)) {
      throw invalid("an expression inside itself");
    }
    if (code === ExprOp.Import && left >= imports) throw invalid("an import that is none");
    if (code === ExprOp.Local && left >= locals) throw invalid("a local that is none");
    if (SYMBOL_OPS.has(code) && left >= symbols) throw invalid("a symbol that is none");
  }
}

const SYMBOL_OPS: ReadonlySet<number> = new Set([ExprOp.Symbol, ExprOp.This, ExprOp.Super, ExprOp.Class]);

function column(table: object, name: string): Uint32Array {
  return Reflect.get(table, name) as Uint32Array;
}

function requireBelow(values: Uint32Array, end: number): void {
  for (const value of values) if (value >= end) throw invalid("a row that is none");
}
