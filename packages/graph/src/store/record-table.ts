/**
 * One table of checksummed records. A record is its payload and four bytes of CRC-32 over payload, table and key, so that a damaged
 * record, and one that stands under another's key, are both found when it is read.
 *
 * A table may lie over the same table of a layer, an environment that is never written again: what the table does not hold is read from
 * there, and what is removed from it and stands there is hidden by a record without payload.
 */
import type { Database, Transaction } from "lmdb";
import { corrupt } from "../errors.js";
import { toGraphError } from "./failures.js";
import {
  hidingSum,
  isHiding,
  keyText,
  type RecordKey,
  readSum,
  recordSum,
  SUM_BYTES,
  soundSum,
  writeSum,
} from "./record-sum.js";
import type { Tally } from "./tally.js";

export type { RecordKey } from "./record-sum.js";

export interface RecordTableOptions {
  /** Absent where no sum over the store is kept. */
  readonly tally?: Tally;
  /** The table of the layer below. */
  readonly below?: RecordTable | undefined;
}

export class RecordTable {
  private readonly tally: Tally | undefined;
  private readonly below: RecordTable | undefined;

  constructor(
    private database: Database<Uint8Array, RecordKey>,
    readonly name: string,
    /** The table's number: part of every checksum. */
    private readonly salt: number,
    { tally, below }: RecordTableOptions = {},
  ) {
    this.tally = tally;
    this.below = below;
  }

  /** Goes on with the same table of an environment that was opened again. */
  attach(database: Database<Uint8Array, RecordKey>): void {
    this.database = database;
  }

  /**
   * The payload, in memory of its own and aligned to words; `undefined` when there is no record.
   * @throws {GraphError} `STORE_CORRUPT` when the checksum does not fit
   */
  get(key: RecordKey, transaction?: Transaction): Uint8Array | undefined {
    const stored = this.stored(key, transaction);
    // What is never written needs no transaction.
    if (stored === undefined) return this.below?.get(key);
    return this.hides(key, stored) ? undefined : this.payloadOf(key, stored);
  }

  /** As {@link get}, of this environment alone. */
  getOwn(key: RecordKey): Uint8Array | undefined {
    const stored = this.stored(key);
    return stored === undefined || this.hides(key, stored) ? undefined : this.payloadOf(key, stored);
  }

  has(key: RecordKey, transaction?: Transaction): boolean {
    const stored = this.glance(key, transaction);
    return stored === undefined ? (this.below?.has(key) ?? false) : !this.hides(key, stored);
  }

  /** Inside a write transaction only. What the layer below holds just so is not written again. */
  put(key: RecordKey, payload: Uint8Array): void {
    const shown = this.below?.get(key);
    if (shown !== undefined && Buffer.compare(shown, payload) === 0) this.removeOwn(key);
    else this.putOwn(key, payload);
  }

  /** As {@link put}, whatever the layer below holds. */
  putOwn(key: RecordKey, payload: Uint8Array): void {
    const before = this.tally === undefined ? undefined : this.storedSum(key);
    const after = this.putUncounted(key, payload);
    this.tally?.note(this.salt - 1, before, after, payload.length);
  }

  /** As {@link putOwn}, for the tally itself. @returns the record's checksum */
  putUncounted(key: RecordKey, payload: Uint8Array): number {
    return this.putRecord(key, payload, recordSum(this.salt, key, payload));
  }

  /** Inside a write transaction only. */
  remove(key: RecordKey): void {
    if (this.below?.has(key) !== true) {
      this.removeOwn(key);
      return;
    }
    const before = this.storedSum(key);
    const after = this.putRecord(key, new Uint8Array(0), hidingSum(this.salt, key));
    this.tally?.note(this.salt - 1, before, after);
  }

  /** All keys, ascending, as the store sees them now. */
  keys(): RecordKey[] {
    const own = this.ownKeys();
    if (this.below === undefined) return own;
    const covered = new Set(own.map(keyText));
    const shown = own.filter((key) => this.has(key));
    return [...shown, ...this.below.keys().filter((key) => !covered.has(keyText(key)))].sort(compareKeys);
  }

  private ownKeys(): RecordKey[] {
    try {
      return [...this.database.getKeys({})];
    } catch (error) {
      throw toGraphError(error, `reading ${this.name}`);
    }
  }

  private stored(key: RecordKey, transaction?: Transaction): Uint8Array | undefined {
    try {
      return this.database.get(key, transaction === undefined ? undefined : { transaction });
    } catch (error) {
      throw toGraphError(error, `reading ${this.name}`);
    }
  }

  /** As {@link stored}, in memory that the next read uses again. */
  private glance(key: RecordKey, transaction?: Transaction): Uint8Array | undefined {
    try {
      // The types leave the options out that `get` shares with it; it copies nothing, unlike `get`.
      return Reflect.apply(this.database.getBinaryFast, this.database, [key, { transaction }]) as
        | Uint8Array
        | undefined;
    } catch (error) {
      throw toGraphError(error, `reading ${this.name}`);
    }
  }

  private hides(key: RecordKey, stored: Uint8Array): boolean {
    return this.below !== undefined && isHiding(this.salt, key, stored);
  }

  /** @throws {GraphError} `STORE_CORRUPT` when the checksum does not fit */
  private payloadOf(key: RecordKey, stored: Uint8Array): Uint8Array {
    if (soundSum(this.salt, key, stored) === undefined) throw corrupt(`record ${keyText(key)} of ${this.name}`);
    const length = stored.length - SUM_BYTES;
    // Not the buffer itself: what a buffer calls a slice is no copy.
    if (stored.byteOffset % 4 === 0) return new Uint8Array(stored.buffer, stored.byteOffset, length);
    return Uint8Array.from(stored.subarray(0, length));
  }

  private putRecord(key: RecordKey, payload: Uint8Array, sum: number): number {
    const record = new Uint8Array(payload.length + SUM_BYTES);
    record.set(payload);
    writeSum(record, payload.length, sum);
    this.database.putSync(key, record);
    return sum;
  }

  private removeOwn(key: RecordKey): void {
    const before = this.storedSum(key);
    if (before === undefined) return;
    this.tally?.note(this.salt - 1, before, undefined);
    this.database.removeSync(key);
  }

  /** The checksum that a record carries, unverified; `undefined` when there is no record. */
  private storedSum(key: RecordKey): number | undefined {
    const stored = this.database.getBinaryFast(key);
    return stored === undefined ? undefined : readSum(stored, stored.length - SUM_BYTES);
  }
}

function compareKeys(a: RecordKey, b: RecordKey): number {
  return typeof a === "number" || typeof b === "number" ? Number(a) - Number(b) : Buffer.compare(a, b);
}
