/** Names of a page's symbols in readable form. */
import { KIND_CODE, SYMBOL_KINDS, type SymbolKind } from "../kinds.js";
import type { FactsPage } from "./page.js";
import { SYMBOLS } from "./schema.js";

/** Qualified names by ordinal: names of containers and symbol joined by `.`; empty for the module symbol (row 0). */
export function qualifiedNames(page: FactsPage): string[] {
  const symbols = page.table(SYMBOLS);
  const names: string[] = [];
  for (let i = 0; i < symbols.rows; i++) {
    const container = symbols.container[i] ?? 0;
    const own = i === 0 ? "" : page.string(symbols.name[i] ?? 0);
    const prefix = container === 0 || container >= i ? "" : `${names[container] ?? ""}.`;
    names.push(prefix + own);
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
    if (container === 0 || container >= at) break;
  }
  return parts.reverse().join(".");
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
