/**
 * Frequency codes: packed frequencies as small numbers for storage. The most common words have the lowest codes, so that 19 of 20 postings take one
 * byte.
 *
 * Invariant: `decodeFrequencies(frequencyCode(word))` equals `word`, for every word below 2^31.
 * The order of {@link COMMON_FREQUENCIES} was counted in postings of TypeScript, JavaScript and Python. It is part of stored data: raise `FACTS_FORMAT` with
 * every change.
 */
import { packFrequencies } from "./term-fields.js";

/** Each letter is a field (name, signature, doc, body, literal, path, in the order of `TERM_FIELDS`), followed by the frequency. */
const COMMON_FREQUENCIES = `
b1 d1 n1 b2 l1 b3 d2 b4 b1+l1 n1+b1 b5 s1 p1 s1+b1 d1+b1 d3 s1+b2 b6 n1+d1 l2 s1+b3 b7 n1+p1 b2+l1 d4 n1+b2 b1+p1 b8 n1+l1 d1+b2
b9 d2+b1 n1+d1+b1 s2 n1+d2 s1+b4 d5 b10 s1+d1+b2 l3 b3+l1 n1+b3 n1+s1+b1 s1+d1+b1 d1+b3 b2+p1 b2+l2 d1+p1 d1+l1 s1+d2+b2 b11 s1+b5
s1+d1+b3 b12 d6 b1+l2 n1+b4 d2+b2 s3+b1 b4+l1 n1+b1+p1 n1+d3 l4 s1+d2+b3 n1+d2+b1 d1+b4 b3+p1 s1+d3+b2 s4 s2+b2 b13 n1+l2 s2+b1
n1+d1+b2 b5+l1 d3+b1 s1+b6 n1+d1+p1 s1+d2+b1 b14 s3 s1+d3+b3 l1+p1 n1+b5 n1+b1+l1 b6+l1 n1+p2 s1+d1+b4 n1+d1+l1 n1+s1+b1+p1 b15
n1+s1+b3 s2+b4 s4+b1 b3+l2 d1+b5 s2+b3 d2+b3 d7 n1+s1+b2 n1+d4 s1+b7 b4+p1 b16 n1+b6 b2+l1+p1 d8 d2+p1 p2 n1+d3+b1 s1+d2+b4 n1+b2+p1
n2 n1+d1+b3 b4+l2 n1+s1+d1+b1 n1+l1+p1 s1+d3+b1 s1+d3+b4 l6`;

const WORDS = Uint32Array.from(COMMON_FREQUENCIES.trim().split(/\s+/), (text) =>
  packFrequencies(Array.from("nsdblp", (letter) => Number(new RegExp(`${letter}(\\d+)`).exec(text)?.[1] ?? 0))),
);
const CODES: ReadonlyMap<number, number> = new Map(Array.from(WORDS, (word, code) => [word, code]));

/** Code of the most common posting: once in the body. */
export const COMMONEST_CODE = 0;

/** Code of packed frequencies. @param packed below 2^31 @returns an unsigned 32-bit number */
export function frequencyCode(packed: number): number {
  return CODES.get(packed) ?? WORDS.length + rotatePathBits(packed);
}

/** Packed frequencies of a code; an arbitrary number for an invalid code. */
export function decodeFrequencies(code: number): number {
  return code < WORDS.length ? (WORDS[code] as number) : unrotatePathBits((code - WORDS.length) & 0x7fffffff);
}

/** Moves the path's three bits from the highest to the lowest position, so that the number is small. */
function rotatePathBits(packed: number): number {
  return ((packed << 3) & 0x7fffffff) | (packed >>> 28);
}

function unrotatePathBits(word: number): number {
  return (word >>> 3) | ((word & 7) << 28);
}
