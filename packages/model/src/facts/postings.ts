/** Posting symbols of a page: stored as steps within a term, because a term's symbols are close to each other. */
import type { FactsPage } from "./page.js";
import { POSTINGS, TERMS } from "./schema.js";

/** Ordinal of the symbol of every posting, in the order of rows. */
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

/** Delta-encodes in place: replaces each symbol of rows `from` to `to` (ascending) but the first by its difference from the previous one, minus 1. */
export function toPostingSteps(symbols: Uint32Array, from: number, to: number): void {
  for (let row = to - 1; row > from; row--) {
    symbols[row] = (symbols[row] as number) - (symbols[row - 1] as number) - 1;
  }
}
