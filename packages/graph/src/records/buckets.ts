/**
 * Lookup tables are cut into 4,096 buckets by hash, so that a small change rewrites a small record and a lookup reads one. Which
 * buckets are in use stands in bitmaps: a record that vanished is damage, not absence. Knows keys and bitmaps, no content.
 */

export const BUCKETS = 4096;
/** Handles of one chunk of postings. */
export const CHUNK_SHIFT = 14;
export const BITMAP_BYTES = BUCKETS / 8;

/** The bucketed tables; numbers are part of the bitmaps' keys: append only. */
const BUCKET_TABLES = { ids: 0, names: 1, postings: 2 } as const;
export type BucketTable = keyof typeof BUCKET_TABLES;

export function bucketKey(bucket: number, chunk: number): number {
  return ((bucket << 18) | chunk) >>> 0;
}

export function presenceKey(table: BucketTable, chunk: number): number {
  return ((BUCKET_TABLES[table] << 18) | chunk) >>> 0;
}

/** @param bucket or the number of whatever else the bitmap is of */
export function bitmapHas(bitmap: Uint8Array, bucket: number): boolean {
  return (((bitmap[bucket >>> 3] as number) >>> (bucket & 7)) & 1) === 1;
}

export function setBit(bitmap: Uint8Array, bucket: number, isSet: boolean): void {
  const mask = 1 << (bucket & 7);
  const before = bitmap[bucket >>> 3] as number;
  bitmap[bucket >>> 3] = isSet ? before | mask : before & ~mask;
}

/** How many chunks postings have when handles are below `capacity`. */
export function chunkCount(capacity: number): number {
  return Math.ceil(capacity / (1 << CHUNK_SHIFT));
}

export function bucketOfId(high: number): number {
  return high >>> 20;
}

/** Terms of one bucket: what of a 40-bit hash is left beside the bucket's bits. */
const TERMS_PER_BUCKET = 2 ** 28;

/** @param term 40-bit hash */
export function bucketOfTerm(term: number): number {
  return Math.floor(term / TERMS_PER_BUCKET);
}

/** The term without its bucket's bits. */
export function restOfTerm(term: number): number {
  return term % TERMS_PER_BUCKET;
}

export function termOf(bucket: number, rest: number): number {
  return bucket * TERMS_PER_BUCKET + rest;
}
