/** What the facts of a file say of one symbol beyond its card: what it gives back, which words it has. Knows one page at a time. */
import { SymbolFlag } from "@sdl/model";
import {
  EXPRS,
  ExprOp,
  type FactsPage,
  IMPORTS,
  LOCAL_VALUES,
  LOCALS,
  POSTINGS,
  RETURNS,
  SYMBOLS,
  TERMS,
} from "@sdl/model/facts";
import { identifierTerms, isTextStopWord, termHashHigh, termHashLow } from "@sdl/model/text";

/** Expressions that are looked at for one symbol; a result that is put together of more is somebody else's by then. */
const MAX_EXPRESSIONS = 200;

/** Whether a function gives a value back. @param ordinal the symbol's row */
export function givesBackValue(page: FactsPage, ordinal: number): boolean {
  return page.table(RETURNS).symbol.includes(ordinal);
}

/** Whether objects may leave a member out. @param ordinal the symbol's row */
export function isOptionalMember(page: FactsPage, ordinal: number): boolean {
  return ((page.table(SYMBOLS).flags[ordinal] ?? 0) & SymbolFlag.Optional) !== 0;
}

/**
 * Names of what a symbol's value comes from as it is: what a function gives back, or a variable holds, is what they give, perhaps awaited or put
 * into an object. An attribute of what they give is another value.
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
      open.push(...this.visit(row));
    }
    return this.names;
  }

  /** @returns what else the value comes from */
  private visit(row: number): number[] {
    const { op, a, b } = this.page.table(EXPRS);
    const [first, second] = [a[row] ?? 0, b[row] ?? 0];
    switch (op[row]) {
      case ExprOp.Call:
      case ExprOp.Await:
      case ExprOp.Element:
      case ExprOp.Items:
      case ExprOp.Part:
        return [first];
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
    // A declared type is what it is, whatever it is given.
    if ((this.page.table(LOCALS).typeOpt[local] ?? 0) > 0) return [];
    const found: number[] = [];
    for (let row = 0; row < values.rows; row++) if (values.local[row] === local) found.push(values.expr[row] ?? 0);
    return found;
  }
}

/** Whether a symbol's own text, what stands in it apart, has a name; `undefined` where such words are not kept. @param ordinal its row */
export function mentionsName(page: FactsPage, ordinal: number, name: string): boolean | undefined {
  const [term] = identifierTerms(name);
  if (term === undefined || isTextStopWord(term)) return undefined;
  const postings = postingsOf(page, termHashHigh(term), termHashLow(term));
  const { skipped } = page.table(POSTINGS);
  let next = 0;
  for (let row = postings.start; row < postings.end; row++) {
    next += skipped[row] ?? 0;
    if (next++ === ordinal) return true;
  }
  return false;
}

/** Rows of a term's postings; none where no symbol of the file has it. */
function postingsOf(page: FactsPage, high: number, low: number): { readonly start: number; readonly end: number } {
  const { hi, lo, count } = page.table(TERMS);
  let start = 0;
  for (const [row, own] of count.entries()) {
    if (hi[row] === high && (lo[row] ?? 0) >>> 0 === low >>> 0) return { start, end: start + own };
    start += own;
  }
  return { start, end: start };
}
