/** Checksum at the end of every record: CRC-32 over payload, table and key. */
import { crc32 } from "node:zlib";
import { mix32 } from "@sdl/model/text";

/** Key of a record: a number, or bytes. */
export type RecordKey = number | Uint8Array;

/** Bytes of a checksum. */
export const SUM_BYTES = 4;

/**
 * Added to the table's number in the checksum of a hiding record: one without payload that hides the record with the same key in the layer below.
 */
const HIDING_SALT = 1 << 16;

/** @param salt the table's number */
export function recordSum(salt: number, key: RecordKey, payload: Uint8Array): number {
  const seed = typeof key === "number" ? mix32(key ^ Math.imul(salt, 0x9e3779b1)) : crc32(key, salt);
  // zlib returns 0 for an empty buffer, whatever the seed.
  return payload.length === 0 ? seed : crc32(payload, seed);
}

/** @returns the record's checksum if it matches the payload, else `undefined` */
export function verifySum(salt: number, key: RecordKey, stored: Uint8Array): number | undefined {
  const length = stored.length - SUM_BYTES;
  if (length < 0) return undefined;
  const found = readSum(stored, length);
  return found === recordSum(salt, key, stored.subarray(0, length)) ? found : undefined;
}

/** @returns the checksum of a record that hides a record of the layer below */
export function computeHidingSum(salt: number, key: RecordKey): number {
  return recordSum(salt + HIDING_SALT, key, NO_BYTES);
}

/** Whether a record hides the record with the same key in the layer below. */
export function isHiding(salt: number, key: RecordKey, stored: Uint8Array): boolean {
  return stored.length === SUM_BYTES && readSum(stored, 0) === computeHidingSum(salt, key);
}

const NO_BYTES = new Uint8Array(0);

/** Reads a little-endian checksum at an offset. */
export function readSum(bytes: Uint8Array, at: number): number {
  const b0 = bytes[at] as number;
  const b1 = bytes[at + 1] as number;
  const b2 = bytes[at + 2] as number;
  const b3 = bytes[at + 3] as number;
  return (b0 | (b1 << 8) | (b2 << 16) | (b3 << 24)) >>> 0;
}

/** Writes a little-endian checksum at an offset. */
export function writeSum(bytes: Uint8Array, at: number, sum: number): void {
  bytes[at] = sum & 0xff;
  bytes[at + 1] = (sum >>> 8) & 0xff;
  bytes[at + 2] = (sum >>> 16) & 0xff;
  bytes[at + 3] = (sum >>> 24) & 0xff;
}

/** A key for messages: decimal or hex. */
export function keyText(key: RecordKey): string {
  return typeof key === "number" ? String(key) : Buffer.from(key).toString("hex");
}
