/**
 * Packing of parts into pages. A page ends where the content of its last part says so, not where a number of parts or
 * bytes is reached: a part that changes, comes or goes changes the page that it lies in and no other.
 */
import { crc32 } from "node:zlib";
import { ByteReader, ByteWriter } from "@sdl/model/facts";

/** Mean length of a page in bytes. Smaller pages move less after an edit; larger ones take fewer requests. */
const PAGE_BYTES = 6 * 1024;
/** A page that is as long is ended in any case. */
const MAX_BYTES = 8 * 1024 * 1024;
const CHECKSUMS = 2 ** 32;

/** The parts in order, packed. Equal sequences of parts give equal pages. */
export function packParts(parts: readonly Uint8Array[]): Uint8Array[] {
  const pages: Uint8Array[] = [];
  const page = new ByteWriter();
  parts.forEach((part, i) => {
    page.varint(part.length);
    page.raw(part);
    if (i + 1 < parts.length && !isLast(part) && page.length < MAX_BYTES) return;
    pages.push(page.finish());
    page.clear();
  });
  return pages;
}

/** Whether a page ends after this part: with a chance that is the part's share of a mean page. */
function isLast(part: Uint8Array): boolean {
  return crc32(part) < (part.length / PAGE_BYTES) * CHECKSUMS;
}

/** The parts of a page. @throws {Error} if it is none */
export function unpackParts(page: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(page);
  const parts: Uint8Array[] = [];
  while (reader.remaining > 0) parts.push(reader.raw(reader.varint()));
  return parts;
}
