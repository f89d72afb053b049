/**
 * Fields of a symbol's search document, with their weights and the packing of their frequencies.
 *
 * Content of the fields:
 * - name: the symbol's own name, and its container's unless that is the module;
 * - signature: names and types of parameters, return type, generics, base types;
 * - doc: words of its doc text;
 * - body: identifiers and comment words of the symbol without nested symbols, and the names of directly nested symbols;
 * - literal: words of its string literals, without doc strings, and keys of whole literals (literal-keys.ts), which count to no length;
 * - path: the parts of the file's path, without extension. Not stored in facts pages, which contain no path.
 * Source of weights and b: relevance notes §4.2; the optimum is flat (§2.2), so they are not tuned further.
 */

export interface TermField {
  readonly name: "name" | "signature" | "doc" | "body" | "literal" | "path";
  readonly weight: number;
  /** Length normalisation of BM25F, 0..1. */
  readonly b: number;
  /** Bit position of the frequency in a packed word; the most common fields lowest, so that most words are one byte as varints. */
  readonly shift: number;
  /** Maximum stored frequency; one less than a power of two. */
  readonly max: number;
}

/** All fields, in the order of packed frequencies. */
export const TERM_FIELDS: readonly TermField[] = [
  { name: "name", weight: 4, b: 0.3, shift: 13, max: 15 },
  { name: "signature", weight: 1.5, b: 0.5, shift: 17, max: 31 },
  { name: "doc", weight: 1.5, b: 0.6, shift: 7, max: 63 },
  { name: "body", weight: 1, b: 0.75, shift: 0, max: 127 },
  { name: "literal", weight: 1, b: 0.75, shift: 22, max: 63 },
  { name: "path", weight: 2, b: 0.3, shift: 28, max: 7 },
];

/** Indexes into {@link TERM_FIELDS}. */
export const FieldIndex = { Name: 0, Signature: 1, Doc: 2, Body: 3, Literal: 4, Path: 5 } as const;

const SHIFTS = Uint8Array.from(TERM_FIELDS, (field) => field.shift);
const MAXIMA = Uint8Array.from(TERM_FIELDS, (field) => field.max);

/** Frequency of a term in one field. */
export function fieldFrequency(packed: number, field: number): number {
  return (packed >>> (SHIFTS[field] as number)) & (MAXIMA[field] as number);
}

/** Adds `count` to the frequency in `field`, capped at the field's maximum. */
export function addFrequency(packed: number, field: number, count: number): number {
  const shift = SHIFTS[field] as number;
  const max = MAXIMA[field] as number;
  const before = (packed >>> shift) & max;
  const after = Math.min(before + count, max);
  return packed + ((after - before) << shift);
}

/** Frequencies in the order of {@link TERM_FIELDS} as one word below 2^31. */
export function packFrequencies(counts: readonly number[]): number {
  return counts.reduce((packed, count, field) => addFrequency(packed, field, count), 0);
}
