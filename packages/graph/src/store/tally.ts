/**
 * A running sum over a store: how often it was written, and for each table how many records it holds and the sum of their checksums. It is written in the transaction
 * that changes them, so a walk over all records can tell a page that went back to an older state from the one that belongs there:
 * each record of such a page is sound by itself.
 */
import { ByteReader, ByteWriter } from "@sdl/model/facts";

export interface TableTally {
  readonly records: number;
  /** Of the records' checksums, modulo 2^32. */
  readonly sum: number;
}

const EMPTY: TableTally = { records: 0, sum: 0 };

export interface StoredTally {
  /** Transactions that changed something; never falls. */
  readonly writes: number;
  /** By table number; a table that was never written may be missing at the end. */
  readonly tables: readonly TableTally[];
}

export class Tally {
  private tables: TableTally[] = [];
  private storedWrites = 0;
  private isChanged = false;
  private noted = 0;

  /** @param payload of the stored tally; `undefined` for an empty store */
  load(payload: Uint8Array | undefined): void {
    const { writes, tables } = decodeTally(payload);
    this.storedWrites = writes;
    this.tables = [...tables];
    this.isChanged = false;
    this.noted = 0;
  }

  /** Of the transactions that changed something, this one included. */
  get writes(): number {
    return this.storedWrites + (this.isChanged ? 1 : 0);
  }

  /** Bytes of the records written since it was loaded. */
  get writtenBytes(): number {
    return this.noted;
  }

  /** A record of `bytes` came (`before` absent), was replaced, or went (`after` absent). */
  note(table: number, before: number | undefined, after: number | undefined, bytes = 0): void {
    const { records, sum } = this.tables[table] ?? EMPTY;
    this.tables[table] = {
      records: records + (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1),
      sum: (sum + (after ?? 0) - (before ?? 0)) >>> 0,
    };
    this.isChanged = true;
    this.noted += bytes;
  }

  /** Whether anything was noted since it was loaded. */
  get hasChanged(): boolean {
    return this.isChanged;
  }

  encode(): Uint8Array {
    const out = new ByteWriter();
    out.varint(this.writes);
    out.varint(this.tables.length);
    for (let i = 0; i < this.tables.length; i++) {
      const { records, sum } = this.tables[i] ?? EMPTY;
      out.varint(records);
      out.word(sum);
    }
    return out.finish();
  }
}

/** How often the store was written, of what {@link decodeTally} takes. */
export function decodeWrites(payload: Uint8Array | undefined): number {
  return payload === undefined ? 0 : new ByteReader(payload).varint();
}

export function decodeTally(payload: Uint8Array | undefined): StoredTally {
  if (payload === undefined) return { writes: 0, tables: [] };
  const reader = new ByteReader(payload);
  const writes = reader.varint();
  const tables = Array.from({ length: reader.varint() }, () => {
    const records = reader.varint();
    return { records, sum: reader.word() };
  });
  return { writes, tables };
}
