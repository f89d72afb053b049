/**
 * Origins of expressions: where a value comes from, as a path of names. `["fs", "promises", "readFile"]` comes from an
 * import, `["global:console", "log"]` from a global. Calls, constructions and awaits keep the path of their operand, so
 * a client's method has its package as origin: `new pg.Pool().query` is `["pg", "Pool", "query"]`.
 *
 * Sees one file: values from elsewhere in the repository have no origin; links cover those.
 */
import { KIND_CODE } from "@sdl/model";
import { EXPRS, ExprOp, FIELDS, IMPORTS, ImportForm, LOCAL_VALUES, LOCALS, SYMBOLS } from "@sdl/model/facts";
import type { Extraction } from "../extraction.js";

type OriginPath = readonly string[];

/** Maximum number of steps from a name to its value, and maximum nesting of an expression. Beyond the limit the origin is unknown. */
const MAX_DEPTH = 12;
/** Names of the global object. */
const GLOBAL_OBJECTS = new Set(["global:globalThis", "global:window", "global:global", "global:self"]);

/** Finds and caches the origins of one file's expressions. */
export class Origins {
  /** Origin by expression; `null` if the expression has none. */
  private readonly known: (OriginPath | null | undefined)[] = [];
  private readonly ops: Uint32Array;
  private readonly as: Uint32Array;
  private readonly bs: Uint32Array;
  private readonly strings: readonly string[];
  private fieldRows: Map<string, number> | undefined;
  private localValues: Map<number, number[]> | undefined;

  /**
   * @param extraction must have all expressions, fields and locals written
   * @param isWanted whether paths with this first name are of interest; other paths are dropped
   */
  constructor(
    private readonly extraction: Extraction,
    private readonly isWanted: (head: string) => boolean,
  ) {
    const exprs = extraction.facts.table(EXPRS);
    this.ops = exprs.column("op");
    this.as = exprs.column("a");
    this.bs = exprs.column("b");
    this.strings = extraction.facts.texts();
  }

  op(expr: number): number {
    return this.ops[expr] ?? 0;
  }

  a(expr: number): number {
    return this.as[expr] ?? 0;
  }

  b(expr: number): number {
    return this.bs[expr] ?? 0;
  }

  /** The string at an index of the page's string table. */
  text(index: number): string {
    return this.strings[index] ?? "";
  }

  /** The name of a member expression. */
  memberName(expr: number): string {
    return this.text(this.bs[expr] ?? 0);
  }

  of(expr: number, depth = 0): OriginPath | undefined {
    const known = this.known[expr];
    if (known !== undefined) return known ?? undefined;
    if (depth > MAX_DEPTH) return undefined;
    // Break cycles: while a value that refers to itself is computed, its own origin counts as unknown.
    this.known[expr] = null;
    const found = this.find(expr, depth + 1);
    this.known[expr] = found ?? null;
    return found;
  }

  /** Type and value rows of an instance's member: the known values of `this.name`. */
  fieldExprs(owner: number, name: string): { readonly type: number; readonly value: number } | undefined {
    this.fieldRows ??= this.indexFields();
    const row = this.fieldRows.get(`${owner} ${name}`);
    if (row === undefined) return undefined;
    const fields = this.extraction.facts.table(FIELDS);
    return { type: fields.get(row, "typeOpt") - 1, value: fields.get(row, "valueOpt") - 1 };
  }

  /** Type and value rows of a variable that is a symbol, as {@link fieldExprs}. */
  variableExprs(symbol: number): number[] {
    const symbols = this.extraction.facts.table(SYMBOLS);
    return [symbols.get(symbol, "typeOpt") - 1, symbols.get(symbol, "valueOpt") - 1];
  }

  private find(expr: number, depth: number): OriginPath | undefined {
    const a = this.a(expr);
    switch (this.op(expr)) {
      case ExprOp.Import:
        return this.imported(a);
      case ExprOp.Global:
        return this.filterWanted([`global:${this.text(a)}`]);
      case ExprOp.Module:
        return this.modulePath(this.text(a));
      case ExprOp.Member:
        return this.member(a, this.memberName(expr), depth);
      case ExprOp.Call:
      case ExprOp.New:
      case ExprOp.Await:
      case ExprOp.Instance:
      case ExprOp.Enter:
      case ExprOp.Apply:
        return this.of(a, depth);
      case ExprOp.Union:
        return this.of(a, depth) ?? this.of(this.bs[expr] ?? 0, depth);
      case ExprOp.Local:
        return this.local(a, depth);
      case ExprOp.Symbol:
        return this.variable(a, depth);
      default:
        return undefined;
    }
  }

  private member(object: number, name: string, depth: number): OriginPath | undefined {
    if (this.op(object) === ExprOp.This) {
      const field = this.fieldExprs(this.a(object), name);
      return field === undefined ? undefined : this.firstKnown(field.type, [field.value], depth);
    }
    const path = this.of(object, depth);
    if (path === undefined) return undefined;
    if (path.length === 1 && GLOBAL_OBJECTS.has(path[0] ?? "")) return this.filterWanted([`global:${name}`]);
    return name === "default" ? path : [...path, name];
  }

  /** The first origin found among a type and values; negative rows are skipped. */
  private firstKnown(type: number, values: readonly number[], depth: number): OriginPath | undefined {
    for (const expr of [type, ...values]) {
      const path = expr <= 0 ? undefined : this.of(expr, depth);
      if (path !== undefined) return path;
    }
    return undefined;
  }

  private local(local: number, depth: number): OriginPath | undefined {
    this.localValues ??= this.indexLocalValues();
    const type = this.extraction.facts.table(LOCALS).get(local, "typeOpt") - 1;
    return this.firstKnown(type, this.localValues.get(local) ?? [], depth);
  }

  private variable(symbol: number, depth: number): OriginPath | undefined {
    const symbols = this.extraction.facts.table(SYMBOLS);
    if (symbols.get(symbol, "kind") !== KIND_CODE.variable) return undefined;
    const [type = -1, ...values] = this.variableExprs(symbol);
    return this.firstKnown(type, values, depth);
  }

  private imported(row: number): OriginPath | undefined {
    const imports = this.extraction.facts.table(IMPORTS);
    const module = this.modulePath(this.text(imports.get(row, "specifier")));
    const form = imports.get(row, "form");
    if (form === ImportForm.DottedModule) return module?.slice(0, 1);
    const name = form === ImportForm.Named ? this.text(imports.get(row, "imported")) : "";
    return module === undefined || name === "" || name === "default" ? module : [...module, name];
  }

  /** Path of an imported module; `undefined` for a relative specifier. */
  private modulePath(specifier: string): OriginPath | undefined {
    if (/^[./#]/.test(specifier) || specifier === "") return undefined;
    if (this.extraction.language === "python") return this.filterWanted(specifier.split("."));
    return this.filterWanted([specifier.replace(/^node:/, "")]);
  }

  private filterWanted(path: OriginPath): OriginPath | undefined {
    const [head = ""] = path;
    return GLOBAL_OBJECTS.has(head) || this.isWanted(head) ? path : undefined;
  }

  private indexFields(): Map<string, number> {
    const fields = this.extraction.facts.table(FIELDS);
    const rows = new Map<string, number>();
    for (let row = 0; row < fields.rows; row++)
      rows.set(`${fields.get(row, "owner")} ${this.text(fields.get(row, "name"))}`, row);
    return rows;
  }

  private indexLocalValues(): Map<number, number[]> {
    const values = this.extraction.facts.table(LOCAL_VALUES);
    const rows = new Map<number, number[]>();
    for (let row = 0; row < values.rows; row++) {
      const local = values.get(row, "local");
      const list = rows.get(local);
      if (list === undefined) rows.set(local, [values.get(row, "expr")]);
      else list.push(values.get(row, "expr"));
    }
    return rows;
  }
}
