/**
 * Page scripts: scripts that are no modules, whose top-level declarations are visible to all scripts of their page.
 * Sees one file; linking decides which scripts share a page.
 */
import { SymbolFlag } from "@sdl/model";
import { IMPORTS, STARS } from "@sdl/model/facts";
import { BindingKind, Space } from "../scopes.js";
import type { TypescriptFile } from "../typescript-file.js";
import type { Exports } from "./exports.js";

/** Flags the module and its names if the file neither imports nor exports anything in any of JavaScript's forms. */
export function flagPageNames(file: TypescriptFile, exports: Exports): void {
  const { facts } = file;
  if (facts.language !== "javascript" || exports.isUsed || file.tree.source.startsWith("#!")) return;
  if (facts.table(IMPORTS).rows > 0 || facts.table(STARS).rows > 0) return;
  file.extraction.addFlags(0, SymbolFlag.Page);
  for (const { kind, space, target } of file.scopes[0]?.bindings ?? []) {
    if (kind === BindingKind.Symbol && (space & Space.Value) !== 0) file.extraction.addFlags(target, SymbolFlag.Page);
  }
}
