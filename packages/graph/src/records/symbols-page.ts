/**
 * A file's symbols page: what the store knows of its symbols beyond the facts, by ordinal: ids, slots, field lengths; and the terms
 * of its path. A symbol's handle is its file's base plus its slot; the slot stays while the id lives.
 */
import { ByteReader, ByteWriter, FieldIndex } from "@sdl/model";
import { decoding } from "./packing.js";

/** Fields whose lengths stand in facts, first in the order of `TERM_FIELDS`; the last one, path, is the file's. */
export const FACT_FIELDS = FieldIndex.Path;

/** A term of a file's path and how often it occurs there. */
export interface PathTerm {
  /** 53-bit hash. */
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
}

export function makeSymbolsPage(
  ids: Uint32Array,
  slots: Uint32Array,
  lengths: Uint32Array,
  pathTerms: readonly PathTerm[],
): SymbolsPage {
  let top = -1;
  for (const slot of slots) if (slot > top) top = slot;
  const ordinals = new Int32Array(top + 1).fill(-1);
  slots.forEach((slot, ordinal) => {
    ordinals[slot] = ordinal;
  });
  return { count: slots.length, ids, slots, ordinals, lengths, pathTerms };
}

export function encodeSymbolsPage(page: SymbolsPage): Uint8Array {
  const out = new ByteWriter();
  out.varint(page.count);
  for (const word of page.ids) out.word(word);
  let expected = 0;
  for (const slot of page.slots) {
    out.zigzag((slot - expected) | 0);
    expected = slot + 1;
  }
  for (const length of page.lengths) out.varint(length);
  out.varint(page.pathTerms.length);
  for (const { term, count } of page.pathTerms) {
    out.varint(Math.floor(term / 0x100000000));
    out.word(term >>> 0);
    out.varint(count);
  }
  return out.finish();
}

export function decodeSymbolsPage(payload: Uint8Array, what: string): SymbolsPage {
  return decoding(what, () => {
    const reader = new ByteReader(payload);
    const count = reader.varint();
    const ids = new Uint32Array(2 * count);
    for (let i = 0; i < ids.length; i++) ids[i] = reader.word();
    const slots = new Uint32Array(count);
    let expected = 0;
    for (let i = 0; i < count; i++) {
      slots[i] = expected + reader.zigzag();
      expected = (slots[i] as number) + 1;
    }
    const lengths = new Uint32Array(FACT_FIELDS * count);
    for (let i = 0; i < lengths.length; i++) lengths[i] = reader.varint();
    const pathTerms: PathTerm[] = [];
    const terms = reader.varint();
    for (let i = 0; i < terms; i++) {
      const term = reader.varint() * 0x100000000 + reader.word();
      pathTerms.push({ term, count: reader.varint() });
    }
    return makeSymbolsPage(ids, slots, lengths, pathTerms);
  });
}

/** Length of the path field: the same for all symbols of the file. */
export function pathLength(page: SymbolsPage): number {
  return page.pathTerms.reduce((sum, { count }) => sum + count, 0);
}
