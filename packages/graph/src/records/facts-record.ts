/**
 * Encodings of a stored facts page. The first byte names the encoding: the page as it is; its length and its deflated bytes; or, for a page that
 * only old versions use, the key of another page and the difference from it.
 *
 * Facts are most of a store, and a record over half an LMDB page takes whole pages: a repository of small files would take twice its own bytes.
 * Deflating saves two fifths of a page. Large pages are not deflated, because a query for one symbol would have to wait.
 */
import { promisify } from "node:util";
import { deflateRaw, deflateRawSync, type ZlibOptions } from "node:zlib";
import { ByteReader, type ByteWriter } from "@sdl/model/facts";
import { applyDifference, computeByteDifference } from "./byte-difference.js";
import { FACTS_KEY_BYTES, factsKeyBytes, factsKeyOf } from "./file-page.js";
import { decodeChecked, encodeWith, inflate } from "./packing.js";

const AS_IS = 0;
const DEFLATED = 1;
const DIFFERENCE = 2;
/**
 * Range of page sizes that are deflated. Below it, the call is not worth its time: a repository of tiny files has thousands of such pages, each
 * takes as long as a page three times its size, and some of them share a page of the store either way. Above it, the first query that reads the
 * page would wait.
 */
const MIN_DEFLATED = 1024;
const MAX_DEFLATED = 256 * 1024;

/** A page mixes numbers, hashes and texts: short blocks compress each part better, and a small compressor state is created faster. */
const DEFLATE = { level: 4, windowBits: 14, memLevel: 5 };
const deflateAsync: (page: Uint8Array, options: ZlibOptions) => Promise<Uint8Array> = promisify(deflateRaw);
/** Encodes a page by itself, deflated if that is worthwhile. */
export function packFacts(page: Uint8Array): Uint8Array {
  return makeFactsRecord(
    page,
    isDeflated(page) ? deflateRawSync(page, { ...DEFLATE, chunkSize: page.length }) : undefined,
  );
}

/** Like {@link packFacts}, deflated on zlib's threads. */
export async function packFactsAsync(page: Uint8Array): Promise<Uint8Array> {
  return makeFactsRecord(
    page,
    isDeflated(page) ? await deflateAsync(page, { ...DEFLATE, chunkSize: page.length }) : undefined,
  );
}

function isDeflated(page: Uint8Array): boolean {
  return page.length >= MIN_DEFLATED && page.length <= MAX_DEFLATED;
}

function makeFactsRecord(page: Uint8Array, deflated: Uint8Array | undefined): Uint8Array {
  if (deflated !== undefined && deflated.length < page.length) {
    return encodeWith((out) => writeDeflated(out, page.length, deflated));
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

/** Encodes a page as the difference from another page. @param baseKey key of that page, 32 hex digits */
export function packDifference(page: Uint8Array, baseKey: string, base: Uint8Array): Uint8Array {
  const difference = computeByteDifference(base, page);
  const deflated = deflateRawSync(difference);
  return encodeWith((out) => {
    out.varint(DIFFERENCE);
    out.raw(factsKeyBytes(baseKey));
    out.varint(page.length);
    out.varint(difference.length);
    out.raw(deflated);
  });
}

/** The key of the base page of a difference record; `undefined` for a record that contains the whole page. */
export function baseOfFacts(record: Uint8Array): string | undefined {
  return record[0] === DIFFERENCE ? factsKeyOf(record.subarray(1, 1 + FACTS_KEY_BYTES)) : undefined;
}

/**
 * @param what name of the record for the error message
 * @param readBase reads the base page of a difference; the base must be a whole page
 * @throws {GraphError} `STORE_CORRUPT`
 */
export function unpackFacts(
  record: Uint8Array,
  what: string,
  readBase: (key: string) => Uint8Array | undefined,
): Uint8Array {
  if (record[0] === AS_IS) return record.subarray(1);
  const baseKey = baseOfFacts(record);
  const base = baseKey === undefined ? undefined : readBase(baseKey);
  return decodeChecked(what, () => {
    const reader = new ByteReader(record, baseKey === undefined ? 1 : 1 + FACTS_KEY_BYTES);
    const length = reader.varint();
    if (baseKey === undefined) return inflate(record.subarray(reader.position), length);
    if (base === undefined) throw new RangeError(`the page ${baseKey} is missing`);
    const differenceLength = reader.varint();
    return applyDifference(base, inflate(record.subarray(reader.position), differenceLength), length);
  });
}
