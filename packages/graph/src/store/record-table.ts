/**
 * One table of checksummed records. A record is its payload and a CRC-32 (four bytes) over payload, table and key, so a read detects both a damaged
 * record and a record stored under another key.
 *
 * A table may rest on the same table of a layer, an environment that is no longer written. Keys missing here are read from the layer; removing a
 * key that the layer contains writes a record without payload that hides it.
 */
import type { Database, Transaction } from "lmdb";
import { damagedError } from "../errors.js";
import { toGraphError } from "./failures.js";
import {
  computeHidingSum,
  isHiding,
  keyText,
  type RecordKey,
  readSum,
  recordSum,
  SUM_BYTES,
  verifySum,
  writeSum,
} from "./record-sum.js";
import type { Tally } from "./tally.js";

export type { RecordKey } from "./record-sum.js";

/** Options that a table shares with other tables of the store. */
export interface RecordTableOptions {
  /** Running sum over the store; absent if the environment keeps none. */
  readonly tally?: Tally;
  /** The table of the same name in the layer below. */
  readonly below?: RecordTable | undefined;
}

/** Reads, writes and removes records. */
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

  /** Uses the database of an environment that was opened again. */
  attachDatabase(database: Database<Uint8Array, RecordKey>): void {
    this.database = database;
  }

  /**
   * The payload, in its own memory and aligned to 4 bytes; `undefined` if there is no record.
   * @throws {GraphError} `STORE_CORRUPT` if the checksum does not match
   */
  get(key: RecordKey, transaction?: Transaction): Uint8Array | undefined {
    const readStored = this.storedBytes(key, transaction);
    // The layer is never written, so its reads need no transaction.
    if (readStored === undefined) return this.below?.get(key);
    return this.isHidingRecord(key, readStored) ? undefined : this.verifiedPayload(key, readStored);
  }

  /** Like {@link get}, without the layer below. */
  getOwn(key: RecordKey): Uint8Array | undefined {
    const stored = this.storedBytes(key);
    return stored === undefined || this.isHidingRecord(key, stored) ? undefined : this.verifiedPayload(key, stored);
  }

  has(key: RecordKey, transaction?: Transaction): boolean {
    const stored = this.readTransient(key, transaction);
    return stored === undefined ? (this.below?.has(key) ?? false) : !this.isHidingRecord(key, stored);
  }

  /** Writes a record; removes it instead if the layer below contains the same payload. Inside a write transaction only. */
  put(key: RecordKey, payload: Uint8Array): void {
    const shown = this.below?.get(key);
    if (shown !== undefined && Buffer.compare(shown, payload) === 0) this.removeOwn(key);
    else this.putOwn(key, payload);
  }

  /** Like {@link put}, ignoring the layer below. */
  putOwn(key: RecordKey, payload: Uint8Array): void {
    const before = this.tally === undefined ? undefined : this.storedSum(key);
    const after = this.putUncounted(key, payload);
    this.tally?.countChange(this.salt - 1, before, after, payload.length);
  }

  /** Like {@link putOwn}, for the record of the tally itself, which the tally does not count. @returns the record's checksum */
  putUncounted(key: RecordKey, payload: Uint8Array): number {
    return this.putRecord(key, payload, recordSum(this.salt, key, payload));
  }

  /** Removes a record, or hides it if it is in the layer below. Inside a write transaction only. */
  remove(key: RecordKey): void {
    if (this.below?.has(key) !== true) {
      this.removeOwn(key);
      return;
    }
    const before = this.storedSum(key);
    const after = this.putRecord(key, new Uint8Array(0), computeHidingSum(this.salt, key));
    this.tally?.countChange(this.salt - 1, before, after);
  }

  /** All visible keys, those of the layer below included, ascending. */
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

  private storedBytes(key: RecordKey, transaction?: Transaction): Uint8Array | undefined {
    try {
      return this.database.get(key, transaction === undefined ? undefined : { transaction });
    } catch (error) {
      throw toGraphError(error, `reading ${this.name}`);
    }
  }

  /** Like {@link storedBytes}, in a buffer that the next read overwrites. */
  private readTransient(key: RecordKey, transaction?: Transaction): Uint8Array | undefined {
    try {
      // `getBinaryFast` copies nothing, unlike `get`. It takes the same options, but its type declaration omits them.
      return Reflect.apply(this.database.getBinaryFast, this.database, [key, { transaction }]) as
        | Uint8Array
        | undefined;
    } catch (error) {
      throw toGraphError(error, `reading ${this.name}`);
    }
  }

  private isHidingRecord(key: RecordKey, stored: Uint8Array): boolean {
    return this.below !== undefined && isHiding(this.salt, key, stored);
  }

  /** @throws {GraphError} `STORE_CORRUPT` if the checksum does not match */
  private verifiedPayload(key: RecordKey, stored: Uint8Array): Uint8Array {
    if (verifySum(this.salt, key, stored) === undefined) throw damagedError(`record ${keyText(key)} of ${this.name}`);
    const length = stored.length - SUM_BYTES;
    // A view of the memory; `Buffer.slice` would return a Buffer that shares it, not a copy.
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
    this.tally?.countChange(this.salt - 1, before, undefined);
    this.database.removeSync(key);
  }

  /** The stored checksum, unverified; `undefined` if there is no record. */
  private storedSum(key: RecordKey): number | undefined {
    const stored = this.database.getBinaryFast(key);
    return stored === undefined ? undefined : readSum(stored, stored.length - SUM_BYTES);
  }
}

function compareKeys(a: RecordKey, b: RecordKey): number {
  return typeof a === "number" || typeof b === "number" ? Number(a) - Number(b) : Buffer.compare(a, b);
}
