/** Ids of a file's symbols at a path. Defines how an id is computed; facts themselves hold no path. */
import { hash } from "node:crypto";
import { type SymbolKind, symbolIdPreimage } from "@sdl/model";
import { type FactsPage, qualifiedNames, SYMBOLS, symbolKind } from "@sdl/model/facts";

/** Parts that identify a symbol within its file. */
export interface NamedSymbol {
  readonly qualifiedName: string;
  readonly kind: SymbolKind;
  /** Ordinal among symbols with equal name and kind. */
  readonly ordinal: number;
}

/**
 * Symbol ids by ordinal, two 32-bit words each: the head of SHA-256 over path, qualified name, kind and ordinal among
 * equals.
 * @param path repository-relative
 */
export function symbolIdsOf(page: FactsPage, path: string): Uint32Array {
  const symbols = page.table(SYMBOLS);
  const names = qualifiedNames(page);
  return idsOfSymbols(
    names.map((qualifiedName, i) => ({ qualifiedName, kind: symbolKind(page, i), ordinal: symbols.ordinal[i] ?? 0 })),
    path,
  );
}

/** Symbol ids, computed from decoded symbols without reading the facts. */
export function idsOfSymbols(symbols: readonly NamedSymbol[], path: string): Uint32Array {
  const ids = new Uint32Array(2 * symbols.length);
  symbols.forEach(({ qualifiedName, kind, ordinal }, i) => {
    // Hash a binary string: creating a buffer takes as long as hashing.
    const octets = hash("sha256", symbolIdPreimage(path, qualifiedName, kind, ordinal), "binary");
    ids[2 * i] = readWordAt(octets, 0);
    ids[2 * i + 1] = readWordAt(octets, 4);
  });
  return ids;
}

function readWordAt(octets: string, at: number): number {
  const high = (octets.charCodeAt(at) << 24) | (octets.charCodeAt(at + 1) << 16);
  return (high | (octets.charCodeAt(at + 2) << 8) | octets.charCodeAt(at + 3)) >>> 0;
}
