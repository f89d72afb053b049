/**
 * Encoding of one file of a version. A record stands for itself: it contains no number that another record gives a
 * meaning to, so the record of an unedited file whose links did not change has the same bytes in every version.
 */
import { EDGE_KINDS, FACT_LANGUAGES, LANGUAGE_CODE } from "@sdl/model";
import { ByteReader, type ByteWriter } from "@sdl/model/facts";
import { type LinkColumns, RESOLVERS, type UnresolvedLink } from "@sdl/model/graph";
import { factsKeyBytes, readFactsKey } from "../records/file-page.js";
import { decodeUnresolved, encodeUnresolved, type UnresolvedRow } from "../records/outgoing-page.js";
import { encodeWith, readLong, readText, readTexts, writeLong, writeText, writeTexts } from "../records/packing.js";
import type { FilePart } from "./file-part.js";

/** Bits of an edge's kind; the resolver's are above. */
const KIND_BITS = 3;
/** Least length of an edge's row in bytes. */
const ROW_BYTES = 6;

/** One file as bytes that stand for themselves. */
export function encodeFilePart(part: FilePart): Uint8Array {
  return encodeWith((out) => {
    writeText(out, part.path);
    out.varint(LANGUAGE_CODE[part.language]);
    out.varint(part.flags);
    writeLong(out, part.sizeBytes);
    out.raw(factsKeyBytes(part.factsKey));
    out.varint(part.symbolIds.length);
    for (const word of part.symbolIds) out.word(word);
    writeTexts(out, part.targets);
    encodeRows(out, part.edges);
    encodeUnresolved(out, toRows(part.unresolved));
    out.varint(part.lookups.length);
    let before = 0;
    for (const lookup of part.lookups) {
      out.varint(lookup - before);
      before = lookup;
    }
  });
}

/**
 * Decodes a file of an untrusted record. Ends of edges are not checked.
 * @throws {Error} of any kind if the record is invalid
 */
export function decodeFilePart(record: Uint8Array): FilePart {
  const reader = new ByteReader(record);
  const path = readText(reader);
  const language = FACT_LANGUAGES[reader.varint()];
  if (language === undefined) throw new RangeError(`the language of ${path} is unknown`);
  const part = {
    ...{ path, language, flags: reader.varint(), sizeBytes: readLong(reader), factsKey: readFactsKey(reader) },
    symbolIds: readWords(reader, 4, () => reader.word()),
    targets: readTexts(reader),
    edges: decodeRows(reader),
    unresolved: toUses(decodeUnresolved(reader)),
    lookups: decodeLookups(reader),
  };
  if (reader.remaining > 0) throw new RangeError(`there are extra bytes after ${path}`);
  return part;
}

/** Reads a count, then as many numbers. @param bytes least length of a number, so that no count takes more memory than the record has bytes for */
function readWords(reader: ByteReader, bytes: number, read: () => number): Uint32Array {
  const count = reader.varint();
  if (count * bytes > reader.remaining) throw new RangeError("a record ends too early");
  return Uint32Array.from({ length: count }, read);
}

function decodeLookups(reader: ByteReader): Uint32Array {
  let before = 0;
  return readWords(reader, 1, () => (before = (before + reader.varint()) >>> 0));
}

function encodeRows(out: ByteWriter, edges: LinkColumns): void {
  out.varint(edges.length);
  let from = 0;
  for (let i = 0; i < edges.length; i++) {
    out.varint((edges.from[i] as number) - from);
    from = edges.from[i] as number;
    out.varint(edges.toFile[i] as number);
    out.varint(edges.toSymbol[i] as number);
    out.varint(((edges.resolver[i] as number) << KIND_BITS) | (edges.kind[i] as number));
    out.varint(edges.confidence[i] as number);
    out.varint(edges.count[i] as number);
  }
}

function decodeRows(reader: ByteReader): LinkColumns {
  const length = reader.varint();
  if (length * ROW_BYTES > reader.remaining) throw new RangeError("a record ends too early");
  const words = () => new Uint32Array(length);
  const bytes = () => new Uint8Array(length);
  const edges = {
    ...{ length, from: words(), toFile: words(), toSymbol: words() },
    ...{ kind: bytes(), confidence: bytes(), resolver: bytes(), count: bytes() },
  };
  let from = 0;
  for (let i = 0; i < length; i++) {
    from += reader.varint();
    edges.from[i] = from;
    edges.toFile[i] = reader.varint();
    edges.toSymbol[i] = reader.varint();
    const code = reader.varint();
    edges.kind[i] = inRange(code & ((1 << KIND_BITS) - 1), EDGE_KINDS.length);
    edges.resolver[i] = inRange(code >>> KIND_BITS, RESOLVERS.length);
    edges.confidence[i] = inRange(reader.varint(), 101);
    edges.count[i] = inRange(reader.varint(), 256);
  }
  return edges;
}

/** The rows with places of symbols as slots. */
function toRows(uses: readonly UnresolvedLink[]): UnresolvedRow[] {
  return uses.map(({ from, ...use }) => ({ ...use, slot: from }));
}

function toUses(rows: readonly UnresolvedRow[]): UnresolvedLink[] {
  return rows.map(({ slot, kind, packageName, name, count }) => {
    if (packageName === undefined || name === undefined) throw new RangeError("a name is missing");
    return { from: slot, kind: inRange(kind, EDGE_KINDS.length), packageName, name, count };
  });
}

function inRange(value: number, limit: number): number {
  if (value < limit) return value;
  throw new RangeError(`${value} is not below ${limit}`);
}
