/**
 * A page as stable, readable text: what golden tests compare and `sdl debug facts` prints.
 * Invariant: equal pages give equal text, and every table's content shows.
 */
import { SYMBOL_KINDS, SymbolFlag, VISIBILITIES } from "../kinds.js";
import { ExprOp, HeritageKind, ImportFlag, ImportForm, ParamFlag, RefKind } from "./expr.js";
import { qualifiedNames } from "./names.js";
import type { FactsPage } from "./page.js";
import * as schema from "./schema.js";

const OP_NAMES = names(ExprOp);
const REF_NAMES = names(RefKind);
const FORM_NAMES = names(ImportForm);

/** An expression as text: `import:foo.bar()`, `this:Repo.store`, `new symbol:Cache`. */
export function exprText(page: FactsPage, row: number, depth = 0): string {
  const exprs = page.table(schema.EXPRS);
  const op = exprs.op[row] ?? 0;
  const a = exprs.a[row] ?? 0;
  const b = exprs.b[row] ?? 0;
  if (depth > 40) return "…";
  const sub = (operand: number): string => exprText(page, operand, depth + 1);
  switch (op) {
    case ExprOp.Unknown:
      return "?";
    case ExprOp.Symbol:
    case ExprOp.This:
    case ExprOp.Super:
    case ExprOp.Class:
      return `${OP_NAMES[op]}:${qualifiedNames(page)[a] || "<module>"}`;
    case ExprOp.Import: {
      const imports = page.table(schema.IMPORTS);
      return `import:${page.string(imports.local[a] ?? 0)}`;
    }
    case ExprOp.Local:
      return `local:${page.string(page.table(schema.LOCALS).name[a] ?? 0)}`;
    case ExprOp.Member:
      return `${sub(a)}.${page.string(b)}`;
    case ExprOp.Call:
      return `${sub(a)}(${b === 0 ? "" : sub(b)})`;
    case ExprOp.Global:
    case ExprOp.Literal:
    case ExprOp.Module:
      return `${OP_NAMES[op]}:${page.string(a)}`;
    case ExprOp.Union:
      return `(${sub(a)} | ${sub(b)})`;
    case ExprOp.Apply:
      return `${sub(a)}<${sub(b)}>`;
    default:
      return `${OP_NAMES[op]}(${sub(a)})`;
  }
}

/** The whole page: symbols with their facts, imports, exports, references. */
export function factsText(page: FactsPage): string {
  const lines: string[] = [];
  symbolLines(page, lines);
  importLines(page, lines);
  const exports = page.table(schema.EXPORTS);
  for (let i = 0; i < exports.rows; i++) {
    lines.push(`export ${page.string(exports.name[i] ?? 0)} = ${exprText(page, exports.expr[i] ?? 0)}`);
  }
  const stars = page.table(schema.STARS);
  for (let i = 0; i < stars.rows; i++) lines.push(`export * from ${page.string(stars.specifier[i] ?? 0)}`);
  localLines(page, lines);
  refLines(page, lines);
  const file = page.table(schema.FILE);
  lines.push(`file errors=${file.errors[0] ?? 0} lines=${file.lines[0] ?? 0} generated=${file.generated[0] ?? 0}`);
  return `${lines.join("\n")}\n`;
}

function symbolLines(page: FactsPage, lines: string[]): void {
  const symbols = page.table(schema.SYMBOLS);
  const qualified = qualifiedNames(page);
  const details = detailsBySymbol(page);
  for (let i = 0; i < symbols.rows; i++) {
    const start = symbols.startLine[i] ?? 0;
    const flags = flagText(SymbolFlag, symbols.flags[i] ?? 0);
    const signature = page.stringOpt(symbols.signatureOpt[i] ?? 0);
    const head = [
      SYMBOL_KINDS[symbols.kind[i] ?? 0],
      qualified[i] || "<module>",
      (symbols.ordinal[i] ?? 0) > 0 ? `#${symbols.ordinal[i]}` : "",
      `${start}:${symbols.startCol[i]}-${start + (symbols.endLine[i] ?? 0)}:${symbols.endCol[i]}`,
      `@${start + (symbols.nameLine[i] ?? 0)}:${symbols.nameCol[i]}`,
      VISIBILITIES[symbols.visibility[i] ?? 0],
      flags,
    ];
    lines.push(head.filter((part) => part !== "").join(" "));
    if (signature !== undefined) lines.push(`  sig ${JSON.stringify(signature)}`);
    const optional: [string, string | undefined][] = [
      ["returns", page.stringOpt(symbols.returnsOpt[i] ?? 0)],
      ["generics", page.stringOpt(symbols.genericsOpt[i] ?? 0)],
      ["doc", page.stringOpt(symbols.docOpt[i] ?? 0)],
    ];
    for (const [label, text] of optional) if (text !== undefined) lines.push(`  ${label} ${JSON.stringify(text)}`);
    if ((symbols.typeOpt[i] ?? 0) > 0) lines.push(`  type ${exprText(page, (symbols.typeOpt[i] ?? 0) - 1)}`);
    if ((symbols.valueOpt[i] ?? 0) > 0) lines.push(`  value ${exprText(page, (symbols.valueOpt[i] ?? 0) - 1)}`);
    lines.push(...(details.get(i) ?? []));
  }
}

function detailsBySymbol(page: FactsPage): Map<number, string[]> {
  const result = new Map<number, string[]>();
  const add = (symbol: number, line: string): void => {
    const list = result.get(symbol) ?? [];
    list.push(`  ${line}`);
    result.set(symbol, list);
  };
  const opt = (value: number): string => (value === 0 ? "" : exprText(page, value - 1));
  const params = page.table(schema.PARAMS);
  for (let i = 0; i < params.rows; i++) {
    const type = page.stringOpt(params.typeTextOpt[i] ?? 0);
    const preset = page.stringOpt(params.defaultOpt[i] ?? 0);
    const flags = flagText(ParamFlag, params.flags[i] ?? 0);
    const shown = [
      `param ${page.string(params.name[i] ?? 0)}`,
      type === undefined ? "" : `: ${type}`,
      preset === undefined ? "" : ` = ${preset}`,
      flags === "" ? "" : ` [${flags}]`,
      (params.typeOpt[i] ?? 0) > 0 ? ` ~ ${opt(params.typeOpt[i] ?? 0)}` : "",
    ];
    add(params.symbol[i] ?? 0, shown.join(""));
  }
  const overloads = page.table(schema.OVERLOADS);
  for (let i = 0; i < overloads.rows; i++)
    add(overloads.symbol[i] ?? 0, `overload ${page.string(overloads.text[i] ?? 0)}`);
  const heritage = page.table(schema.HERITAGE);
  for (let i = 0; i < heritage.rows; i++) {
    const word = heritage.kind[i] === HeritageKind.Extends ? "extends" : "implements";
    add(
      heritage.symbol[i] ?? 0,
      `${word} ${exprText(page, heritage.expr[i] ?? 0)} (${page.string(heritage.text[i] ?? 0)})`,
    );
  }
  const fields = page.table(schema.FIELDS);
  for (let i = 0; i < fields.rows; i++) {
    const type = opt(fields.typeOpt[i] ?? 0);
    const value = opt(fields.valueOpt[i] ?? 0);
    add(
      fields.owner[i] ?? 0,
      `field ${page.string(fields.name[i] ?? 0)}${type && ` : ${type}`}${value && ` = ${value}`}`,
    );
  }
  const returns = page.table(schema.RETURNS);
  for (let i = 0; i < returns.rows; i++) add(returns.symbol[i] ?? 0, `return ${exprText(page, returns.expr[i] ?? 0)}`);
  return result;
}

function importLines(page: FactsPage, lines: string[]): void {
  const imports = page.table(schema.IMPORTS);
  for (let i = 0; i < imports.rows; i++) {
    const flags = flagText(ImportFlag, imports.flags[i] ?? 0);
    const asked = page.string(imports.imported[i] ?? 0);
    const local = page.string(imports.local[i] ?? 0);
    const names = [FORM_NAMES[imports.form[i] ?? 0], asked, local === "" ? "" : `as ${local}`].filter(
      (part) => part !== "",
    );
    const from = `from ${page.string(imports.specifier[i] ?? 0)} @${imports.line[i]}`;
    lines.push(`import ${names.join(" ")} ${from}${flags === "" ? "" : ` [${flags}]`}`);
  }
  const names = page.table(schema.PUBLIC_NAMES);
  for (let i = 0; i < names.rows; i++) lines.push(`public ${page.string(names.name[i] ?? 0)}`);
}

function localLines(page: FactsPage, lines: string[]): void {
  const qualified = qualifiedNames(page);
  const locals = page.table(schema.LOCALS);
  const values = page.table(schema.LOCAL_VALUES);
  for (let i = 0; i < locals.rows; i++) {
    const type = locals.typeOpt[i] ?? 0;
    const given: string[] = [];
    for (let v = 0; v < values.rows; v++) if (values.local[v] === i) given.push(exprText(page, values.expr[v] ?? 0));
    const shown = `local ${qualified[locals.owner[i] ?? 0] || "<module>"}/${page.string(locals.name[i] ?? 0)}`;
    lines.push(
      `${shown}${type > 0 ? ` : ${exprText(page, type - 1)}` : ""}${given.length > 0 ? ` = ${given.join(" | ")}` : ""}`,
    );
  }
}

function refLines(page: FactsPage, lines: string[]): void {
  const qualified = qualifiedNames(page);
  const refs = page.table(schema.REFS);
  for (let i = 0; i < refs.rows; i++) {
    const owner = qualified[refs.owner[i] ?? 0] || "<module>";
    const kind = REF_NAMES[refs.kind[i] ?? 0];
    const arity = refs.kind[i] === RefKind.Call || refs.kind[i] === RefKind.New ? `/${refs.arity[i]}` : "";
    lines.push(`ref ${owner} ${kind} ${exprText(page, refs.expr[i] ?? 0)}${arity} @${refs.line[i]}:${refs.col[i]}`);
  }
}

function flagText(flags: Readonly<Record<string, number>>, value: number): string {
  return Object.entries(flags)
    .filter(([, bit]) => (value & bit) !== 0)
    .map(([name]) => name.toLowerCase())
    .join(",");
}

function names(codes: Readonly<Record<string, number>>): string[] {
  const result: string[] = [];
  for (const [name, code] of Object.entries(codes)) result[code] = name.toLowerCase();
  return result;
}
