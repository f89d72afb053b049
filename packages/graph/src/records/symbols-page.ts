/**
 * A file's symbols page: what the store knows of its symbols beyond the facts, by ordinal: ids, slots, field lengths; and the terms
 * of its path. A symbol's handle is its file's base plus its slot; the slot stays while the id lives.
 */
import { ByteReader, type ByteWriter, WordSlabs } from "@sdl/model/facts";
import { FieldIndex } from "@sdl/model/text";
import { asBytes, decoding, encoding, readList, writeList } from "./packing.js";

/** Fields whose lengths stand in facts, first in the order of `TERM_FIELDS`; the last one, path, is the file's. */
export const FACT_FIELDS = FieldIndex.Path;

const slabs = new WordSlabs();

/** A term of a file's path and how often it occurs there. */
export interface PathTerm {
  /** 40-bit hash. */
  readonly term: number;
  readonly count: number;
}

export interface SymbolsPage {
  readonly count: number;
  /** Two words a symbol, high and low. */
  readonly ids: Uint32Array;
  readonly slots: Uint32Array;
  /** Ordinal of a slot, -1 when free. */
  readonly ordinals: Int32Array;
  /** {@link FACT_FIELDS} numbers a symbol. */
  readonly lengths: Uint32Array;
  /** Ascending by term, each once. */
  readonly pathTerms: readonly PathTerm[];
  /** Length of the path field: the same for all symbols of the file. */
  readonly pathLength: number;
}

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

/** About how much memory a page takes: typed arrays and objects cost more than what they hold. */
export function symbolsPageBytes({ count, pathTerms }: SymbolsPage): number {
  return 1024 + 40 * count + 48 * pathTerms.length;
}

/** Layout: count, ids, slots, lengths as a byte each, path terms. A cold search reads all pages: little but copying is done. */
export function encodeSymbolsPage(page: SymbolsPage): Uint8Array {
  return encoding((out) => {
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

export function decodeSymbolsPage(payload: Uint8Array, what: string): SymbolsPage {
  return decoding(what, () => {
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

/** Slots are the ordinals until symbols come and go. */
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

/** A byte each; {@link LONG} stands for a longer one, which follows after all bytes. */
const LONG = 255;

function writeLengths(out: ByteWriter, lengths: Uint32Array): void {
  const bytes = new Uint8Array(lengths.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Math.min(lengths[i] as number, LONG);
  out.raw(bytes);
  for (const length of lengths) if (length >= LONG) out.varint(length);
}

function readLengths(reader: ByteReader, count: number): Uint32Array {
  const lengths = slabs.words(count);
  lengths.set(reader.raw(count));
  for (let i = 0; i < count; i++) if (lengths[i] === LONG) lengths[i] = reader.varint();
  return lengths;
}
