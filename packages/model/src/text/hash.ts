/**
 * Non-cryptographic hashes for keys, fingerprints and etags. Pure; equal on every machine.
 * Source of the mixing: MurmurHash3 finaliser (Appleby, 2011).
 */

/** Mixes all bits of an unsigned 32-bit number. */
export function mix32(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const START = 0x9747b28c;
const FACTOR = 0x5bd1e995;

/** 32-bit hash of a text's UTF-16 units. @param seed any number; different seeds give different hashes */
export function hash32(text: string, seed = 0): number {
  let h = (seed ^ START) | 0;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), FACTOR);
    h ^= h >>> 15;
  }
  return mix32(h ^ text.length);
}

/** Combines `value` with the running hash `h`; the order of calls matters. */
export function combineHashes(h: number, value: number): number {
  return mix32(Math.imul(h, 31) + (value | 0));
}

/** Seeds of two independent hashes. */
const HIGH_SEED = 0x2545f491;
const LOW_SEED = 0x1b873593;

/** Computes both hashes in one loop, so that their latencies overlap. */
function hashPair(text: string): { readonly hi: number; readonly lo: number } {
  let hi = (HIGH_SEED ^ START) | 0;
  let lo = (LOW_SEED ^ START) | 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    hi = Math.imul(hi ^ unit, FACTOR);
    lo = Math.imul(lo ^ unit, FACTOR);
    hi ^= hi >>> 15;
    lo ^= lo >>> 15;
  }
  return { hi: mix32(hi ^ text.length), lo: mix32(lo ^ text.length) };
}

/** 64-bit hash as 16 lower-case hex digits, from two 32-bit hashes. */
export function hash64Hex(text: string): string {
  const { hi, lo } = hashPair(text);
  return hi.toString(16).padStart(8, "0") + lo.toString(16).padStart(8, "0");
}

/** Fifteen decimal digits of two words: 49 bits that always take 5 tokens, because o200k splits digits by threes; 64 bits in hex take about 10. */
export function hexDigitsOfHash(hi: number, lo: number): string {
  return String(hi % 1e7).padStart(7, "0") + String(lo % 1e8).padStart(8, "0");
}

/** 49-bit hash in the form of {@link hexDigitsOfHash}. */
export function hashDigits(text: string): string {
  const { hi, lo } = hashPair(text);
  return hexDigitsOfHash(hi, lo);
}
