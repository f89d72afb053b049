/** Growable byte writer, and byte reader: unsigned LEB128 and raw little-endian words. Knows numbers only. */
import { ModelError } from "../errors.js";

/** Maximum length of a varint in bytes. */
const MAX_VARINT_BYTES = 5;

/** Writes numbers and bytes into a growing buffer. */
export class ByteWriter {
  private bytes = new Uint8Array(4096);
  private used = 0;

  get length(): number {
    return this.used;
  }

  /** @param value unsigned 32-bit */
  varint(value: number): void {
    this.reserve(MAX_VARINT_BYTES);
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.bytes[this.used++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.used++] = rest;
  }

  /** Writes the first `count` values as varints. The loop is here because whole columns are written, and memory is reserved once. */
  varints(values: Uint32Array, count: number): void {
    this.reserve(MAX_VARINT_BYTES * count);
    const { bytes } = this;
    let at = this.used;
    for (let i = 0; i < count; i++) {
      let rest = values[i] as number;
      while (rest > 0x7f) {
        bytes[at++] = (rest & 0x7f) | 0x80;
        rest >>>= 7;
      }
      bytes[at++] = rest;
    }
    this.used = at;
  }

  /** Writes `value` so that small magnitudes of either sign are short. @param value signed 32-bit */
  zigzag(value: number): void {
    this.varint((value << 1) ^ (value >> 31));
  }

  /** Four bytes, little-endian. */
  word(value: number): void {
    this.reserve(4);
    this.bytes[this.used++] = value & 0xff;
    this.bytes[this.used++] = (value >>> 8) & 0xff;
    this.bytes[this.used++] = (value >>> 16) & 0xff;
    this.bytes[this.used++] = (value >>> 24) & 0xff;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.used);
    this.used += bytes.length;
  }

  /** The written bytes, in the writer's own memory; invalid after the next write or clear. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.used);
  }

  /** A copy of the written bytes. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.used);
  }

  /** Removes the written bytes and keeps the memory. */
  clear(): void {
    this.used = 0;
  }

  private reserve(count: number): void {
    if (this.used + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.used + count));
    grown.set(this.bytes.subarray(0, this.used));
    this.bytes = grown;
  }
}

/** Varint at an offset. @throws {ModelError} `INVALID_PAGE` if it extends beyond the bytes */
export function readVarint(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  return byte !== undefined && byte < 0x80 ? byte : new ByteReader(bytes, at).varint();
}

/** @throws {ModelError} `INVALID_PAGE` when reading beyond the end */
export class ByteReader {
  private view: DataView | undefined;

  constructor(
    private readonly bytes: Uint8Array,
    private at = 0,
  ) {}

  get position(): number {
    return this.at;
  }

  /** Number of remaining bytes. */
  get remaining(): number {
    return this.bytes.length - this.at;
  }

  varint(): number {
    let value = 0;
    let shift = 0;
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined || shift > 28 + 7) throw pastEnd();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
      shift += 7;
    }
  }

  zigzag(): number {
    const value = this.varint();
    return (value >>> 1) ^ -(value & 1);
  }

  /** Fills `out` with varints. The loop is here because whole columns are read, and one call per number would double the time. */
  varints(out: Uint32Array): void {
    const { bytes } = this;
    let { at } = this;
    for (let i = 0; i < out.length; i++) {
      let byte = bytes[at++] as number;
      if (byte < 0x80) {
        out[i] = byte;
        continue;
      }
      let value = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++] as number;
        if (byte === undefined || shift > 28) throw pastEnd();
        value |= (byte & 0x7f) << shift;
      }
      out[i] = value;
    }
    if (at > bytes.length) throw pastEnd();
    this.at = at;
  }

  word(): number {
    const { bytes, at } = this;
    if (at + 4 > bytes.length) throw pastEnd();
    this.at = at + 4;
    return (
      ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>>
      0
    );
  }

  /** A little-endian 64-bit float. */
  double(): number {
    const { bytes, at } = this;
    if (at + 8 > bytes.length) throw pastEnd();
    this.at = at + 8;
    this.view ??= new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.view.getFloat64(at, true);
  }

  skip(length: number): void {
    if (this.at + length > this.bytes.length) throw pastEnd();
    this.at += length;
  }

  raw(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw pastEnd();
    const view = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return view;
  }
}

function pastEnd(): ModelError {
  return new ModelError("INVALID_PAGE", "a packed record ends too early; the store is damaged, rebuild the index");
}
