/**
 * One table of checksummed records. A record is its payload and four bytes of CRC-32 over payload, table and key, so that a damaged
 * record, and one that stands under another's key, are both found when it is read.
 */
import { crc32 } from "node:zlib";
import { mix32 } from "@sdl/model";
import type { Database, Transaction } from "lmdb";
import { corrupt } from "../errors.js";
import { toGraphError } from "./failures.js";
import type { Tally } from "./tally.js";

export type RecordKey = number | Uint8Array;

const SUM_BYTES = 4;

/** What a walk over a table met. */
export interface TableWalk {
  readonly records: number;
  /** Of the checksums, modulo 2^32. */
  readonly sum: number;
  readonly sizeBytes: number;
  readonly isComplete: boolean;
}

export class RecordTable {
  constructor(
    private readonly database: Database<Uint8Array, RecordKey>,
    readonly name: string,
    /** The table's number: part of every checksum. */
    private readonly salt: number,
    /** Absent where no sum over the store is kept. */
    private readonly tally?: Tally,
  ) {}

  /**
   * The payload, in memory of its own and aligned to words; `undefined` when there is no record.
   * @throws {GraphError} `STORE_CORRUPT` when the checksum does not fit
   */
  get(key: RecordKey, transaction?: Transaction): Uint8Array | undefined {
    let stored: Uint8Array | undefined;
    try {
      stored = this.database.get(key, transaction === undefined ? undefined : { transaction });
    } catch (error) {
      throw toGraphError(error, `reading ${this.name}`);
    }
    if (stored === undefined) return undefined;
    this.verify(key, stored);
    const length = stored.length - SUM_BYTES;
    // Not the buffer itself: what a buffer calls a slice is no copy.
    if (stored.byteOffset % 4 === 0) return new Uint8Array(stored.buffer, stored.byteOffset, length);
    return Uint8Array.from(stored.subarray(0, length));
  }

  has(key: RecordKey, transaction?: Transaction): boolean {
    try {
      // The types leave the options out that `get` shares with it; it copies nothing, unlike `get`.
      const found: unknown = Reflect.apply(this.database.getBinaryFast, this.database, [key, { transaction }]);
      return found !== undefined;
    } catch (error) {
      throw toGraphError(error, `reading ${this.name}`);
    }
  }

  /** Inside a write transaction only. */
  put(key: RecordKey, payload: Uint8Array): void {
    const before = this.tally === undefined ? undefined : this.storedSum(key);
    const after = this.putUncounted(key, payload);
    this.tally?.note(this.salt - 1, before, after);
  }

  /** As {@link put}, for the tally itself. @returns the record's checksum */
  putUncounted(key: RecordKey, payload: Uint8Array): number {
    const record = new Uint8Array(payload.length + SUM_BYTES);
    const sum = this.sum(key, payload);
    record.set(payload);
    writeSum(record, payload.length, sum);
    this.database.putSync(key, record);
    return sum;
  }

  /** Inside a write transaction only. */
  remove(key: RecordKey): void {
    const before = this.storedSum(key);
    if (before === undefined) return;
    this.tally?.note(this.salt - 1, before, undefined);
    this.database.removeSync(key);
  }

  /**
   * Reads every record in the order of keys, as a transaction sees them, and verifies each.
   * @param isDone asked between records; the walk ends when it says so
   * @param uncounted a key that is verified and left out of the sums
   * @throws {GraphError} `STORE_CORRUPT`
   */
  walk(transaction: Transaction, isDone: () => boolean, uncounted?: RecordKey): TableWalk {
    const seen = { records: 0, sum: 0, sizeBytes: 0 };
    try {
      for (const { key, value } of this.database.getRange({ transaction })) {
        if (isDone()) return { ...seen, isComplete: false };
        const sum = this.verify(key, value);
        if (key === uncounted) continue;
        seen.records++;
        seen.sum = (seen.sum + sum) >>> 0;
        seen.sizeBytes += value.length;
      }
    } catch (error) {
      throw toGraphError(error, `reading ${this.name}`);
    }
    return { ...seen, isComplete: true };
  }

  /** All keys, ascending, as the store sees them now. */
  keys(): RecordKey[] {
    try {
      return [...this.database.getKeys({})];
    } catch (error) {
      throw toGraphError(error, `reading ${this.name}`);
    }
  }

  /** @returns the record's checksum @throws {GraphError} `STORE_CORRUPT` */
  private verify(key: RecordKey, stored: Uint8Array): number {
    const length = stored.length - SUM_BYTES;
    const found = length < 0 ? -1 : readSum(stored, length);
    if (length < 0 || found !== this.sum(key, stored.subarray(0, length))) {
      throw corrupt(`record ${keyText(key)} of ${this.name}`);
    }
    return found;
  }

  /** The checksum that a record carries, unverified; `undefined` when there is no record. */
  private storedSum(key: RecordKey): number | undefined {
    const stored = this.database.getBinaryFast(key);
    return stored === undefined ? undefined : readSum(stored, stored.length - SUM_BYTES);
  }

  private sum(key: RecordKey, payload: Uint8Array): number {
    const seed = typeof key === "number" ? mix32(key ^ Math.imul(this.salt, 0x9e3779b1)) : crc32(key, this.salt);
    // zlib answers 0 for a buffer without memory, whatever the seed.
    return payload.length === 0 ? seed : crc32(payload, seed);
  }
}

function readSum(bytes: Uint8Array, at: number): number {
  const b0 = bytes[at] as number;
  const b1 = bytes[at + 1] as number;
  const b2 = bytes[at + 2] as number;
  const b3 = bytes[at + 3] as number;
  return (b0 | (b1 << 8) | (b2 << 16) | (b3 << 24)) >>> 0;
}

function writeSum(bytes: Uint8Array, at: number, sum: number): void {
  bytes[at] = sum & 0xff;
  bytes[at + 1] = (sum >>> 8) & 0xff;
  bytes[at + 2] = (sum >>> 16) & 0xff;
  bytes[at + 3] = (sum >>> 24) & 0xff;
}

function keyText(key: RecordKey): string {
  return typeof key === "number" ? String(key) : Buffer.from(key).toString("hex");
}
