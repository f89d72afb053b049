/**
 * Records of embedding vectors made by a sentence model, stored apart from the derived layers and after them: a head, and pages by handle. A page
 * holds a bitmap of the handles that have a vector, then in that order the hashes of the embedded texts, then the vectors, one byte per component.
 * Only the head says for which version the vectors are complete. A row can be reused in any version for every symbol with the same embedded text.
 */
import { ByteReader } from "@sdl/model/facts";
import type { VectorModel } from "@sdl/model/graph";
import { damagedError } from "../errors.js";
import { bitmapHas, setBit } from "./buckets.js";
import { DerivedKey, PAGE_SHIFT } from "./derived.js";
import { asBytes, decodeChecked, encodeWith, readLong, readText, writeLong, writeText } from "./packing.js";

/** Raise when the records or the embedded text change: records with another number are treated as absent. */
export const EMBEDDING_FORMAT = 1;
const PAGE_HANDLES = 1 << PAGE_SHIFT;
const BITMAP_BYTES = PAGE_HANDLES / 8;
const HASH_BYTES = 8;
const MAX_DIMENSIONS = 1 << 14;

/** Version of the stored vectors, and number of missing ones. */
export interface EmbeddingHead extends VectorModel {
  readonly format: number;
  /** Id, without its `v`, of the version whose symbol handles the pages are laid out for. */
  readonly versionMs: number;
  /** Components per vector; a multiple of 32. */
  readonly dimensions: number;
  /** Number of distinct texts of the version's symbols. */
  readonly total: number;
  /** Number of those texts that have no vector yet. */
  readonly missing: number;
  readonly pages: number;
}

/** A vector and the hash of the text that it embeds. */
export interface EmbeddingRow {
  /** Hash of the embedded text: 16 hex digits. */
  readonly hash: string;
  readonly values: Int8Array;
}

/** Rows of one page; `slots[place]` is the slot of `row(place)`. */
interface EmbeddingPage {
  readonly slots: readonly number[];
  row(place: number): EmbeddingRow;
}

/** Whether a key of the derived table belongs to embeddings. */
export function isEmbeddingKey(key: unknown): boolean {
  return typeof key === "number" && (key === DerivedKey.EmbeddingHead || key >= DerivedKey.FirstEmbeddingPage);
}

/** Encodes the head record. */
export function encodeEmbeddingHead(head: EmbeddingHead): Uint8Array {
  return encodeWith((out) => {
    out.varint(head.format);
    writeLong(out, head.versionMs);
    writeText(out, head.model);
    writeText(out, head.fingerprint);
    for (const count of [head.dimensions, head.total, head.missing, head.pages]) out.varint(count);
  });
}

/** @returns `undefined` if the record has another format */
export function decodeEmbeddingHead(payload: Uint8Array): EmbeddingHead | undefined {
  return decodeChecked("the head of the embeddings", () => {
    const reader = new ByteReader(payload);
    const format = reader.varint();
    if (format !== EMBEDDING_FORMAT) return undefined;
    const versionMs = readLong(reader);
    const [model, fingerprint] = [readText(reader), readText(reader)];
    const [dimensions, total, missing, pages] = [reader.varint(), reader.varint(), reader.varint(), reader.varint()];
    const isVector = dimensions > 0 && dimensions % 32 === 0 && dimensions <= MAX_DIMENSIONS;
    if (!isVector) throw new RangeError(`invalid number of vector components: ${dimensions}`);
    return { format, versionMs, model, fingerprint, dimensions, total, missing, pages };
  });
}

/**
 * The version of embeddings that a newer program stored; `undefined` if this program can read them. Every format begins with its number and the
 * version.
 */
export function readNewerFormatVersion(payload: Uint8Array): number | undefined {
  return decodeChecked("the head of the embeddings", () => {
    const reader = new ByteReader(payload);
    return reader.varint() > EMBEDDING_FORMAT ? readLong(reader) : undefined;
  });
}

/** @param rowOf the row of a slot of the page; `undefined` if the slot has no vector */
export function encodeEmbeddingPage(
  rowOf: (slot: number) => EmbeddingRow | undefined,
  { dimensions }: Pick<EmbeddingHead, "dimensions">,
): Uint8Array {
  const rows: EmbeddingRow[] = [];
  const bitmap = new Uint8Array(BITMAP_BYTES);
  for (let slot = 0; slot < PAGE_HANDLES; slot++) {
    const row = rowOf(slot);
    if (row === undefined) continue;
    rows.push(row);
    setBit(bitmap, slot, true);
  }
  const payload = new Uint8Array(BITMAP_BYTES + rows.length * (HASH_BYTES + dimensions));
  payload.set(bitmap);
  const hashes = Uint32Array.from(rows.flatMap(({ hash }) => [parseWord(hash, 0), parseWord(hash, 8)]));
  payload.set(asBytes(hashes), BITMAP_BYTES);
  const vectors = BITMAP_BYTES + asBytes(hashes).length;
  rows.forEach(({ values }, place) => {
    payload.set(asBytes(values), vectors + place * dimensions);
  });
  return payload;
}

/** @throws {GraphError} `STORE_CORRUPT` if the payload's length does not match its bitmap */
export function decodeEmbeddingPage(
  payload: Uint8Array,
  { dimensions }: Pick<EmbeddingHead, "dimensions">,
): EmbeddingPage {
  if (payload.length < BITMAP_BYTES) throw damagedError("a page of embeddings");
  const slots: number[] = [];
  for (let slot = 0; slot < PAGE_HANDLES; slot++) if (bitmapHas(payload, slot)) slots.push(slot);
  if (payload.length !== BITMAP_BYTES + slots.length * (HASH_BYTES + dimensions))
    throw damagedError("a page of embeddings");
  const hashes = new Uint32Array(payload.buffer, payload.byteOffset + BITMAP_BYTES, 2 * slots.length);
  const vectors = payload.byteOffset + BITMAP_BYTES + slots.length * HASH_BYTES;
  return {
    slots,
    row: (place) => ({
      hash: wordToHex(hashes[2 * place] as number) + wordToHex(hashes[2 * place + 1] as number),
      values: new Int8Array(payload.buffer, vectors + place * dimensions, dimensions),
    }),
  };
}

function parseWord(hash: string, at: number): number {
  return Number.parseInt(hash.slice(at, at + 8), 16);
}

function wordToHex(word: number): string {
  return word.toString(16).padStart(8, "0");
}
