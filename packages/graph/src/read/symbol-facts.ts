/**
 * Facts of one symbol, converted to the types of the graph port. Handles facts pages, not the store.
 * Invariant: no returned value references the page, because cards and answers are cached longer than pages.
 */
import { type Range, SymbolFlag } from "@sdl/model";
import { BODIES, type FactsPage, moduleName, OVERLOADS, PARAMS, ParamFlag, SYMBOLS } from "@sdl/model/facts";
import type { Param, Signature, SymbolDetails } from "@sdl/model/graph";
import { hexDigitsOfHash } from "@sdl/model/text";

/** The simple name that a symbol is found by. */
export function simpleName(page: FactsPage, ordinal: number, path: string): string {
  return ordinal === 0 ? moduleName(path) : page.ownString(page.table(SYMBOLS).name[ordinal] ?? 0);
}

/** Source range of a symbol, by ordinal. */
export function rangeOf(page: FactsPage, ordinal: number): Range {
  const symbols = page.table(SYMBOLS);
  const startLine = symbols.startLine[ordinal] ?? 0;
  return {
    startLine,
    startCol: symbols.startCol[ordinal] ?? 0,
    endLine: startLine + (symbols.endLine[ordinal] ?? 0),
    endCol: symbols.endCol[ordinal] ?? 0,
  };
}

function readFingerprint(page: FactsPage, ordinal: number): string {
  const { fpHi, fpLo } = page.table(SYMBOLS);
  return hexDigitsOfHash(fpHi[ordinal] ?? 0, fpLo[ordinal] ?? 0);
}

function readBodyHash(page: FactsPage, ordinal: number): number | undefined {
  const { symbol, print } = page.table(BODIES);
  return print[firstRow(symbol, ordinal)];
}

/** Signature, doc and fingerprints of a symbol, by ordinal. */
export function detailsOf(page: FactsPage, ordinal: number): SymbolDetails {
  const symbols = page.table(SYMBOLS);
  return {
    signature: readSignature(page, ordinal),
    doc: page.ownStringOpt(symbols.docOpt[ordinal] ?? 0),
    astFingerprint: readFingerprint(page, ordinal),
    bodyPrint: readBodyHash(page, ordinal),
  };
}

function readSignature(page: FactsPage, ordinal: number): Signature | undefined {
  const symbols = page.table(SYMBOLS);
  const text = page.ownStringOpt(symbols.signatureOpt[ordinal] ?? 0);
  if (text === undefined) return undefined;
  const flags = symbols.flags[ordinal] ?? 0;
  const params = readParams(page, ordinal);
  const returns = page.ownStringOpt(symbols.returnsOpt[ordinal] ?? 0);
  const generics = page.ownStringOpt(symbols.genericsOpt[ordinal] ?? 0);
  const overloads = readOverloads(page, ordinal);
  return {
    ...(params.length > 0 ? { params } : {}),
    ...(returns !== undefined ? { returns } : {}),
    ...(generics !== undefined ? { generics: splitGenerics(generics) } : {}),
    ...(overloads.length > 0 ? { overloads } : {}),
    ...((flags & SymbolFlag.Async) !== 0 ? { async: true } : {}),
    ...((flags & SymbolFlag.Generator) !== 0 ? { generator: true } : {}),
    text,
  };
}

function readParams(page: FactsPage, ordinal: number): Param[] {
  const params = page.table(PARAMS);
  const found: Param[] = [];
  for (let i = firstRow(params.symbol, ordinal); i < params.rows && params.symbol[i] === ordinal; i++) {
    const type = page.ownStringOpt(params.typeTextOpt[i] ?? 0);
    const preset = page.ownStringOpt(params.defaultOpt[i] ?? 0);
    found.push({
      name: page.ownString(params.name[i] ?? 0),
      ...(type !== undefined ? { type } : {}),
      ...(((params.flags[i] ?? 0) & ParamFlag.Optional) !== 0 ? { optional: true } : {}),
      ...(preset !== undefined ? { default: preset } : {}),
    });
  }
  return found;
}

function readOverloads(page: FactsPage, ordinal: number): string[] {
  const overloads = page.table(OVERLOADS);
  const found: string[] = [];
  for (let i = firstRow(overloads.symbol, ordinal); i < overloads.rows && overloads.symbol[i] === ordinal; i++) {
    found.push(page.ownString(overloads.text[i] ?? 0));
  }
  return found;
}

/** First row of the symbol's group of rows; the groups need not be sorted. */
function firstRow(symbols: Uint32Array, ordinal: number): number {
  const row = symbols.indexOf(ordinal);
  return row < 0 ? symbols.length : row;
}

/** A quoted text, an arrow, a bracket or a comma. */
const GENERICS_TOKEN = /"[^"]*"|'[^']*'|=>|[<[({)\]}>,]/g;

/** Splits type parameters such as `T, U extends Map<K, V>` or `T, *Ts` at the commas that are outside brackets and quotes. */
function splitGenerics(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of text.matchAll(GENERICS_TOKEN)) {
    if ("<[({".includes(token)) depth++;
    else if (")]}>".includes(token)) depth--;
    else if (token === "," && depth === 0) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
