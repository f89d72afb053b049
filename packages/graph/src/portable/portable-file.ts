/**
 * Encoding of a portable index: numbers little-endian, the same on every machine.
 *
 * | bytes | content |
 * |---|---|
 * | 8 | `SDLINDEX` |
 * | 5 × 4 | format of this file, schema of the ledger, format of facts, format of the derived layers, 0 |
 * | 32 | SHA-256 of all bytes before and after it |
 * | 8 | length of the records, inflated and deflated |
 * | … | records of all tables except facts, deflated: for each table a count, then key, length and bytes of each record |
 * | … | facts: a count, then key (16 bytes), length and packed page of each |
 *
 * Tables and records are in ascending order. Counts, keys and lengths are varints.
 */
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { GraphError } from "@sdl/model";
import { ByteReader, ByteWriter, FACTS_FORMAT } from "@sdl/model/facts";
import { DERIVATION_FORMAT } from "../records/derived.js";
import { factsKeyBytes, readFactsKey } from "../records/file-page.js";
import { writeBytes, writeList } from "../records/packing.js";
import { LEDGER_SCHEMA } from "../store/environment.js";
import { emptyRecords, PORTABLE_TABLES, type PortableTables, sortedFacts } from "./portable-tables.js";

const MAGIC = "SDLINDEX";
/** Raise when the layout above changes. */
const FILE_FORMAT = 1;
const FORMATS_OFFSET = 8;
const DIGEST_OFFSET = 28;
const BODY_OFFSET = 60;
const HEADER_BYTES = 68;
/** Largest accepted ratio of inflated to deflated size; real records reach about five. */
const MAX_INFLATION = 100;
const MAX_INFLATED_BYTES = 2 ** 31 - 1;

/** Encodes tables as a file; equal tables give equal bytes. */
export function encodePortable({ records, facts }: PortableTables): Uint8Array {
  const inflated = encodeRecords(records);
  const deflated = deflateRawSync(inflated, { level: 6 });
  const tail = encodeFacts(facts);
  const bytes = Buffer.alloc(HEADER_BYTES + deflated.length + tail.length);
  bytes.write(MAGIC, 0, "latin1");
  [FILE_FORMAT, LEDGER_SCHEMA, FACTS_FORMAT, DERIVATION_FORMAT, 0].forEach((number, i) => {
    bytes.writeUInt32LE(number, FORMATS_OFFSET + 4 * i);
  });
  bytes.writeUInt32LE(inflated.length, BODY_OFFSET);
  bytes.writeUInt32LE(deflated.length, BODY_OFFSET + 4);
  bytes.set(deflated, HEADER_BYTES);
  bytes.set(tail, HEADER_BYTES + deflated.length);
  bytes.set(sha256(bytes), DIGEST_OFFSET);
  return bytes;
}

/** Whether a file begins like a portable index. */
function isPortable(head: Uint8Array): boolean {
  return Buffer.from(head.buffer, head.byteOffset, Math.min(8, head.length)).toString("latin1") === MAGIC;
}

/** @throws {GraphError} `INVALID_FILE` if the file is damaged or no portable index, `SCHEMA_MISMATCH` if it has another schema */
export function decodePortable(file: Uint8Array): PortableTables {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (!isPortable(bytes) || bytes.length < HEADER_BYTES)
    throw invalidFileError("it does not begin with SDLINDEX and a header");
  checkFormats(bytes);
  if (sha256(bytes).compare(bytes, DIGEST_OFFSET, DIGEST_OFFSET + 32) !== 0)
    throw invalidFileError("its checksum does not match its content");
  const [inflatedBytes, deflatedBytes] = [bytes.readUInt32LE(BODY_OFFSET), bytes.readUInt32LE(BODY_OFFSET + 4)];
  if (inflatedBytes > Math.min(MAX_INFLATED_BYTES, MAX_INFLATION * (deflatedBytes + 64))) {
    throw invalidFileError("its records would inflate to more than the allowed size");
  }
  try {
    const end = HEADER_BYTES + deflatedBytes;
    const inflated = inflateRawSync(bytes.subarray(HEADER_BYTES, end), { maxOutputLength: Math.max(1, inflatedBytes) });
    const records = decodeRecords(inflated);
    // Layers of another derivation format are dropped and derived again.
    const derived =
      bytes.readUInt32LE(FORMATS_OFFSET + 12) === DERIVATION_FORMAT ? records.derived : new Map<number, Uint8Array>();
    return { records: { ...records, derived }, facts: decodeFacts(bytes.subarray(end)) };
  } catch (cause) {
    throw invalidFileError("it cannot be read", cause);
  }
}

/** Error about an index of another machine, with the wording that all its messages share. */
export function invalidFileError(why: string, cause?: unknown): GraphError {
  return new GraphError("INVALID_FILE", `the index is not valid: ${why}; export or push it again`, { cause });
}

/** Runs a decoder of untrusted records. @throws {GraphError} `INVALID_FILE` instead of any other error, `SCHEMA_MISMATCH` */
export function checkDecoded<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof GraphError && (error.code === "INVALID_FILE" || error.code === "SCHEMA_MISMATCH")) throw error;
    throw invalidFileError("its records cannot be read", error);
  }
}

function checkFormats(bytes: Buffer): void {
  const found = [0, 1, 2].map((i) => bytes.readUInt32LE(FORMATS_OFFSET + 4 * i));
  const known = [FILE_FORMAT, LEDGER_SCHEMA, FACTS_FORMAT];
  if (found.every((number, i) => number === known[i])) return;
  const newer = found.some((number, i) => number > (known[i] ?? 0)) ? "a newer" : "an older";
  throw new GraphError(
    "SCHEMA_MISMATCH",
    `the file is of ${newer} schema (${found.join(".")}), this program reads ${known.join(".")}; export it with this version of the program, or index from scratch`,
  );
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes.subarray(0, DIGEST_OFFSET)).update(bytes.subarray(BODY_OFFSET)).digest();
}

/** The records of all tables but facts, in ascending order. */
export function encodeRecords(records: PortableTables["records"]): Uint8Array {
  const out = new ByteWriter();
  for (const table of PORTABLE_TABLES) {
    const sorted = [...records[table]].sort(([a], [b]) => a - b);
    writeList(out, sorted, ([key, payload]) => {
      out.varint(key);
      writeBytes(out, payload);
    });
  }
  return out.finish();
}

/** Decodes what {@link encodeRecords} wrote. @throws {Error} of any kind if the bytes are invalid */
export function decodeRecords(bytes: Uint8Array): PortableTables["records"] {
  const reader = new ByteReader(bytes);
  const records = emptyRecords();
  for (const table of PORTABLE_TABLES) {
    let previous = -1;
    const count = reader.varint();
    for (let i = 0; i < count; i++) {
      const key = reader.varint();
      if (key <= previous) throw invalidFileError("its records are out of order");
      // Each record is copied to its own memory, because columns are read as aligned words.
      records[table].set(key, Uint8Array.from(reader.raw(reader.varint())));
      previous = key;
    }
  }
  if (reader.position !== bytes.length) throw invalidFileError("there are extra bytes after its records");
  return records;
}

function encodeFacts(facts: PortableTables["facts"]): Uint8Array {
  const out = new ByteWriter();
  writeList(out, sortedFacts(facts), ([key, payload]) => {
    out.raw(factsKeyBytes(key));
    writeBytes(out, payload);
  });
  return out.finish();
}

function decodeFacts(bytes: Uint8Array): PortableTables["facts"] {
  const reader = new ByteReader(bytes);
  const facts = new Map<string, Uint8Array>();
  const count = reader.varint();
  let previous = "";
  for (let i = 0; i < count; i++) {
    const key = readFactsKey(reader);
    if (key <= previous) throw invalidFileError("its facts are out of order");
    facts.set(key, reader.raw(reader.varint()));
    previous = key;
  }
  if (reader.position !== bytes.length) throw invalidFileError("there are extra bytes after its facts");
  return facts;
}
