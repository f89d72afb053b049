/** Symbols of a page's postings: stored as steps within a term, since a term's symbols lie near each other. */
import type { FactsPage } from "./page.js";
import { POSTINGS, TERMS } from "./schema.js";

/** The ordinal of every posting's symbol, row by row. */
export function postingSymbols(page: FactsPage): Uint32Array {
  const { rows, skipped } = page.table(POSTINGS);
  const symbols = new Uint32Array(rows);
  let row = 0;
  for (const count of page.table(TERMS).count) {
    const end = Math.min(rows, row + count);
    for (let next = 0; row < end; row++) {
      next += skipped[row] as number;
      symbols[row] = next++;
    }
  }
  return symbols;
}

/** Turns symbols of one term, ascending from `from` to `to`, into the steps that are stored. */
export function toPostingSteps(symbols: Uint32Array, from: number, to: number): void {
  for (let row = to - 1; row > from; row--) {
    symbols[row] = (symbols[row] as number) - (symbols[row - 1] as number) - 1;
  }
}
