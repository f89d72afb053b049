/**
 * Running sum over a store: number of writes, and for each table the number of records and the sum of their checksums. It is written in the same
 * transaction as the records. So a walk over all records detects a page that went back to an older state, although each record on that page is
 * intact.
 */
import { ByteReader, ByteWriter } from "@sdl/model/facts";

/** Sum of one table. */
export interface TableTally {
  readonly records: number;
  /** Sum of the records' checksums, modulo 2^32. */
  readonly sum: number;
}

const EMPTY: TableTally = { records: 0, sum: 0 };

/** Counts and sums of a whole store. */
export interface StoredTally {
  /** Number of transactions that changed something; never decreases. */
  readonly writes: number;
  /** Indexed by table number - 1; tables that were never written may be missing at the end. */
  readonly tables: readonly TableTally[];
}

/** The tally of an open store; updated with each write. */
export class Tally {
  private tables: TableTally[] = [];
  private storedWrites = 0;
  private isChanged = false;
  private changedBytes = 0;

  /** @param payload the stored tally; `undefined` for an empty store */
  load(payload: Uint8Array | undefined): void {
    const { writes, tables } = decodeTally(payload);
    this.storedWrites = writes;
    this.tables = [...tables];
    this.isChanged = false;
    this.changedBytes = 0;
  }

  /** Number of transactions that changed something, including the current one. */
  get writes(): number {
    return this.storedWrites + (this.isChanged ? 1 : 0);
  }

  /** Bytes of the records written since {@link load}. */
  get writtenBytes(): number {
    return this.changedBytes;
  }

  /** Counts a record of `bytes` as added (`before` absent), replaced, or removed (`after` absent). `before` and `after` are checksums. */
  countChange(table: number, before: number | undefined, after: number | undefined, bytes = 0): void {
    const { records, sum } = this.tables[table] ?? EMPTY;
    this.tables[table] = {
      records: records + (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1),
      sum: (sum + (after ?? 0) - (before ?? 0)) >>> 0,
    };
    this.isChanged = true;
    this.changedBytes += bytes;
  }

  /** Whether a change was counted since {@link load}. */
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

/** Number of writes in a stored tally, without decoding the rest. */
export function decodeWrites(payload: Uint8Array | undefined): number {
  return payload === undefined ? 0 : new ByteReader(payload).varint();
}

/** Decodes a stored tally; an absent one is all zero. */
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
