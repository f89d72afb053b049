/**
 * Symbols page of a file: data about its symbols that facts do not contain (ids, slots, field lengths, by ordinal) and the terms of its path. A
 * symbol's handle is the file's base plus the symbol's slot; a symbol keeps its slot as long as its id exists.
 */
import { ByteReader, type ByteWriter, WordSlabs } from "@sdl/model/facts";
import { FieldIndex } from "@sdl/model/text";
import { asBytes, decodeChecked, encodeWith, readList, writeList } from "./packing.js";

/** Number of fields whose lengths are stored per symbol: all of `TERM_FIELDS` before the path, whose length is the same for the whole file. */
export const FACT_FIELDS = FieldIndex.Path;

const slabs = new WordSlabs();

/** A term of a file's path and its number of occurrences in the path. */
export interface PathTerm {
  /** Hash of the term, 40 bits. */
  readonly term: number;
  readonly count: number;
}

/** Ids, slots and field lengths of a file's symbols. */
export interface SymbolsPage {
  readonly count: number;
  /** Two words per symbol: high, low. */
  readonly ids: Uint32Array;
  readonly slots: Uint32Array;
  /** Ordinal of each slot; -1 if the slot is free. */
  readonly ordinals: Int32Array;
  /** {@link FACT_FIELDS} lengths per symbol. */
  readonly lengths: Uint32Array;
  /** Ascending by term, without duplicates. */
  readonly pathTerms: readonly PathTerm[];
  /** Length of the path field: the same for all symbols of the file. */
  readonly pathLength: number;
}

/** Makes a page from its columns. */
export function makeSymbolsPage(
  ids: Uint32Array,
  slots: Uint32Array,
  lengths: Uint32Array,
  pathTerms: readonly PathTerm[],
): SymbolsPage {
  let top = -1;
  for (const slot of slots) if (slot > top) top = slot;
  const ordinals = slabs.signedWords(top + 1).fill(-1);
  slots.forEach((slot, ordinal) => {
    ordinals[slot] = ordinal;
  });
  const pathLength = pathTerms.reduce((sum, { count }) => sum + count, 0);
  return { count: slots.length, ids, slots, ordinals, lengths, pathTerms, pathLength };
}

/** Estimated memory of a page in bytes, including the overhead of typed arrays and objects. */
export function symbolsPageBytes({ count, pathTerms }: SymbolsPage): number {
  return 1024 + 40 * count + 48 * pathTerms.length;
}

/** Layout: count, ids, slots, lengths (a byte each), path terms. A cold search reads all pages, so decoding is mostly copying. */
export function encodeSymbolsPage(page: SymbolsPage): Uint8Array {
  return encodeWith((out) => {
    out.varint(page.count);
    out.raw(asBytes(page.ids));
    writeSlots(out, page.slots);
    writeLengths(out, page.lengths);
    writeList(out, page.pathTerms, ({ term, count }) => {
      out.varint(Math.floor(term / 0x100000000));
      out.word(term >>> 0);
      out.varint(count);
    });
  });
}

/** Decodes a page. @param what names the record in errors @throws {GraphError} `STORE_CORRUPT` */
export function decodeSymbolsPage(payload: Uint8Array, what: string): SymbolsPage {
  return decodeChecked(what, () => {
    const reader = new ByteReader(payload);
    const count = Math.min(reader.varint(), reader.remaining);
    const ids = slabs.words(2 * count);
    asBytes(ids).set(reader.raw(ids.byteLength));
    const slots = readSlots(reader, count);
    const lengths = readLengths(reader, FACT_FIELDS * count);
    const pathTerms = readList(reader, (): PathTerm => {
      const term = reader.varint() * 0x100000000 + reader.word();
      return { term, count: reader.varint() };
    });
    return makeSymbolsPage(ids, slots, lengths, pathTerms);
  });
}

/** Writes slots. They equal the ordinals until symbols are added or removed; then a zero suffices. */
function writeSlots(out: ByteWriter, slots: Uint32Array): void {
  const isPlain = slots.every((slot, ordinal) => slot === ordinal);
  out.varint(isPlain ? 0 : 1);
  if (isPlain) return;
  let expected = 0;
  for (const slot of slots) {
    out.zigzag((slot - expected) | 0);
    expected = slot + 1;
  }
}

function readSlots(reader: ByteReader, count: number): Uint32Array {
  const slots = slabs.words(count);
  const isPlain = reader.varint() === 0;
  let expected = 0;
  for (let i = 0; i < count; i++) {
    slots[i] = isPlain ? i : expected + reader.zigzag();
    expected = (slots[i] as number) + 1;
  }
  return slots;
}

/** Byte that marks a length of 255 or more; the length itself follows after all bytes. */
const LONG_LENGTH_MARK = 255;

function writeLengths(out: ByteWriter, lengths: Uint32Array): void {
  const bytes = new Uint8Array(lengths.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Math.min(lengths[i] as number, LONG_LENGTH_MARK);
  out.raw(bytes);
  for (const length of lengths) if (length >= LONG_LENGTH_MARK) out.varint(length);
}

function readLengths(reader: ByteReader, count: number): Uint32Array {
  const lengths = slabs.words(count);
  lengths.set(reader.raw(count));
  for (let i = 0; i < count; i++) if (lengths[i] === LONG_LENGTH_MARK) lengths[i] = reader.varint();
  return lengths;
}
