/** Ids of one bucket: rows (high, low, handle) of three words, ascending by id, then handle. */
import { asBytes, asWords } from "./packing.js";

/** Rows to take out and put in; the handle of a row to take out must match. */
export interface IdEdits {
  readonly removed: Uint32Array;
  readonly added: Uint32Array;
}

export function decodeIds(payload: Uint8Array, what: string): Uint32Array {
  return asWords(payload, what);
}

/** @returns the handle, `undefined` when the id is not in the bucket */
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
  const kept: number[][] = [];
  const take = (words: Uint32Array): void => {
    for (let i = 0; i < words.length; i += 3) {
      kept.push([words[i] as number, words[i + 1] as number, words[i + 2] as number]);
    }
  };
  if (rows !== undefined) {
    for (let i = 0; i < rows.length; i += 3)
      if (gone.size === 0 || !gone.has(rowKey(rows, i))) take(rows.subarray(i, i + 3));
  }
  take(edits.added);
  kept.sort(compareRows);
  return asBytes(Uint32Array.from(kept.flat()));
}

function compareRows(a: readonly number[], b: readonly number[]): number {
  return (
    (a[0] as number) - (b[0] as number) || (a[1] as number) - (b[1] as number) || (a[2] as number) - (b[2] as number)
  );
}

function rowKey(words: Uint32Array, at: number): string {
  return `${words[at]},${words[at + 1]},${words[at + 2]}`;
}
