/** Names of a page's symbols in readable form. */
import { KIND_CODE, SYMBOL_KINDS, type SymbolKind } from "../kinds.js";
import type { FactsPage } from "./page.js";
import { OWNERS, SYMBOLS } from "./schema.js";

/** Qualified names by ordinal: names of containers and symbol joined by `.`; empty for the module symbol (row 0). */
export function qualifiedNames(page: FactsPage): string[] {
  const symbols = page.table(SYMBOLS);
  const names: string[] = [];
  for (let i = 0; i < symbols.rows; i++) {
    const container = symbols.container[i] ?? 0;
    const own = i === 0 ? "" : page.string(symbols.name[i] ?? 0);
    const prefix = container === 0 || container >= i ? ownerName(page, i) : names[container];
    names.push(prefix === undefined ? own : `${prefix}.${own}`);
  }
  return names;
}

/** The qualified name of one symbol, see {@link qualifiedNames}. */
export function qualifiedName(page: FactsPage, ordinal: number): string {
  const symbols = page.table(SYMBOLS);
  if (ordinal <= 0 || ordinal >= symbols.rows) return "";
  const parts: string[] = [];
  for (let at = ordinal, container = 0; ; at = container) {
    parts.push(page.string(symbols.name[at] ?? 0));
    container = symbols.container[at] ?? 0;
    if (container !== 0 && container < at) continue;
    const owner = ownerName(page, at);
    if (owner !== undefined) parts.push(owner);
    break;
  }
  return parts.reverse().join(".");
}

/** The name of the type that a method belongs to whose container is the module. */
export function ownerName(page: FactsPage, ordinal: number): string | undefined {
  const owners = page.table(OWNERS);
  if (owners.rows === 0) return undefined;
  let low = 0;
  for (let high = owners.rows; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((owners.symbol[middle] ?? 0) < ordinal) low = middle + 1;
    else high = middle;
  }
  return owners.symbol[low] === ordinal ? page.string(owners.name[low] ?? 0) : undefined;
}

/** Kind of a symbol, by ordinal. */
export function symbolKind(page: FactsPage, ordinal: number): SymbolKind {
  return SYMBOL_KINDS[page.table(SYMBOLS).kind[ordinal] ?? KIND_CODE.module] ?? "module";
}

/** Name of a module symbol: its file's name without extension; for `__init__` and `index` preceded by the folder's name. */
export function moduleName(path: string): string {
  const parts = path.split("/");
  const file = (parts.at(-1) ?? path).replace(/(\.d)?\.[^.]+$/, "");
  const folder = parts.at(-2);
  return folder !== undefined && (file === "index" || file === "__init__") ? `${folder}/${file}` : file;
}
