/**
 * How a facts page is stored: one byte that says how, then the page as it is, or its length and its bytes deflated.
 *
 * Facts are most of a store, and a record over half an LMDB page takes whole pages: a repository of small files would take twice its
 * own bytes. Deflated a page loses two fifths. Large pages stay as they are: there a query for one symbol would wait.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ByteReader, type ByteWriter } from "@sdl/model";
import { decoding, encoding } from "./packing.js";

const AS_IS = 0;
const DEFLATED = 1;
/** Smaller pages are not worth the call; larger ones would let the first query of them wait. */
const MIN_DEFLATED = 256;
const MAX_DEFLATED = 256 * 1024;

/** A page mixes numbers, hashes and texts: short blocks fit each better, and a small state is sooner made. */
const DEFLATE = { level: 4, windowBits: 14, memLevel: 5 };
/** zlib's least. */
const MIN_CHUNK = 64;

export function packFacts(page: Uint8Array): Uint8Array {
  if (page.length >= MIN_DEFLATED && page.length <= MAX_DEFLATED) {
    const deflated = deflateRawSync(page, { ...DEFLATE, chunkSize: page.length });
    if (deflated.length < page.length) return encoding((out) => writeDeflated(out, page.length, deflated));
  }
  const record = new Uint8Array(page.length + 1);
  record[0] = AS_IS;
  record.set(page, 1);
  return record;
}

function writeDeflated(out: ByteWriter, length: number, deflated: Uint8Array): void {
  out.varint(DEFLATED);
  out.varint(length);
  out.raw(deflated);
}

/** @throws {GraphError} `STORE_CORRUPT` @param what names the record in an error */
export function unpackFacts(record: Uint8Array, what: string): Uint8Array {
  if (record[0] === AS_IS) return record.subarray(1);
  return decoding(what, () => {
    const reader = new ByteReader(record, 1);
    const length = reader.varint();
    const packed = record.subarray(reader.position);
    return inflateRawSync(packed, { chunkSize: Math.max(MIN_CHUNK, length), maxOutputLength: length });
  });
}
