/** Packed lists of words: list `i` is `words` from `offsets[i]` up to, not including, `offsets[i + 1]`. */
export interface PackedRows {
  readonly offsets: Uint32Array;
  readonly words: Uint32Array;
}

/** @param lists lists by index; a missing list is empty */
export function packRows(size: number, lists: ReadonlyMap<number, readonly number[]>): PackedRows {
  const offsets = new Uint32Array(size + 1);
  const words: number[] = [];
  for (let i = 0; i < size; i++) {
    for (const word of lists.get(i) ?? []) words.push(word);
    offsets[i + 1] = words.length;
  }
  return { offsets, words: Uint32Array.from(words) };
}

/** List `i`, as a view. */
export function rowView({ offsets, words }: PackedRows, i: number): Uint32Array {
  return words.subarray(offsets[i], offsets[i + 1]);
}
