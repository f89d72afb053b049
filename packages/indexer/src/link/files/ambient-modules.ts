/** Ambient modules of a declaration file: `declare module "m" { … }`. Knows symbols only. */
import { SymbolFlag } from "@sdl/model";
import type { FileContext } from "./file-context.js";

/** Ordinals of the modules that the file declares by name. */
export function ambientModulesOf(ctx: FileContext): readonly number[] {
  const found: number[] = [];
  for (let ordinal = 1; ordinal < ctx.symbols.rows; ordinal++) if (isAmbientModule(ctx, ordinal)) found.push(ordinal);
  return found;
}

/** Whether a symbol is a module declared by name, whose members are no names of the file. */
export function isAmbientModule(ctx: FileContext, ordinal: number): boolean {
  const { container, signatureOpt } = ctx.symbols;
  if (container[ordinal] !== 0 || !ctx.hasFlag(ordinal, SymbolFlag.Namespace)) return false;
  return ctx.page.stringOpt(signatureOpt[ordinal] ?? 0)?.startsWith("module ") === true;
}
