/** Growable typed arrays. */

type NumberColumn =
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>;

/** Returns `column` if it holds `length` numbers, else a copy of at least twice its length. */
export function withCapacity<T extends NumberColumn>(column: T, length: number): T {
  return length <= column.length ? column : grow(column, length);
}

function grow<T extends NumberColumn>(column: T, length: number): T {
  const Column = column.constructor as new (length: number) => T;
  const grown = new Column(Math.max(column.length * 2, length));
  grown.set(column);
  return grown;
}
