/**
 * A slice without what its cards say: which symbols at which levels under which etags, and all that stands around them. It is what a
 * server keeps of a slice to say later what became different.
 */
import type { Slice, SliceCard } from "./slice.js";
import { decodeSlice } from "./wire/decode-slice.js";
import { encodeSlice } from "./wire/encode-slice.js";

/** The second compact version keeps the order of edges, as the third does not. */
const ENCODING = { wireFormat: "compact", wireFormatVersion: 2 } as const;

export function encodeShape(slice: Slice): string {
  return JSON.stringify(encodeSlice({ ...slice, cards: slice.cards.map(outlineOf) }, ENCODING));
}

/** The slice with cards that are their names alone, at the levels they had. @throws {SliceError} `INVALID_WIRE` */
export function decodeShape(text: string): Slice {
  return decodeSlice(JSON.parse(text));
}

function outlineOf({ symbolId, name, kind, file, line, detailLevel }: SliceCard): SliceCard {
  return { symbolId, name, kind, file, line, detailLevel };
}
