/**
 * Slice shape: a slice whose cards hold only identity and level; etags, edges and all other parts are complete. A server stores it in order
 * to compute deltas later.
 */
import type { Slice, SliceCard } from "./slice.js";
import { decodeSlice } from "./wire/decode-slice.js";
import { encodeSlice } from "./wire/encode-slice.js";

/** Compact version 2, because it preserves the order of edges and version 3 does not. */
const ENCODING = { wireFormat: "compact", wireFormatVersion: 2 } as const;

/** Encodes a slice's shape as JSON. */
export function encodeShape(slice: Slice): string {
  return JSON.stringify(encodeSlice({ ...slice, cards: slice.cards.map(identityCard) }, ENCODING));
}

/** Decodes a shape; its cards hold identity and level only. @throws {SliceError} `INVALID_WIRE` */
export function decodeShape(text: string): Slice {
  return decodeSlice(JSON.parse(text));
}

function identityCard({ symbolId, name, kind, file, line, detailLevel }: SliceCard): SliceCard {
  return { symbolId, name, kind, file, line, detailLevel };
}
