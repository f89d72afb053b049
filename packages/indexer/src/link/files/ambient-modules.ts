/** Ambient modules of a declaration file: `declare module "m" { … }`. Knows symbols only. */
import { SymbolFlag } from "@sdl/model";
import { type FactsPage, SYMBOLS } from "@sdl/model/facts";

/** Ordinals of the modules that the file declares by name. */
export function ambientModulesOf(page: FactsPage): readonly number[] {
  const found: number[] = [];
  const { rows } = page.table(SYMBOLS);
  for (let ordinal = 1; ordinal < rows; ordinal++) if (isAmbientModule(page, ordinal)) found.push(ordinal);
  return found;
}

/** Whether a symbol is a module declared by name, whose members are no names of the file. */
export function isAmbientModule(page: FactsPage, ordinal: number): boolean {
  const { container, flags, signatureOpt } = page.table(SYMBOLS);
  if (container[ordinal] !== 0 || ((flags[ordinal] ?? 0) & SymbolFlag.Namespace) === 0) return false;
  return page.stringOpt(signatureOpt[ordinal] ?? 0)?.startsWith("module ") === true;
}
