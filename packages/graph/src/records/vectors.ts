/**
 * Pages of vectors by handle: a bit for each handle that has one, then their numbers in order, two of −7..7 a byte, the first in the lower
 * half. A page without any vector is not there.
 */
import { corrupt } from "../errors.js";
import { bitmapHas, setBit } from "./buckets.js";
import { PAGE_SHIFT } from "./derived.js";

/** What made the vectors, see derive/vectors. */
export const VECTOR_MODEL = "lsa64";
export const VECTOR_DIMENSIONS = 64;
/** Largest number of a vector, and the smallest negated. */
export const VECTOR_PEAK = 7;
const PAGE_HANDLES = 1 << PAGE_SHIFT;
const ROW_BYTES = VECTOR_DIMENSIONS / 2;
const BITMAP_BYTES = PAGE_HANDLES / 8;

/** A row of vectors laid one after another; `undefined` past their end, where free handles are. */
export function vectorAt(values: Int8Array, row: number): Int8Array | undefined {
  const from = row * VECTOR_DIMENSIONS;
  return from < values.length ? values.subarray(from, from + VECTOR_DIMENSIONS) : undefined;
}

/** @param vectorOf by slot of the page; `undefined` where there is none @returns `undefined` where there are none at all */
export function encodeVectorPage(vectorOf: (slot: number) => Int8Array | undefined): Uint8Array | undefined {
  const bitmap = new Uint8Array(BITMAP_BYTES);
  const rows: number[] = [];
  for (let slot = 0; slot < PAGE_HANDLES; slot++) {
    const vector = vectorOf(slot);
    if (vector === undefined || vector.every((value) => value === 0)) continue;
    setBit(bitmap, slot, true);
    for (let d = 0; d < VECTOR_DIMENSIONS; d += 2)
      rows.push(((vector[d] as number) & 15) | (((vector[d + 1] as number) & 15) << 4));
  }
  if (rows.length === 0) return undefined;
  const payload = new Uint8Array(BITMAP_BYTES + rows.length);
  payload.set(bitmap);
  payload.set(rows, BITMAP_BYTES);
  return payload;
}

/** Writes a page's vectors into `values`, its first handle's at `at`. @throws {GraphError} `STORE_CORRUPT` */
function decodeVectorPage(payload: Uint8Array, values: Int8Array, at: number): void {
  let from = BITMAP_BYTES;
  for (let slot = 0; slot < PAGE_HANDLES && payload.length >= BITMAP_BYTES; slot++) {
    if (!bitmapHas(payload, slot)) continue;
    const to = at + slot * VECTOR_DIMENSIONS;
    for (let i = 0; i < ROW_BYTES; i++) {
      const byte = payload[from + i] ?? 0;
      values[to + 2 * i] = (byte << 28) >> 28;
      values[to + 2 * i + 1] = (byte << 24) >> 28;
    }
    from += ROW_BYTES;
  }
  if (from !== payload.length) throw corrupt("a page of vectors");
}

/** All vectors of a state, rows by handle; empty where there are none. @param read the page of that number, where there is one @param capacity handles are below */
export function decodeVectors(read: (page: number) => Uint8Array | undefined, capacity: number): Int8Array {
  const pages = Math.ceil(capacity / PAGE_HANDLES);
  let values: Int8Array | undefined;
  for (let page = 0; page < pages; page++) {
    const payload = read(page);
    if (payload === undefined) continue;
    values ??= new Int8Array(pages * PAGE_HANDLES * VECTOR_DIMENSIONS);
    decodeVectorPage(payload, values, page * PAGE_HANDLES * VECTOR_DIMENSIONS);
  }
  return values ?? new Int8Array(0);
}
