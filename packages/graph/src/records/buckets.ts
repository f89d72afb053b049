/**
 * Buckets of the lookup tables: each table is split by hash into 4,096 buckets, so a small change rewrites a small record and a lookup reads one
 * record. Bitmaps list the buckets in use, so a missing record is detected as damage. Handles keys and bitmaps, not contents.
 */

export const BUCKETS = 4096;
/** Base-2 logarithm of the number of handles in one chunk of postings. */
export const CHUNK_SHIFT = 14;
/** Bytes of a bitmap with one bit per bucket. */
export const BITMAP_BYTES = BUCKETS / 8;

/** Numbers of the bucketed tables. They are part of the bitmaps' keys: append only. */
const BUCKET_TABLES = { ids: 0, names: 1, postings: 2 } as const;
/** Name of a table that is split into buckets. */
export type BucketTable = keyof typeof BUCKET_TABLES;

/** Record key of a bucket. @param chunk below 2^18 */
export function bucketKey(bucket: number, chunk: number): number {
  return ((bucket << 18) | chunk) >>> 0;
}

/** Record key of the bitmap that lists a table's existing buckets. */
export function presenceKey(table: BucketTable, chunk: number): number {
  return ((BUCKET_TABLES[table] << 18) | chunk) >>> 0;
}

/** @param bucket bit index: a bucket, or the slot that the bitmap is indexed by */
export function bitmapHas(bitmap: Uint8Array, bucket: number): boolean {
  return (((bitmap[bucket >>> 3] as number) >>> (bucket & 7)) & 1) === 1;
}

/** Sets or clears the bit of a bucket. @returns nothing; changes `bitmap` */
export function setBit(bitmap: Uint8Array, bucket: number, isSet: boolean): void {
  const mask = 1 << (bucket & 7);
  const before = bitmap[bucket >>> 3] as number;
  bitmap[bucket >>> 3] = isSet ? before | mask : before & ~mask;
}

/** Number of chunks of postings if all handles are below `capacity`. */
export function chunkCount(capacity: number): number {
  return Math.ceil(capacity / (1 << CHUNK_SHIFT));
}

/** Bucket of a symbol id. @param high upper 32 bits of the id */
export function bucketOfId(high: number): number {
  return high >>> 20;
}

/** Number of possible terms per bucket: a 40-bit hash without the 12 bits that select the bucket. */
const TERMS_PER_BUCKET = 2 ** 28;

/** @param term 40-bit hash */
export function bucketOfTerm(term: number): number {
  return Math.floor(term / TERMS_PER_BUCKET);
}

/** The low 28 bits of a term's hash, which identify it within its bucket. */
export function lowBitsOfTerm(term: number): number {
  return term % TERMS_PER_BUCKET;
}

/** Joins a bucket and the remaining bits to the term hash. */
export function joinTerm(bucket: number, rest: number): number {
  return bucket * TERMS_PER_BUCKET + rest;
}
