/**
 * Text dump of a page: stable and readable; golden tests compare it and `sdl debug facts` prints it.
 * Invariant: equal pages give equal texts.
 */
import { EFFECT_KINDS, GUARD_KINDS } from "../behaviour.js";
import { SYMBOL_KINDS, SymbolFlag, VISIBILITIES } from "../kinds.js";
import { ExprOp, HeritageKind, ImportFlag, ImportForm, ParamFlag, RefKind } from "./expr.js";
import { qualifiedNames } from "./names.js";
import type { FactsPage } from "./page.js";
import * as schema from "./schema.js";

const OP_NAMES = names(ExprOp);
const REF_NAMES = names(RefKind);
const FORM_NAMES = names(ImportForm);

/** An expression as text: `import:foo.bar()`, `this:Repo.store`, `new symbol:Cache`. */
function exprText(page: FactsPage, row: number, depth = 0): string {
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
    case ExprOp.Fixture:
      return `${OP_NAMES[op]}:${page.string(a)}`;
    case ExprOp.Union:
      return `(${sub(a)} | ${sub(b)})`;
    case ExprOp.Apply:
      return `${sub(a)}<${sub(b)}>`;
    case ExprOp.Function:
      return `function(${sub(a)}, ${sub(b)})`;
    case ExprOp.Merged:
      return `merged(${sub(a)}, ${sub(b)})`;
    case ExprOp.Indexed:
      return `${sub(a)}[${sub(b)}]`;
    case ExprOp.Handed:
      return `handed(${sub(a)}, ${b})`;
    case ExprOp.Parameter:
      return `parameter(${sub(a)}, ${b})`;
    default:
      return compoundText(page, { op, a, b }, sub);
  }
}

/** Text of tuples, objects and type parameters; otherwise of an operator with one operand. */
function compoundText(
  page: FactsPage,
  { op, a, b }: { readonly op: number; readonly a: number; readonly b: number },
  sub: (operand: number) => string,
): string {
  switch (op) {
    case ExprOp.Tuple:
      return `tuple(${sub(a)}${b === 0 ? "" : `, ${sub(b)}`})`;
    case ExprOp.Element:
      return `element(${sub(a)}${b === 0 ? "" : `, ${page.string(b - 1)}`})`;
    case ExprOp.Part:
      return `part(${sub(a)}, ${b})`;
    case ExprOp.TypeParameter:
      return `parameter${b >> 1}${a === 0 ? "" : `<${sub(a)}>`}`;
    case ExprOp.Record:
      return `{ ${sub(a)} }${b === 0 ? "" : ` ${sub(b)}`}`;
    case ExprOp.Property:
      return `${page.string(a)}: ${sub(b)}`;
    default:
      return `${OP_NAMES[op]}(${sub(a)})`;
  }
}

/** The whole page as text: symbols with their facts, imports, exports, references. */
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
  entryLines(page, lines);
  const file = page.table(schema.FILE);
  lines.push(`file errors=${file.errors[0] ?? 0} lines=${file.lines[0] ?? 0} generated=${file.generated[0] ?? 0}`);
  return `${lines.join("\n")}\n`;
}

/** One row as an object; slower than columns, which does not matter for dumps. */
type RowObject<S> = S extends schema.TableSchema<infer C> ? Readonly<Record<C, number>> : never;

function rowObjects<S extends (typeof schema.FACT_TABLES)[number]>(page: FactsPage, table: S): RowObject<S>[] {
  const columns = page.table(table) as unknown as { readonly rows: number } & Readonly<Record<string, Uint32Array>>;
  const names = Object.keys(table.columns);
  return Array.from({ length: columns.rows }, (_, row) => {
    return Object.fromEntries(names.map((name) => [name, columns[name]?.[row] ?? 0])) as RowObject<S>;
  });
}

function symbolLines(page: FactsPage, lines: string[]): void {
  const qualified = qualifiedNames(page);
  const details = detailsBySymbol(page);
  rowObjects(page, schema.SYMBOLS).forEach((symbol, i) => {
    const head = [
      SYMBOL_KINDS[symbol.kind],
      qualified[i] || "<module>",
      symbol.ordinal > 0 ? `#${symbol.ordinal}` : "",
      `${symbol.startLine}:${symbol.startCol}-${symbol.startLine + symbol.endLine}:${symbol.endCol}`,
      `@${symbol.startLine + symbol.nameLine}:${symbol.nameCol}`,
      VISIBILITIES[symbol.visibility],
      flagText(SymbolFlag, symbol.flags),
    ];
    lines.push(head.filter((part) => part !== "").join(" "), ...symbolTexts(page, symbol), ...(details.get(i) ?? []));
  });
}

function symbolTexts(page: FactsPage, symbol: RowObject<typeof schema.SYMBOLS>): string[] {
  const texts: [string, number][] = [
    ["sig", symbol.signatureOpt],
    ["returns", symbol.returnsOpt],
    ["generics", symbol.genericsOpt],
    ["doc", symbol.docOpt],
  ];
  const exprs: [string, number][] = [
    ["type", symbol.typeOpt],
    ["value", symbol.valueOpt],
  ];
  return [
    ...texts
      .filter(([, text]) => text > 0)
      .map(([label, text]) => `  ${label} ${JSON.stringify(page.stringOpt(text))}`),
    ...exprs.filter(([, expr]) => expr > 0).map(([label, expr]) => `  ${label} ${exprText(page, expr - 1)}`),
  ];
}

function detailsBySymbol(page: FactsPage): Map<number, string[]> {
  const result = new Map<number, string[]>();
  const add = (symbol: number, line: string): void => {
    const list = result.get(symbol) ?? [];
    list.push(`  ${line}`);
    result.set(symbol, list);
  };
  for (const param of rowObjects(page, schema.PARAMS)) add(param.symbol, paramText(page, param));
  for (const overload of rowObjects(page, schema.OVERLOADS))
    add(overload.symbol, `overload ${page.string(overload.text)}`);
  for (const base of rowObjects(page, schema.HERITAGE)) {
    const word = base.kind === HeritageKind.Extends ? "extends" : "implements";
    add(base.symbol, `${word} ${exprText(page, base.expr)} (${page.string(base.text)})`);
  }
  for (const field of rowObjects(page, schema.FIELDS)) {
    const type = exprOptText(page, " : ", field.typeOpt);
    add(field.owner, `field ${page.string(field.name)}${type}${exprOptText(page, " = ", field.valueOpt)}`);
  }
  for (const given of rowObjects(page, schema.RETURNS)) add(given.symbol, `return ${exprText(page, given.expr)}`);
  for (const effect of rowObjects(page, schema.EFFECTS)) {
    const subject = page.stringOpt(effect.subjectOpt);
    add(
      effect.symbol,
      `effect ${EFFECT_KINDS[effect.kind]}${subject === undefined ? "" : ` ${subject}`} @${effect.line}`,
    );
  }
  for (const guard of rowObjects(page, schema.GUARDS)) {
    const texts = [page.stringOpt(guard.errorOpt), page.stringOpt(guard.textOpt)].filter((text) => text !== undefined);
    add(guard.symbol, [`guard ${GUARD_KINDS[guard.kind]}`, ...texts].join(" "));
  }
  return result;
}

function paramText(page: FactsPage, param: RowObject<typeof schema.PARAMS>): string {
  const type = page.stringOpt(param.typeTextOpt);
  const preset = page.stringOpt(param.defaultOpt);
  const flags = flagText(ParamFlag, param.flags);
  return [
    `param ${page.string(param.name)}`,
    type === undefined ? "" : `: ${type}`,
    preset === undefined ? "" : ` = ${preset}`,
    flags === "" ? "" : ` [${flags}]`,
    exprOptText(page, " ~ ", param.typeOpt),
  ].join("");
}

function exprOptText(page: FactsPage, before: string, exprOpt: number): string {
  return exprOpt === 0 ? "" : before + exprText(page, exprOpt - 1);
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

function entryLines(page: FactsPage, lines: string[]): void {
  const qualified = qualifiedNames(page);
  for (const entry of rowObjects(page, schema.ENTRIES)) {
    const owner = qualified[entry.owner] || "<module>";
    const handler = page.stringOpt(entry.handlerOpt);
    const place = entry.toLine === 0 ? "" : ` @${entry.fromLine}-${entry.toLine}`;
    const text = JSON.stringify(page.string(entry.text));
    lines.push(
      `entry ${owner} ${schema.ENTRY_KINDS[entry.kind]} ${text}${handler === undefined ? "" : ` -> ${handler}`}${place}`,
    );
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
