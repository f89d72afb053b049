/** Typed arrays that grow. */

type NumberColumn =
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>;

/** `column`, or a copy of at least double its length that has room for `length` numbers. */
export function roomFor<T extends NumberColumn>(column: T, length: number): T {
  return length <= column.length ? column : grow(column, length);
}

function grow<T extends NumberColumn>(column: T, length: number): T {
  const Column = column.constructor as new (length: number) => T;
  const grown = new Column(Math.max(column.length * 2, length));
  grown.set(column);
  return grown;
}
