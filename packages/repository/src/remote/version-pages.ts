/**
 * Pages of a version: the first says what the others are. The manifest lists them in this order: contents, then the
 * pages of each section.
 *
 * A version brings an image, or names one: the version whose image its pull begins with, called its base. Pages of the
 * base that the version does not have itself are listed too, so that whatever a head leads to is kept whole.
 */
import { IMAGE_FORMAT, type PartsHead, readPartsHead, type VersionParts } from "@sdl/graph";
import { ByteReader, ByteWriter } from "@sdl/model/facts";
import type { PageId } from "@sdl/remote";
import { packParts, unpackParts } from "./part-pages.js";

const MAGIC = Buffer.from("SDLV");
/** Raise when the layout of pages changes. */
const FORMAT = 2;
/** Parts of a version besides its head. */
const PARTS = ["files", "inputs", "facts"] as const;
/** In the order of their pages. `base` begins with the base's manifest. */
const SECTIONS = [...PARTS, "image", "base"] as const;
/** Length of an image's pages in bytes: nothing of an image is the same after an edit, so few pages do. */
const IMAGE_PAGE_BYTES = 1024 * 1024;

/** Name of a section. */
type Section = (typeof SECTIONS)[number];

/** Pages of each section. */
export type Sections<T> = Readonly<Record<Section, readonly T[]>>;

/** What the first page says. */
export interface Contents extends PartsHead {
  /** The version's head, encoded. */
  readonly head: Uint8Array;
  /** Whether this program can read the image that the version brings or names. */
  readonly hasImage: boolean;
}

/** Pages of a version's parts. */
export type PartPages = Pick<Sections<Uint8Array>, (typeof PARTS)[number]>;

/** The pages of a version's parts. */
export function packVersion(parts: VersionParts): PartPages {
  return { files: packParts(parts.files), inputs: packParts(parts.inputs), facts: packParts(parts.facts) };
}

/** The pages of an image. */
export function packImage(image: Uint8Array): Uint8Array[] {
  const count = Math.ceil(image.length / IMAGE_PAGE_BYTES);
  return Array.from({ length: count }, (_, i) => image.subarray(i * IMAGE_PAGE_BYTES, (i + 1) * IMAGE_PAGE_BYTES));
}

/** The first page of a version. @param head of its parts */
export function encodeContents(head: Uint8Array, sections: Sections<unknown>): Uint8Array {
  const out = new ByteWriter();
  out.raw(MAGIC);
  out.varint(FORMAT);
  for (const bytes of [head, Buffer.from(IMAGE_FORMAT)]) {
    out.varint(bytes.length);
    out.raw(bytes);
  }
  for (const name of SECTIONS) out.varint(sections[name].length);
  return out.finish();
}

/** All pages of a version but its first, in the manifest's order. */
export function listPages<T>(sections: Sections<T>): T[] {
  return SECTIONS.flatMap((name) => sections[name]);
}

/**
 * Reads the first page.
 * @param pages ids of the others, in the manifest's order
 * @returns no pages if the layout is another program's
 * @throws {GraphError} `INVALID_FILE` @throws {Error} if it is no such page, or the others do not fit it
 */
export function readContents(first: Uint8Array, pages: readonly PageId[]): Contents & { sections: Sections<PageId> } {
  const reader = new ByteReader(first);
  if (!MAGIC.equals(reader.raw(MAGIC.length))) throw new RangeError("the first page is not the contents of a version");
  const format = reader.varint();
  const head = reader.raw(reader.varint());
  const known = { ...readPartsHead(head), head };
  if (format !== FORMAT) {
    const age = format > FORMAT ? "newer" : "older";
    return { ...known, age, hasImage: false, sections: divide(pages, () => 0) };
  }
  const imageFormat = Buffer.from(reader.raw(reader.varint())).toString("latin1");
  const sections = divide(pages, () => reader.varint());
  if (listPages(sections).length !== pages.length)
    throw new RangeError("the contents of the version do not fit its pages");
  const isNamed = sections.image.length + sections.base.length > 0;
  return { ...known, hasImage: isNamed && imageFormat === IMAGE_FORMAT, sections };
}

/** @param nextCount number of pages of the next section */
function divide(pages: readonly PageId[], nextCount: () => number): Sections<PageId> {
  let at = 0;
  const rows = SECTIONS.map((name) => {
    const end = at + nextCount();
    const section = pages.slice(at, end);
    at = end;
    return [name, section];
  });
  return Object.fromEntries(rows) as Sections<PageId>;
}

/** The parts in pages of one section. @throws {Error} if they are none */
export function unpackPages(pages: readonly Uint8Array[]): Uint8Array[] {
  return pages.flatMap(unpackParts);
}
