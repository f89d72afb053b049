/** What a commit will write, gathered before its transaction begins, so that the transaction is short. */
import type { PageReader } from "../page-reader.js";
import { type BucketTable, bitmapHas, bucketKey, presenceKey, setBit } from "../records/buckets.js";
import type { StoreEnvironment, TableName } from "../store/environment.js";

interface Write {
  readonly table: TableName;
  readonly key: number | Uint8Array;
  /** `undefined` removes the record. */
  readonly payload: Uint8Array | undefined;
}

export class WriteBatch {
  private readonly writes: Write[] = [];
  private readonly bitmaps = new Map<number, Uint8Array>();

  constructor(private readonly reader: PageReader) {}

  put(table: TableName, key: number | Uint8Array, payload: Uint8Array | undefined): void {
    this.writes.push({ table, key, payload });
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
    const own = this.bitmaps.get(key) ?? this.reader.bitmap(table, chunk).slice();
    this.bitmaps.set(key, own);
    return own;
  }

  /** Inside a write transaction. */
  apply(environment: StoreEnvironment): void {
    const { tables } = environment;
    for (const { table, key, payload } of this.writes) {
      if (payload === undefined) tables[table].remove(key);
      else tables[table].put(key, payload);
    }
    for (const [key, bitmap] of this.bitmaps) tables.presence.put(key, bitmap);
  }

  /** The numbered records as they would be: by table and key, `undefined` for those that would be gone. Later writes of a key count. */
  records(): ReadonlyMap<TableName, ReadonlyMap<number, Uint8Array | undefined>> {
    const records = new Map<TableName, Map<number, Uint8Array | undefined>>();
    const of = (table: TableName): Map<number, Uint8Array | undefined> => {
      const known = records.get(table) ?? new Map<number, Uint8Array | undefined>();
      records.set(table, known);
      return known;
    };
    for (const { table, key, payload } of this.writes) if (typeof key === "number") of(table).set(key, payload);
    for (const [key, bitmap] of this.bitmaps) of("presence").set(key, bitmap);
    return records;
  }
}
