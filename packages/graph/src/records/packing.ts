/** Encoding of values that the plain varints of @sdl/model do not cover: long integers, doubles, texts, lists. Handles bytes only. */

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { getOrMake } from "@sdl/model";
import { type ByteReader, ByteWriter } from "@sdl/model/facts";
import { damagedError } from "../errors.js";

const TWO_32 = 0x100000000;
const scratch = new DataView(new ArrayBuffer(8));
const encoder = new TextEncoder();

const idleWriters: ByteWriter[] = [];

/** The bytes that `write` writes. Writers are reused, because a publish encodes tens of thousands of small records. */
export function encodeWith(write: (out: ByteWriter) => void): Uint8Array {
  const out = idleWriters.pop() ?? new ByteWriter();
  try {
    write(out);
    return out.finish();
  } finally {
    out.clear();
    idleWriters.push(out);
  }
}

/** Smallest chunk size that zlib accepts, in bytes. */
const MIN_CHUNK = 64;

/**
 * Inflates data whose inflated size is `length` bytes. The chunk is one byte larger, because zlib allocates another chunk of the same size as soon
 * as the first one is full, even if nothing follows.
 * @throws if the bytes are not deflated data or inflate to more than `length` bytes
 */
export function inflate(deflated: Uint8Array, length: number): Buffer {
  return inflateRawSync(deflated, { chunkSize: Math.max(MIN_CHUNK, length + 1), maxOutputLength: Math.max(1, length) });
}

/**
 * Writes a text as deflated UTF-8, or undeflated if that is not longer. Lone surrogates are lost; texts here come from decoded bytes and contain
 * none.
 */
export function deflateText(out: ByteWriter, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  const deflated = deflateRawSync(bytes);
  const isShorter = deflated.length < bytes.length;
  const kept = isShorter ? deflated : bytes;
  out.varint(isShorter ? bytes.length : 0);
  writeBytes(out, kept);
}

/** @throws if the bytes were not written by {@link deflateText} */
export function inflateText(reader: ByteReader): string {
  const length = reader.varint();
  const kept = reader.raw(reader.varint());
  return (length === 0 ? Buffer.from(kept) : inflate(kept, length)).toString("utf8");
}

/** @param value integer, 0..2^53-1 */
export function writeLong(out: ByteWriter, value: number): void {
  out.varint(Math.floor(value / TWO_32));
  out.varint(value >>> 0);
}

/** Reads an integer below 2^53. */
export function readLong(reader: ByteReader): number {
  const high = reader.varint();
  return high * TWO_32 + reader.varint();
}

/** Writes a double as `ByteReader.double` reads it. */
export function writeDouble(out: ByteWriter, value: number): void {
  scratch.setFloat64(0, value, true);
  out.word(scratch.getUint32(0, true));
  out.word(scratch.getUint32(4, true));
}

/** Table of distinct texts, each with an index. Written as count, UTF-16 lengths, byte length, UTF-8. */
export class TextTable {
  private readonly numbers = new Map<string, number>();

  add(text: string): number {
    return getOrMake(this.numbers, text, () => this.numbers.size);
  }

  write(out: ByteWriter): void {
    writeTexts(out, [...this.numbers.keys()]);
  }
}

/** Writes texts as lengths and one joined text. */
export function writeTexts(out: ByteWriter, texts: readonly string[]): void {
  out.varint(texts.length);
  for (const text of texts) out.varint(text.length);
  writeText(out, texts.join(""));
}

/** Reads what {@link writeTexts} wrote. */
export function readTexts(reader: ByteReader): string[] {
  const count = reader.varint();
  const lengths: number[] = [];
  for (let i = 0; i < count; i++) lengths.push(reader.varint());
  const text = readText(reader);
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return text.slice(at - length, at);
  });
}

/** Writes the number of bytes, then the bytes. */
export function writeBytes(out: ByteWriter, bytes: Uint8Array): void {
  out.varint(bytes.length);
  out.raw(bytes);
}

/** Writes a text as length and UTF-8 bytes. */
export function writeText(out: ByteWriter, text: string): void {
  writeBytes(out, encoder.encode(text));
}

/** Reads what {@link writeText} wrote. */
export function readText(reader: ByteReader): string {
  const bytes = reader.raw(reader.varint());
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/** Writes the number of elements, then each element. */
export function writeList<T>(out: ByteWriter, list: readonly T[], write: (one: T) => void): void {
  out.varint(list.length);
  for (const one of list) write(one);
}

/** Reads what {@link writeList} wrote. */
export function readList<T>(reader: ByteReader, read: () => T): T[] {
  const list: T[] = [];
  for (let left = reader.varint(); left > 0; left--) list.push(read());
  return list;
}

/** The 32-bit words of a payload that contains nothing else. @param what name of the record for the error message */
export function asWords(payload: Uint8Array, what: string): Uint32Array {
  if (payload.length % 4 !== 0) throw damagedError(what);
  return new Uint32Array(payload.buffer, payload.byteOffset, payload.length / 4);
}

/** Views a typed array as bytes, without a copy. */
export function asBytes({ buffer, byteOffset, byteLength }: Uint32Array | Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Whether two byte arrays have equal content. */
export function areBytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

/** Runs a decoder and reports any error as damage of the record `what`. */
export function decodeChecked<T>(what: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw damagedError(what, error);
  }
}
