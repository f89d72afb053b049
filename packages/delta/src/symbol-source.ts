/** Source facts of a symbol beyond its card: its result, and names in its text. Knows one facts page at a time. */
import { SymbolFlag } from "@sdl/model";
import {
  EXPRS,
  ExprOp,
  type FactsPage,
  IMPORTS,
  LOCAL_VALUES,
  LOCALS,
  PARAMS,
  ParamFlag,
  POSTINGS,
  RETURNS,
  SYMBOLS,
  TERMS,
} from "@sdl/model/facts";
import { identifierTerms, isTextStopWord, termHashHigh, termHashLow } from "@sdl/model/text";

/** Maximum number of expressions visited for one symbol; a result composed of more is treated as a new value. */
const MAX_EXPRESSIONS = 200;

/** Whether a function returns a value. @param ordinal row of the symbol */
export function returnsValue(page: FactsPage, ordinal: number): boolean {
  return page.table(RETURNS).symbol.includes(ordinal);
}

/** A parameter as callers see it. */
export interface Parameter {
  readonly name: string;
  /** Source text of the declared type. */
  readonly type: string | undefined;
  /** Whether callers may omit it: it has a default, is marked as optional, or collects further arguments. */
  readonly isOptional: boolean;
  /** `list`: `*args`, `...rest`; `keywords`: `**options`. */
  readonly collects: "list" | "keywords" | undefined;
  readonly isKeywordOnly: boolean;
  readonly isPositionalOnly: boolean;
}

/** Parameters of a function in order. @param ordinal row of the symbol */
export function parametersOf(page: FactsPage, ordinal: number): Parameter[] {
  const { rows, symbol, name, typeTextOpt, defaultOpt, flags } = page.table(PARAMS);
  const found: Parameter[] = [];
  for (let row = 0; row < rows; row++) {
    if (symbol[row] !== ordinal) continue;
    const bits = flags[row] ?? 0;
    const collects =
      (bits & ParamFlag.Rest) !== 0 ? "list" : (bits & ParamFlag.KeywordRest) !== 0 ? "keywords" : undefined;
    found.push({
      name: page.string(name[row] ?? 0),
      type: page.stringOpt(typeTextOpt[row] ?? 0),
      isOptional: (bits & ParamFlag.Optional) !== 0 || (defaultOpt[row] ?? 0) > 0 || collects !== undefined,
      collects,
      isKeywordOnly: (bits & ParamFlag.KeywordOnly) !== 0,
      isPositionalOnly: (bits & ParamFlag.PositionalOnly) !== 0,
    });
  }
  return found;
}

/** Whether objects may omit a member. @param ordinal row of the symbol */
export function isOptionalMember(page: FactsPage, ordinal: number): boolean {
  return ((page.table(SYMBOLS).flags[ordinal] ?? 0) & SymbolFlag.Optional) !== 0;
}

/**
 * Names of the symbols whose value a function returns, or a variable holds, unchanged; possibly awaited or wrapped in an object. An attribute of
 * such a value is a different value.
 */
export function resultNames(page: FactsPage, ordinal: number): ReadonlySet<string> {
  const results = page.table(RETURNS);
  const exprs: number[] = [];
  for (let row = 0; row < results.rows; row++) if (results.symbol[row] === ordinal) exprs.push(results.expr[row] ?? 0);
  const value = page.table(SYMBOLS).valueOpt[ordinal] ?? 0;
  if (value > 0) exprs.push(value - 1);
  return new ResultNames(page).of(exprs);
}

class ResultNames {
  private readonly names = new Set<string>();
  private readonly seen = new Set<number>();

  constructor(private readonly page: FactsPage) {}

  of(rows: readonly number[]): ReadonlySet<string> {
    const open = [...rows];
    for (let row = open.pop(); row !== undefined && this.seen.size < MAX_EXPRESSIONS; row = open.pop()) {
      if (this.seen.has(row)) continue;
      this.seen.add(row);
      open.push(...this.visitExpression(row));
    }
    return this.names;
  }

  /** Visits one expression. @returns rows of further expressions that the value comes from */
  private visitExpression(row: number): number[] {
    const { op, a, b } = this.page.table(EXPRS);
    const [first, second] = [a[row] ?? 0, b[row] ?? 0];
    switch (op[row]) {
      case ExprOp.Call:
      case ExprOp.Await:
      case ExprOp.Element:
      case ExprOp.Items:
      case ExprOp.Part:
        return [first];
      case ExprOp.Merged:
        return [second];
      case ExprOp.Property:
        return [second];
      case ExprOp.Union:
      case ExprOp.Tuple:
      case ExprOp.Record:
        return [first, second];
      case ExprOp.Local:
        return this.valuesOf(first);
      default:
        this.name(op[row] ?? 0, first, second);
        return [];
    }
  }

  private name(op: number, a: number, b: number): void {
    if (op === ExprOp.Member) this.names.add(this.page.string(b));
    else if (op === ExprOp.Global) this.names.add(this.page.string(a));
    else if (op === ExprOp.Symbol) this.names.add(this.page.string(this.page.table(SYMBOLS).name[a] ?? 0));
    else if (op === ExprOp.Import) this.names.add(this.page.string(this.page.table(IMPORTS).imported[a] ?? 0));
  }

  private valuesOf(local: number): number[] {
    const values = this.page.table(LOCAL_VALUES);
    // A local with a declared type does not have the type of its values.
    if ((this.page.table(LOCALS).typeOpt[local] ?? 0) > 0) return [];
    const found: number[] = [];
    for (let row = 0; row < values.rows; row++) if (values.local[row] === local) found.push(values.expr[row] ?? 0);
    return found;
  }
}

/**
 * Whether a symbol's own text, nested symbols excluded, contains a name; `undefined` if such words are not indexed. @param ordinal row of the
 * symbol
 */
export function mentionsName(page: FactsPage, ordinal: number, name: string): boolean | undefined {
  const [term] = identifierTerms(name);
  if (term === undefined || isTextStopWord(term)) return undefined;
  const postings = postingRange(page, termHashHigh(term), termHashLow(term));
  const { skipped } = page.table(POSTINGS);
  let next = 0;
  for (let row = postings.start; row < postings.end; row++) {
    next += skipped[row] ?? 0;
    if (next++ === ordinal) return true;
  }
  return false;
}

/** Range of a term's posting rows; empty if no symbol of the file contains the term. */
function postingRange(page: FactsPage, high: number, low: number): { readonly start: number; readonly end: number } {
  const { hi, lo, count } = page.table(TERMS);
  let start = 0;
  for (const [row, own] of count.entries()) {
    if (hi[row] === high && (lo[row] ?? 0) >>> 0 === low >>> 0) return { start, end: start + own };
    start += own;
  }
  return { start, end: start };
}
