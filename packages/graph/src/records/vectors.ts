/**
 * Pages of vectors by handle: a bitmap of the handles that have a vector, then the components in order, two components of −7..7 per byte, the first
 * in the lower half. A page without any vector is not stored.
 */
import { damagedError } from "../errors.js";
import { bitmapHas, setBit } from "./buckets.js";
import { PAGE_SHIFT } from "./derived.js";

/** Name of the model that computes the vectors, see derive/vectors. */
export const VECTOR_MODEL = "lsa64";
/** Components of a derived vector. */
export const VECTOR_DIMENSIONS = 64;
/** Largest absolute component of a vector. */
export const VECTOR_PEAK = 7;
const PAGE_HANDLES = 1 << PAGE_SHIFT;
const ROW_BYTES = VECTOR_DIMENSIONS / 2;
const BITMAP_BYTES = PAGE_HANDLES / 8;

/** One row of vectors stored contiguously; `undefined` beyond the end, where handles are free. */
export function vectorRow(values: Int8Array, row: number): Int8Array | undefined {
  const from = row * VECTOR_DIMENSIONS;
  return from < values.length ? values.subarray(from, from + VECTOR_DIMENSIONS) : undefined;
}

/** @param vectorOf vector of a slot of the page; `undefined` if it has none @returns `undefined` if no slot has a vector */
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

/** Writes a page's vectors into `values`; `at` is the index of the first component of slot 0. @throws {GraphError} `STORE_CORRUPT` */
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
  if (from !== payload.length) throw damagedError("a page of vectors");
}

/**
 * Decodes all vectors of a state, rows indexed by handle; empty if there are none.
 * @param read record of a page; `undefined` if there is none
 * @param capacity exclusive upper bound of handles
 */
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
