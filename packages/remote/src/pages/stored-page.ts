/**
 * Stored form of a page: one byte for the codec, then the bytes. Pages are compressed here, below their ids: the output
 * of a compressor differs between versions of Node.js, and equal pages must have equal ids on every machine.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { MAX_PAGE_BYTES, type PageId } from "../store.js";
import { pageIdOf } from "./page.js";

const RAW = 0;
const DEFLATED = 1;

/** The least gain for which a page is compressed. */
const WORTHWHILE = 0.875;

/** Bytes to store for a page. */
export function encodeStored(bytes: Uint8Array): Uint8Array {
  const deflated = deflateRawSync(bytes);
  if (deflated.length < bytes.length * WORTHWHILE) return Buffer.concat([Buffer.of(DEFLATED), deflated]);
  return Buffer.concat([Buffer.of(RAW), bytes]);
}

/** The page's bytes; `undefined` unless they are the bytes of this id. */
export function decodeStored(id: PageId, stored: Uint8Array): Uint8Array | undefined {
  const bytes = decode(stored);
  return bytes !== undefined && pageIdOf(bytes) === id ? bytes : undefined;
}

function decode(stored: Uint8Array): Uint8Array | undefined {
  const content = stored.subarray(1);
  if (stored[0] === RAW) return content;
  if (stored[0] !== DEFLATED) return undefined;
  try {
    return inflateRawSync(content, { maxOutputLength: MAX_PAGE_BYTES });
  } catch {
    return undefined; // damaged: the caller says so
  }
}
