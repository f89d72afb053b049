/**
 * Delta encoding of a byte array against a base: stretches copied from the base, and the new bytes between them. An edit of one line changes few
 * bytes of a facts page, so most of the page is found in the base in long stretches. Handles bytes only.
 *
 * Layout: for each stretch the number of new bytes before it, its own length, and its start in the base minus the end of the previous stretch in
 * the base; last the number of new bytes at the end, and a zero. Then all new bytes, in order.
 */
import { ByteReader } from "@sdl/model/facts";
import { encodeWith } from "./packing.js";

/** Bytes that are hashed to find a stretch; shorter stretches cost about as much as they save. */
const SEED_BYTES = 8;
const HASH_BITS = 16;

/** @returns the difference from which {@link applyDifference} and the same base restore `target` */
export function computeByteDifference(base: Uint8Array, target: Uint8Array): Uint8Array {
  const stretches = findStretches(base, target);
  return encodeWith((out) => {
    let at = 0;
    let baseAt = 0;
    for (const { from: baseStart, start: targetStart, length } of stretches) {
      out.varint(targetStart - at);
      out.varint(length);
      out.zigzag(baseStart - baseAt);
      at = targetStart + length;
      baseAt = baseStart + length;
    }
    out.varint(target.length - at);
    out.varint(0);
    at = 0;
    for (const { start, length } of stretches) {
      out.raw(target.subarray(at, start));
      at = start + length;
    }
    out.raw(target.subarray(at));
  });
}

/** @param length length of the result in bytes @throws {RangeError} if the difference does not fit the base and the length */
export function applyDifference(base: Uint8Array, difference: Uint8Array, length: number): Uint8Array {
  const reader = new ByteReader(difference);
  const stretches: { readonly fresh: number; readonly from: number; readonly length: number }[] = [];
  let baseAt = 0;
  for (;;) {
    const fresh = reader.varint();
    const copied = reader.varint();
    const from = copied === 0 ? 0 : baseAt + reader.zigzag();
    if (from < 0 || from + copied > base.length)
      throw new RangeError("a stretch of the difference is outside the base");
    stretches.push({ fresh, from, length: copied });
    if (copied === 0) break;
    baseAt = from + copied;
  }
  const result = new Uint8Array(length);
  let at = 0;
  for (const { fresh, from, length: copied } of stretches) {
    result.set(reader.raw(fresh), at);
    at += fresh;
    result.set(base.subarray(from, from + copied), at);
    at += copied;
  }
  if (at !== length) throw new RangeError("the difference does not yield the expected length");
  return result;
}

interface CopiedStretch {
  /** Start of the stretch in the base; `start` is its start in the target. */
  readonly from: number;
  readonly start: number;
  readonly length: number;
}

/** Greedy search, left to right: the continuation of the last stretch is tried before the table of seeds. */
function findStretches(base: Uint8Array, target: Uint8Array): CopiedStretch[] {
  const seeds = seedTable(base);
  const stretches: CopiedStretch[] = [];
  let done = 0;
  let skew = 0;
  for (let at = 0; at + SEED_BYTES <= target.length; ) {
    const expected = at + skew;
    const from = isSeed(base, expected, target, at) ? expected : (seeds[hashBytesAt(target, at)] as number) - 1;
    if (!isSeed(base, from, target, at)) {
      at++;
      continue;
    }
    let back = 0;
    while (at - back > done && from - back > 0 && base[from - back - 1] === target[at - back - 1]) back++;
    let length = SEED_BYTES;
    while (from + length < base.length && at + length < target.length && base[from + length] === target[at + length])
      length++;
    stretches.push({ from: from - back, start: at - back, length: length + back });
    at += length;
    done = at;
    skew = from + length - at;
  }
  return stretches;
}

/** For each hash, the last position in the base with that seed, plus one; 0 if there is none. */
function seedTable(base: Uint8Array): Int32Array {
  const table = new Int32Array(1 << HASH_BITS);
  for (let at = 0; at + SEED_BYTES <= base.length; at++) table[hashBytesAt(base, at)] = at + 1;
  return table;
}

function isSeed(base: Uint8Array, from: number, target: Uint8Array, at: number): boolean {
  if (from < 0 || from + SEED_BYTES > base.length) return false;
  for (let i = 0; i < SEED_BYTES; i++) if (base[from + i] !== target[at + i]) return false;
  return true;
}

function hashBytesAt(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
  const middle = (bytes[at + 3] as number) | ((bytes[at + 4] as number) << 8) | ((bytes[at + 5] as number) << 16);
  const high = (bytes[at + 6] as number) | ((bytes[at + 7] as number) << 8);
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(middle, 0x85ebca6b) ^ Math.imul(high, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 15)) >>> (32 - HASH_BITS) || 0;
}
