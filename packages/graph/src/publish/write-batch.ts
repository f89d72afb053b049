/**
 * What a commit will write, gathered before its transaction begins, so that the transaction is short. It can also be read, as if it
 * were written: so a version is made in memory.
 */
import { getOrMake } from "@sdl/model";
import type { PageReader } from "../read/page-reader.js";
import { type BucketTable, bitmapHas, bucketKey, presenceKey, setBit } from "../records/buckets.js";
import { packFacts } from "../records/facts-record.js";
import { factsKeyBytes } from "../records/file-page.js";
import type { StoreEnvironment, TableName } from "../store/environment.js";
import { ByteArena, type RunNumber } from "./byte-arena.js";

/** In the place of a payload: the record is removed. */
const REMOVED = -1;

export class WriteBatch {
  /** By write, in their order. */
  private readonly tables: TableName[] = [];
  private readonly keys: number[] = [];
  private readonly runs: RunNumber[] = [];
  private readonly payloads = new ByteArena();
  private readonly bitmaps = new Map<number, Uint8Array>();
  /** Pages by key, as they are. */
  private readonly facts = new Map<string, Uint8Array>();
  /** Records of those that were packed ahead. */
  private readonly packed = new Map<string, Uint8Array>();

  constructor(private readonly reader: PageReader) {}

  /** Writes a record, or removes it. The payload is copied. */
  put(table: TableName, key: number, payload: Uint8Array | undefined): void {
    this.tables.push(table);
    this.keys.push(key);
    this.runs.push(payload === undefined ? REMOVED : this.payloads.add(payload));
  }

  /**
   * Facts are their own address: those that are stored by then are left alone.
   * @param key 32 hex digits @param packed the page's record, where it was made ahead
   */
  putFacts(key: string, page: Uint8Array, packed: Uint8Array | undefined): void {
    this.facts.set(key, page);
    if (packed !== undefined) this.packed.set(key, packed);
  }

  /** Writes or removes a bucket and keeps the list of buckets. */
  putBucket(table: BucketTable, bucket: number, chunk: number, payload: Uint8Array | undefined): void {
    this.put(table, bucketKey(bucket, chunk), payload);
    const bitmap = this.bitmaps.get(presenceKey(table, chunk)) ?? this.reader.bitmap(table, chunk);
    if (bitmapHas(bitmap, bucket) === (payload !== undefined)) return;
    setBit(this.ownBitmap(table, chunk), bucket, payload !== undefined);
  }

  /** Makes sure that the table's list of buckets is written, if only as an empty one. */
  ownBitmap(table: BucketTable, chunk: number): Uint8Array {
    const key = presenceKey(table, chunk);
    // What the store hands out is a Buffer, whose `slice` is no copy.
    const own = this.bitmaps.get(key) ?? Uint8Array.from(this.reader.bitmap(table, chunk));
    this.bitmaps.set(key, own);
    return own;
  }

  /** Inside a write transaction. */
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

  /**
   * The numbered records as they would be: by table and key, `undefined` for those that would be gone. Later writes of a key count.
   * Facts are not among them; see {@link pages}.
   */
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

  /** Facts pages that came along, by key. */
  pages(): ReadonlyMap<string, Uint8Array> {
    return this.facts;
  }
}
