/**
 * Writes of a commit, collected before its transaction begins to keep the transaction short. They can also be read as if written, which yields a
 * version in memory.
 */
import { getOrMake } from "@sdl/model";
import type { PageReader } from "../read/page-reader.js";
import { type BucketTable, bitmapHas, bucketKey, presenceKey, setBit } from "../records/buckets.js";
import { packFacts } from "../records/facts-record.js";
import { factsKeyBytes } from "../records/file-page.js";
import type { StoreEnvironment, TableName } from "../store/environment.js";
import { ByteArena, type RunNumber } from "./byte-arena.js";

/** In place of a payload's run: the record is removed. */
const REMOVED = -1;

/** Collects writes by table and key; a later write replaces an earlier one. */
export class WriteBatch {
  /** Table, key and run of each write, in order. */
  private readonly tables: TableName[] = [];
  private readonly keys: number[] = [];
  private readonly runs: RunNumber[] = [];
  private readonly payloads = new ByteArena();
  private readonly bitmaps = new Map<number, Uint8Array>();
  /** Facts pages by key, unpacked. */
  private readonly facts = new Map<string, Uint8Array>();
  /** Packed records of the facts pages that were packed before the commit, by key. */
  private readonly packed = new Map<string, Uint8Array>();

  constructor(private readonly reader: PageReader) {}

  /** Writes a record; removes it if `payload` is `undefined`. The payload is copied. */
  put(table: TableName, key: number, payload: Uint8Array | undefined): void {
    this.tables.push(table);
    this.keys.push(key);
    this.runs.push(payload === undefined ? REMOVED : this.payloads.add(payload));
  }

  /**
   * Stores a facts page. Facts are addressed by content, so a page that is already stored at commit time is skipped.
   * @param key 32 hex digits @param packed the page's record, if it was packed before the commit
   */
  putFacts(key: string, page: Uint8Array, packed: Uint8Array | undefined): void {
    this.facts.set(key, page);
    if (packed !== undefined) this.packed.set(key, packed);
  }

  /** Writes or removes a bucket and updates the bitmap of existing buckets. */
  putBucket(table: BucketTable, bucket: number, chunk: number, payload: Uint8Array | undefined): void {
    this.put(table, bucketKey(bucket, chunk), payload);
    const bitmap = this.bitmaps.get(presenceKey(table, chunk)) ?? this.reader.bitmap(table, chunk);
    if (bitmapHas(bitmap, bucket) === (payload !== undefined)) return;
    setBit(this.ownBitmap(table, chunk), bucket, payload !== undefined);
  }

  /** The table's bitmap of existing buckets, as a copy that will be written, even if it is empty. */
  ownBitmap(table: BucketTable, chunk: number): Uint8Array {
    const key = presenceKey(table, chunk);
    // A copy: the store returns a Buffer, whose `slice` does not copy.
    const own = this.bitmaps.get(key) ?? Uint8Array.from(this.reader.bitmap(table, chunk));
    this.bitmaps.set(key, own);
    return own;
  }

  /** Applies the writes. Inside a write transaction only. */
  apply(environment: StoreEnvironment): void {
    const { tables } = environment;
    for (const [key, page] of this.facts) {
      const bytes = factsKeyBytes(key);
      if (!tables.facts.has(bytes)) tables.facts.put(bytes, this.packed.get(key) ?? packFacts(page));
    }
    this.forEachWrite((table, key, payload) => {
      if (payload === undefined) tables[table].remove(key);
      else tables[table].put(key, payload);
    });
    for (const [key, bitmap] of this.bitmaps) tables.presence.put(key, bitmap);
  }

  /** The numbered records by table and key, `undefined` for removed ones. The last write of a key wins. Facts are in {@link pages}. */
  records(): ReadonlyMap<TableName, ReadonlyMap<number, Uint8Array | undefined>> {
    const records = new Map<TableName, Map<number, Uint8Array | undefined>>();
    const of = (table: TableName) => getOrMake(records, table, () => new Map());
    this.forEachWrite((table, key, payload) => of(table).set(key, payload));
    for (const [key, bitmap] of this.bitmaps) of("presence").set(key, bitmap);
    return records;
  }

  private forEachWrite(visit: (table: TableName, key: number, payload: Uint8Array | undefined) => void): void {
    for (let at = 0; at < this.runs.length; at++) {
      const run = this.runs[at] as RunNumber;
      visit(
        this.tables[at] as TableName,
        this.keys[at] as number,
        run === REMOVED ? undefined : this.payloads.get(run),
      );
    }
  }

  /** Facts pages to store, by key. */
  pages(): ReadonlyMap<string, Uint8Array> {
    return this.facts;
  }
}
