/** Ids of a page's symbols at a path. Knows the id's recipe; the page itself knows no path. */
import { hash } from "node:crypto";
import { symbolIdPreimage } from "@sdl/model";
import { type FactsPage, qualifiedNames, SYMBOLS, symbolKind } from "@sdl/model/facts";

/**
 * Two words a symbol, by ordinal: the head of SHA-256 over path, qualified name, kind and ordinal among equals.
 * @param path repository-relative
 */
export function symbolIdsOf(page: FactsPage, path: string): Uint32Array {
  const symbols = page.table(SYMBOLS);
  const names = qualifiedNames(page);
  const ids = new Uint32Array(2 * symbols.rows);
  names.forEach((name, i) => {
    const digest = hash("sha256", symbolIdPreimage(path, name, symbolKind(page, i), symbols.ordinal[i] ?? 0), "buffer");
    ids[2 * i] = digest.readUInt32BE(0);
    ids[2 * i + 1] = digest.readUInt32BE(4);
  });
  return ids;
}
