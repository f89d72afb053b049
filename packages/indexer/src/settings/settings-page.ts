/**
 * Facts of a settings page: a configuration file, or the environment, as a module with a variable for each key that
 * code reads. Unlike other pages, they depend on the readers' links, not on the file alone.
 */
import { createHash } from "node:crypto";
import { KIND_CODE, SymbolFlag, VISIBILITY_CODE } from "@sdl/model";
import { FactsBuilder, FILE, SYMBOLS } from "@sdl/model/facts";
import { hash32 } from "@sdl/model/text";
import { writeDeclaredTerms } from "../extract/search-terms.js";
import type { Outline } from "./key-list.js";

/** Builds the facts. @param keys ascending, without duplicates @param outline lines of the keys; empty for the environment */
export function settingsFacts(keys: Iterable<string>, outline: Outline, doc: string): Uint8Array {
  const facts = new FactsBuilder("config");
  addSymbol(facts, "", 1, doc);
  for (const key of keys) addSymbol(facts, key, outline.get(key) ?? 1, undefined);
  const lines = Math.max(1, ...outline.values());
  facts.table(FILE).append({ errors: 0, lines, generated: 0 });
  writeDeclaredTerms(facts);
  return facts.finish();
}

/** The address of settings facts: a hash of the page itself. */
export function settingsKey(page: Uint8Array): string {
  return createHash("sha256").update("settings\0").update(page).digest("hex").slice(0, 32);
}

/** @param name empty for the module */
function addSymbol(facts: FactsBuilder, name: string, line: number, doc: string | undefined): void {
  const isModule = name === "";
  facts.table(SYMBOLS).append({
    name: facts.string(name),
    kind: isModule ? KIND_CODE.module : KIND_CODE.variable,
    container: 0,
    ordinal: 0,
    flags: isModule ? 0 : SymbolFlag.Exported | SymbolFlag.Const,
    visibility: VISIBILITY_CODE.exported,
    startLine: line,
    startCol: 0,
    nameLine: 0,
    nameCol: 0,
    endLine: 0,
    endCol: 0,
    signatureOpt: 0,
    returnsOpt: 0,
    genericsOpt: 0,
    docOpt: facts.stringOpt(doc),
    typeOpt: 0,
    valueOpt: 0,
    fpHi: hash32(name, 0x5e77),
    fpLo: hash32(name, 0x1e55),
  });
}
