/** A text inside a record: its bytes deflated, or as they are where that is no longer. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ByteReader, ByteWriter } from "@sdl/model";
import { inflatedChunkBytes } from "./packing.js";

/** Lone surrogates do not survive: texts come from decoded bytes. */
export function deflateText(out: ByteWriter, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  const deflated = deflateRawSync(bytes);
  const isShorter = deflated.length < bytes.length;
  const kept = isShorter ? deflated : bytes;
  out.varint(isShorter ? bytes.length : 0);
  out.varint(kept.length);
  out.raw(kept);
}

/** @throws when the bytes are not what {@link deflateText} wrote */
export function inflateText(reader: ByteReader): string {
  const length = reader.varint();
  const kept = reader.raw(reader.varint());
  if (length === 0) return Buffer.from(kept).toString("utf8");
  return inflateRawSync(kept, { chunkSize: inflatedChunkBytes(length), maxOutputLength: length }).toString("utf8");
}
