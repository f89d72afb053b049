/**
 * Pages of a version: the first says what the others are. The manifest lists them in this order: contents, then the
 * pages of each section.
 */
import { type PartsHead, readPartsHead, type VersionParts } from "@sdl/graph";
import { ByteReader, ByteWriter } from "@sdl/model/facts";
import { packParts, unpackParts } from "./part-pages.js";

const MAGIC = Buffer.from("SDLV");
/** Raise when the layout of pages changes. */
const FORMAT = 1;
/** Parts of a version besides its head, in the order of their pages. */
const SECTIONS = ["files", "inputs", "facts"] as const;

/** What the first page says. */
export interface Contents extends PartsHead {
  /** The version's head, encoded. */
  readonly head: Uint8Array;
  /** Number of pages of each section. */
  readonly pageCounts: readonly number[];
}

/** All pages of a version, contents first. */
export function packVersion(parts: VersionParts): Uint8Array[] {
  const sections = SECTIONS.map((name) => packParts(parts[name]));
  const out = new ByteWriter();
  out.raw(MAGIC);
  out.varint(FORMAT);
  out.varint(parts.head.length);
  out.raw(parts.head);
  for (const pages of sections) out.varint(pages.length);
  return [out.finish(), ...sections.flat()];
}

/** Reads the first page. @throws {GraphError} `INVALID_FILE` @throws {Error} if it is none */
export function readContents(page: Uint8Array): Contents {
  const reader = new ByteReader(page);
  if (!MAGIC.equals(reader.raw(MAGIC.length))) throw new RangeError("the first page is not the contents of a version");
  const format = reader.varint();
  const head = reader.raw(reader.varint());
  const pageCounts = SECTIONS.map(() => reader.varint());
  const age = format === FORMAT ? {} : ({ age: format > FORMAT ? "newer" : "older" } as const);
  return { ...readPartsHead(head), ...age, head, pageCounts };
}

/** The parts of a version. @param pages all but the first, in the manifest's order @throws {Error} if they do not fit */
export function unpackVersion({ head, pageCounts }: Contents, pages: readonly Uint8Array[]): VersionParts {
  if (pageCounts.reduce((sum, count) => sum + count, 0) !== pages.length)
    throw new RangeError("the contents of the version do not fit its pages");
  const parts: Uint8Array[][] = [];
  let at = 0;
  for (const count of pageCounts) {
    parts.push(pages.slice(at, at + count).flatMap(unpackParts));
    at += count;
  }
  const [files = [], inputs = [], facts = []] = parts;
  return { head, files, inputs, facts };
}
