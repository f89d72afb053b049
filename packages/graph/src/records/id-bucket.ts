/** Symbol ids of one bucket: rows (high, low, handle) of three words, ascending by id, then handle. */
import { asBytes, asWords } from "./packing.js";

/** Rows to remove and rows to add; a row is removed only if its handle matches too. */
export interface IdEdits {
  readonly removed: Uint32Array;
  readonly added: Uint32Array;
}

/** Views the payload as words. @param what names the record in errors */
export function decodeIds(payload: Uint8Array, what: string): Uint32Array {
  return asWords(payload, what);
}

/** @returns the handle; `undefined` if the id is not in the bucket */
export function findId(rows: Uint32Array, high: number, low: number): number | undefined {
  let from = 0;
  let to = rows.length / 3;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const rowHigh = rows[3 * middle] as number;
    if (rowHigh < high || (rowHigh === high && (rows[3 * middle + 1] as number) < low)) from = middle + 1;
    else to = middle;
  }
  return rows[3 * from] === high && rows[3 * from + 1] === low ? rows[3 * from + 2] : undefined;
}

/** @returns the new payload; empty when no row is left */
export function editIds(rows: Uint32Array | undefined, edits: IdEdits): Uint8Array {
  const gone = new Set<string>();
  for (let i = 0; i < edits.removed.length; i += 3) gone.add(rowKey(edits.removed, i));
  const words = new Uint32Array((rows?.length ?? 0) + edits.added.length);
  let used = 0;
  if (rows !== undefined) {
    for (let i = 0; i < rows.length; i += 3) {
      if (gone.size > 0 && gone.has(rowKey(rows, i))) continue;
      copyRow(rows, i, words, used);
      used += 3;
    }
  }
  words.set(edits.added, used);
  used += edits.added.length;
  return asBytes(sortRows(words.subarray(0, used)));
}

/** Insertion sort: buckets are small, and all but a few rows are in order already. */
function sortRows(words: Uint32Array): Uint32Array {
  const row = new Uint32Array(3);
  for (let i = 3; i < words.length; i += 3) {
    copyRow(words, i, row, 0);
    let at = i;
    while (at > 0 && isAfter(words, at - 3, row)) {
      copyRow(words, at - 3, words, at);
      at -= 3;
    }
    if (at !== i) copyRow(row, 0, words, at);
  }
  return words;
}

function isAfter(words: Uint32Array, at: number, row: Uint32Array): boolean {
  for (let column = 0; column < 3; column++) {
    const difference = (words[at + column] as number) - (row[column] as number);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function copyRow(from: Uint32Array, at: number, to: Uint32Array, into: number): void {
  to[into] = from[at] as number;
  to[into + 1] = from[at + 1] as number;
  to[into + 2] = from[at + 2] as number;
}

function rowKey(words: Uint32Array, at: number): string {
  return `${words[at]},${words[at + 1]},${words[at + 2]}`;
}
