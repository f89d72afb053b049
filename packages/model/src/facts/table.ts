/** Table columns in memory: a builder that grows, and decoded tables. Invariant: decode(encode(t)) equals t. */
import { ModelError } from "../errors.js";
import { decodeFrequencies, frequencyCode } from "../text/frequency-codes.js";
import type { ColumnMode, TableSchema } from "./schema.js";
import type { ByteReader, ByteWriter } from "./varint.js";

/** A decoded table: `rows`, and a column of that length under each name. */
export type Table<C extends string = string> = { readonly rows: number } & { readonly [K in C]: Uint32Array };

type TableRow<C extends string> = { readonly [K in C]: number };

const EMPTY = new Uint32Array(0);
/** Maximum number of rows of a column that is kept for the next file. */
const MAX_REUSED_ROWS = 1 << 16;

/** Appends rows to a table. */
export class TableBuilder<C extends string> {
  private readonly names: C[];
  private readonly columns: Uint32Array[];
  private count = 0;

  constructor(readonly schema: TableSchema<C>) {
    this.names = Object.keys(schema.columns) as C[];
    this.columns = this.names.map(() => EMPTY);
  }

  get rows(): number {
    return this.count;
  }

  /** Appends a row. @returns index of the row */
  append(row: TableRow<C>): number {
    const at = this.count++;
    for (let i = 0; i < this.names.length; i++) {
      let column = this.columns[i] as Uint32Array;
      if (at >= column.length) {
        column = grow(column);
        this.columns[i] = column;
      }
      column[at] = row[this.names[i] as C];
    }
    return at;
  }

  get(row: number, name: C): number {
    return (this.columns[this.names.indexOf(name)] as Uint32Array)[row] ?? 0;
  }

  set(row: number, name: C, value: number): void {
    (this.columns[this.names.indexOf(name)] as Uint32Array)[row] = value;
  }

  /** Values of one column; a view that is valid until the next append. */
  column(name: C): Uint32Array {
    return (this.columns[this.names.indexOf(name)] as Uint32Array).subarray(0, this.count);
  }

  /** Appends `rows` rows at once; the first values of each column are copied. */
  appendColumns(rows: number, columns: { readonly [K in C]: Uint32Array }): void {
    const count = this.count + rows;
    this.names.forEach((name, i) => {
      let column = this.columns[i] as Uint32Array;
      if (column.length < count) {
        const grown = new Uint32Array(count);
        grown.set(column.subarray(0, this.count));
        column = grown;
      }
      column.set(columns[name].subarray(0, rows), this.count);
      this.columns[i] = column;
    });
    this.count = count;
  }

  encode(out: ByteWriter): void {
    out.varint(this.count);
    if (this.count === 0) return;
    this.names.forEach((name, i) => {
      encodeColumn(out, this.columns[i] as Uint32Array, { rows: this.count, mode: this.schema.columns[name] });
    });
  }

  /** Removes all rows and keeps the columns' memory. */
  clear(): void {
    this.count = 0;
    for (let i = 0; i < this.columns.length; i++) {
      if ((this.columns[i] as Uint32Array).length > MAX_REUSED_ROWS) this.columns[i] = EMPTY;
    }
  }
}

/** Empty tables by schema, shared by all pages: most tables of most files are empty. */
const emptyTables = new Map<TableSchema, Table>();

/**
 * Maximum number of rows of a column in V8's heap, which is compacted; longer columns are in the allocator's memory, which is not. V8 keeps typed
 * arrays of up to 64 bytes in its heap.
 */
const ROWS_IN_HEAP = 16;

/** Number of words that a table's columns take outside of V8's heap. */
export function wordsOutsideHeap(rows: number, columns: number): number {
  return rows > ROWS_IN_HEAP ? rows * columns : 0;
}

/** Decodes a table. @param words memory for the columns, {@link wordsOutsideHeap} words; default: new memory */
export function decodeTable<C extends string>(
  reader: ByteReader,
  schema: TableSchema<C>,
  words?: Uint32Array,
): Table<C> {
  const rows = reader.varint();
  const empty = rows === 0 ? emptyTables.get(schema) : undefined;
  if (empty !== undefined) return empty as Table<C>;
  const names = Object.keys(schema.columns) as C[];
  requireBytes(rows * names.length, reader);
  const result: Record<string, unknown> = { rows };
  // One buffer for all columns: a separate buffer costs more memory than a short column's numbers.
  const long = words ?? new Uint32Array(wordsOutsideHeap(rows, names.length));
  for (let place = 0; place < names.length; place++) {
    const name = names[place] as C;
    let column: Uint32Array = EMPTY;
    if (rows > 0) {
      column = rows > ROWS_IN_HEAP ? columnView(long, rows, place) : new Uint32Array(rows);
      decodeColumn(reader, column, schema.columns[name]);
    }
    result[name] = column;
  }
  if (rows === 0) emptyTables.set(schema, result as Table);
  return result as Table<C>;
}

/** Same result as `subarray`, but faster. */
function columnView(words: Uint32Array, rows: number, place: number): Uint32Array {
  return new Uint32Array(words.buffer, words.byteOffset + words.BYTES_PER_ELEMENT * rows * place, rows);
}

/** Every number takes at least one byte, so a corrupt count is rejected before it allocates memory of its size. */
function requireBytes(numbers: number, reader: ByteReader): void {
  if (numbers > reader.remaining)
    throw new ModelError("INVALID_PAGE", "a facts table claims more rows than it has bytes; index again");
}

/** Buffer for numbers while they are encoded. */
let scratch = new Uint32Array(1024);

function encodeColumn(
  out: ByteWriter,
  column: Uint32Array,
  { rows, mode }: { readonly rows: number; readonly mode: ColumnMode },
): void {
  if (mode === "raw") for (let i = 0; i < rows; i++) out.word(column[i] as number);
  else if (mode === "plain") out.varints(column, rows);
  else {
    if (scratch.length < rows) scratch = new Uint32Array(2 * rows);
    if (mode === "delta") toDifferences(column, rows);
    else for (let i = 0; i < rows; i++) scratch[i] = frequencyCode(column[i] as number);
    out.varints(scratch, rows);
  }
}

/** Writes differences between rows to `scratch`, zigzag-encoded so that small ones of either sign are small numbers. */
function toDifferences(column: Uint32Array, rows: number): void {
  let previous = 0;
  for (let i = 0; i < rows; i++) {
    const value = column[i] as number;
    const step = (value - previous) | 0;
    scratch[i] = (step << 1) ^ (step >> 31);
    previous = value;
  }
}

function decodeColumn(reader: ByteReader, column: Uint32Array, mode: ColumnMode): void {
  const rows = column.length;
  if (mode === "raw") {
    for (let i = 0; i < rows; i++) column[i] = reader.word();
    return;
  }
  reader.varints(column);
  if (mode === "frequency") for (let i = 0; i < rows; i++) column[i] = decodeFrequencies(column[i] as number);
  if (mode === "delta") {
    let previous = 0;
    for (let i = 0; i < rows; i++) {
      const step = column[i] as number;
      previous = (previous + ((step >>> 1) ^ -(step & 1))) | 0;
      column[i] = previous;
    }
  }
}

/** Small columns grow fast, because each step costs an allocation per column. */
function grow(column: Uint32Array): Uint32Array {
  const grown = new Uint32Array(Math.max(32, column.length * (column.length < 1024 ? 4 : 2)));
  grown.set(column);
  return grown;
}
