/**
 * One table of checksummed records. A record is its payload and four bytes of CRC-32 over payload, table and key, so that a damaged
 * record, and one that stands under another's key, are both found when it is read.
 */
import type { Database, Transaction } from "lmdb";
import { corrupt } from "../errors.js";
import { toGraphError } from "./failures.js";
import { keyText, type RecordKey, readSum, recordSum, SUM_BYTES, soundSum, writeSum } from "./record-sum.js";
import type { Tally } from "./tally.js";

export type { RecordKey } from "./record-sum.js";

export class RecordTable {
  constructor(
    private database: Database<Uint8Array, RecordKey>,
    readonly name: string,
    /** The table's number: part of every checksum. */
    private readonly salt: number,
    /** Absent where no sum over the store is kept. */
    private readonly tally?: Tally,
  ) {}

  /** Goes on with the same table of an environment that was opened again. */
  attach(database: Database<Uint8Array, RecordKey>): void {
    this.database = database;
  }

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
    if (soundSum(this.salt, key, stored) === undefined) throw corrupt(`record ${keyText(key)} of ${this.name}`);
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
    this.tally?.note(this.salt - 1, before, after, payload.length);
  }

  /** As {@link put}, for the tally itself. @returns the record's checksum */
  putUncounted(key: RecordKey, payload: Uint8Array): number {
    const record = new Uint8Array(payload.length + SUM_BYTES);
    const sum = recordSum(this.salt, key, payload);
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

  /** All keys, ascending, as the store sees them now. */
  keys(): RecordKey[] {
    try {
      return [...this.database.getKeys({})];
    } catch (error) {
      throw toGraphError(error, `reading ${this.name}`);
    }
  }

  /** The checksum that a record carries, unverified; `undefined` when there is no record. */
  private storedSum(key: RecordKey): number | undefined {
    const stored = this.database.getBinaryFast(key);
    return stored === undefined ? undefined : readSum(stored, stored.length - SUM_BYTES);
  }
}
