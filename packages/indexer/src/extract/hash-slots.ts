/** Hash tables of texts with open addressing: a slot holds an entry's number plus one, 0 is free. The length is a power of two. */

/** First value of a text's running hash. */
export const HASH_SEED = 0x2545f491;

/** The running hash `h` with one more UTF-16 unit: FNV-1a (Fowler, Noll, Vo). */
export function hashUnit(h: number, unit: number): number {
  return Math.imul(h ^ unit, 0x01000193);
}

/** Where the search for a hash begins, before it is masked: FNV's low bits alone are weak. */
export function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** `length` slots that hold the first `count` entries. @param hash by entry, spread */
export function refilled(length: number, count: number, hash: (entry: number) => number): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(length);
  const mask = length - 1;
  for (let i = 0; i < count; i++) {
    let slot = hash(i) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = i + 1;
  }
  return slots;
}
