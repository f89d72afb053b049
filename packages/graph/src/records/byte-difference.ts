/**
 * One page told by another: stretches copied from the base, and what lies between them. An edit of one line moves numbers all over a page
 * by little, so that most of it stands in the base in long stretches. Knows bytes only.
 *
 * Layout: for each stretch the length of what is new before it, its own length, and where it begins in the base, less where the stretch
 * before ended; last the length of what is new at the end, and a zero. Then all that is new, in order.
 */
import { ByteReader } from "@sdl/model/facts";
import { encoding } from "./packing.js";

/** Bytes that are hashed to find stretches; shorter ones cost about what they save. */
const SEED = 8;
const HASH_BITS = 16;

/** @returns what {@link applyDifference} makes `target` of, with the same base */
export function differenceOf(base: Uint8Array, target: Uint8Array): Uint8Array {
  const stretches = findStretches(base, target);
  return encoding((out) => {
    let at = 0;
    let baseAt = 0;
    for (const { from, start, length } of stretches) {
      out.varint(start - at);
      out.varint(length);
      out.zigzag(from - baseAt);
      at = start + length;
      baseAt = from + length;
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

/** @param length of the result @throws {RangeError} when the difference does not fit the base and the length */
export function applyDifference(base: Uint8Array, difference: Uint8Array, length: number): Uint8Array {
  const reader = new ByteReader(difference);
  const stretches: { readonly fresh: number; readonly from: number; readonly length: number }[] = [];
  let baseAt = 0;
  for (;;) {
    const fresh = reader.varint();
    const copied = reader.varint();
    const from = copied === 0 ? 0 : baseAt + reader.zigzag();
    if (from < 0 || from + copied > base.length) throw new RangeError("a stretch lies outside of the base");
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
  if (at !== length) throw new RangeError("a difference of another length");
  return result;
}

interface Stretch {
  /** Where it begins in the base and in the target. */
  readonly from: number;
  readonly start: number;
  readonly length: number;
}

/** Greedy, left to right: where the last stretch would go on is looked at before the table of seeds. */
function findStretches(base: Uint8Array, target: Uint8Array): Stretch[] {
  const seeds = seedTable(base);
  const stretches: Stretch[] = [];
  let done = 0;
  let skew = 0;
  for (let at = 0; at + SEED <= target.length; ) {
    const expected = at + skew;
    const from = isSeed(base, expected, target, at) ? expected : (seeds[hashAt(target, at)] as number) - 1;
    if (!isSeed(base, from, target, at)) {
      at++;
      continue;
    }
    let back = 0;
    while (at - back > done && from - back > 0 && base[from - back - 1] === target[at - back - 1]) back++;
    let length = SEED;
    while (from + length < base.length && at + length < target.length && base[from + length] === target[at + length])
      length++;
    stretches.push({ from: from - back, start: at - back, length: length + back });
    at += length;
    done = at;
    skew = from + length - at;
  }
  return stretches;
}

/** By hash, the last place in the base with that seed, plus one. */
function seedTable(base: Uint8Array): Int32Array {
  const table = new Int32Array(1 << HASH_BITS);
  for (let at = 0; at + SEED <= base.length; at++) table[hashAt(base, at)] = at + 1;
  return table;
}

function isSeed(base: Uint8Array, from: number, target: Uint8Array, at: number): boolean {
  if (from < 0 || from + SEED > base.length) return false;
  for (let i = 0; i < SEED; i++) if (base[from + i] !== target[at + i]) return false;
  return true;
}

function hashAt(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
  const middle = (bytes[at + 3] as number) | ((bytes[at + 4] as number) << 8) | ((bytes[at + 5] as number) << 16);
  const high = (bytes[at + 6] as number) | ((bytes[at + 7] as number) << 8);
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(middle, 0x85ebca6b) ^ Math.imul(high, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 15)) >>> (32 - HASH_BITS) || 0;
}
