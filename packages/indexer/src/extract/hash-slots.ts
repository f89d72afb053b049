/** Slots of hash tables with open addressing: a slot holds an entry's number plus one, 0 is free. The length is a power of two. */

/** Initial value of the running hash. */
export const HASH_SEED = 0x2545f491;

/** Adds one UTF-16 unit to the running hash `h`: FNV-1a (Fowler, Noll, Vo). */
export function hashUnit(h: number, unit: number): number {
  return Math.imul(h ^ unit, 0x01000193);
}

/** Mixes the bits of a hash before it is masked to a slot: the low bits of FNV alone are weak. */
export function mixHash(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** Builds `length` slots that hold the first `count` entries. @param hash mixed hash by entry */
export function buildSlots(length: number, count: number, hash: (entry: number) => number): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(length);
  const mask = length - 1;
  for (let i = 0; i < count; i++) {
    let slot = hash(i) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = i + 1;
  }
  return slots;
}
