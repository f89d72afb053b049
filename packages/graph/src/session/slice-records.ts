/**
 * Records of slice handles: the request, the state it was answered from, the lease, and the content sent to the client. Does not interpret slices:
 * texts stay texts.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type SymbolId, symbolIdFromParts, symbolIdParts, type VersionId } from "@sdl/model";
import { ByteReader, type ByteWriter } from "@sdl/model/facts";
import {
  decodeChecked,
  encodeWith,
  readList,
  readLong,
  readText,
  readTexts,
  writeList,
  writeLong,
  writeText,
  writeTexts,
} from "../records/packing.js";
import { idMs, versionIdOf } from "../records/version-record.js";
import type { RecordCodec } from "./session-store.js";

/** Names and values of the state that a result was computed from: `ledgerVersion`, `derivedVersion`, `asOfDay` … */
export type PinnedState = Readonly<Record<string, string>>;

/** Request behind a handle; never changes. */
export interface HandleRecord {
  /** Encoded by the slice package. */
  readonly request: string;
  readonly pinned: PinnedState;
  /** Candidates that were not shown, best first: later pages are taken from this list, even if the layers that ranked it have changed. */
  readonly dropped: readonly SymbolId[];
}

/** Expiry of a handle, and the versions that it protects from pruning. */
export interface LeaseRecord {
  readonly expiresMs: number;
  /** Versions at which the client has the slice: the handle's own version first, then in the order of refreshes. */
  readonly versions: readonly VersionId[];
}

/** A slice at one version, with the data that a refresh needs. */
export interface ShapeRecord {
  readonly shape: string;
  readonly pinned: PinnedState;
}

/** Largest accepted text in bytes; a larger one is damage, because a request has at most some hundred kilobytes. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;

/** Codec of the record behind a handle. */
export const handleCodec: RecordCodec<HandleRecord> = {
  encode: ({ request, pinned, dropped }) => encodeRecord(request, pinned, dropped),
  decode: (payload) => {
    const { text, pinned, ids } = decodeRecord(payload, "a slice handle");
    return { request: text, pinned, dropped: ids };
  },
};

/** Codec of the record with a slice's shape. */
export const shapeCodec: RecordCodec<ShapeRecord> = {
  encode: ({ shape, pinned }) => encodeRecord(shape, pinned, []),
  decode: (payload) => {
    const { text, pinned } = decodeRecord(payload, "a slice's shape");
    return { shape: text, pinned };
  },
};

/** Codec of the record with a lease. */
export const leaseCodec: RecordCodec<LeaseRecord> = {
  encode: ({ expiresMs, versions }) =>
    encodeWith((out) => {
      writeLong(out, expiresMs);
      writeList(out, versions, (version) => writeLong(out, idMs(version)));
    }),
  decode: (payload) =>
    decodeChecked("a lease", () => {
      const reader = new ByteReader(payload);
      const expiresMs = readLong(reader);
      const versions = readList(reader, () => versionIdOf(readLong(reader)));
      return { expiresMs, versions };
    }),
};

function encodeRecord(text: string, pinned: PinnedState, ids: readonly SymbolId[]): Uint8Array {
  return encodeWith((out) => {
    const entries = Object.entries(pinned).sort(([a], [b]) => (a < b ? -1 : 1));
    writeTexts(out, entries.flat());
    writeList(out, ids.map(symbolIdParts), ({ hi, lo }) => {
      out.word(hi);
      out.word(lo);
    });
    writeDeflated(out, text);
  });
}

interface DecodedRecord {
  readonly text: string;
  readonly pinned: PinnedState;
  readonly ids: readonly SymbolId[];
}

function decodeRecord(payload: Uint8Array, what: string): DecodedRecord {
  return decodeChecked(what, () => {
    const reader = new ByteReader(payload);
    const texts = readTexts(reader);
    const pinned = Object.fromEntries(texts.flatMap((name, i) => (i % 2 === 0 ? [[name, texts[i + 1] ?? ""]] : [])));
    const ids = readList(reader, () => symbolIdFromParts(reader.word(), reader.word()));
    const packed = payload.subarray(reader.position);
    const inflated = inflateRawSync(packed, { maxOutputLength: MAX_TEXT_BYTES });
    return { text: readText(new ByteReader(inflated)), pinned, ids };
  });
}

function writeDeflated(out: ByteWriter, text: string): void {
  out.raw(deflateRawSync(encodeWith((inner) => writeText(inner, text))));
}
