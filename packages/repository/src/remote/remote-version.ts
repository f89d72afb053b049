/** A version at a remote: its contents first, its other pages on request. */
import type { VersionImage, VersionParts } from "@sdl/graph";
import { decodeManifest, type PageId, RemoteError, type RemoteStore } from "@sdl/remote";
import { isOwnProducer } from "../refresh/producer.js";
import { type Contents, readContents, type Sections, unpackPages } from "./version-pages.js";

/** A version whose first page was read. */
export interface RemoteVersion {
  readonly manifest: PageId;
  readonly contents: Contents;
  /** All pages, as the manifest lists them. */
  readonly pages: readonly PageId[];
  /** All pages but the first. */
  readonly sections: Sections<PageId>;
}

/** A version as its image and what differs from there. */
export interface ImagedVersion {
  readonly image: VersionImage;
  /** Parts in which the version differs from the image's; `undefined` if it is the image's. */
  readonly difference: { readonly parts: VersionParts; readonly replaced: readonly Uint8Array[] } | undefined;
}

/** Reads the contents of what a manifest leads to. @throws {RemoteError} `remote_damaged` and others of the store */
export async function readVersion(store: RemoteStore, manifest: PageId): Promise<RemoteVersion> {
  const pages = decodeManifest(await readPage(store, manifest));
  const [first, ...others] = pages;
  if (first === undefined) throw damaged(store);
  const page = await readPage(store, first);
  const { sections, ...contents } = decoded(store, () => readContents(page, others));
  return { manifest, contents, pages, sections };
}

/** Reads all parts of a version. @throws {RemoteError} `remote_damaged` and others of the store */
export async function readVersionParts(store: RemoteStore, version: RemoteVersion): Promise<VersionParts> {
  const { head } = version.contents;
  const { files, inputs, facts } = version.sections;
  const read = await readSections(store, { files, inputs, facts });
  return { head, ...read };
}

/**
 * The version whose image a version begins with: itself, or its base.
 * @returns `undefined` if there is none that this program can read
 */
export async function readImageOwner(store: RemoteStore, version: RemoteVersion): Promise<RemoteVersion | undefined> {
  const [base] = version.sections.base;
  const owner = base === undefined ? version : await readVersion(store, base);
  const { age, producer, hasImage } = owner.contents;
  const isUsable = age === "same" && isOwnProducer(producer) && hasImage && owner.sections.image.length > 0;
  return isUsable ? owner : undefined;
}

/** Reads a version by the image of another. @param owner see {@link readImageOwner} @throws {RemoteError} as {@link readVersionParts} */
export async function readImagedVersion(
  store: RemoteStore,
  version: RemoteVersion,
  owner: RemoteVersion,
): Promise<ImagedVersion> {
  const [own, base] = [version.sections, owner.sections];
  const read = await readSections(store, {
    ...{ facts: base.facts, inputs: own.inputs },
    newFacts: lacking(own.facts, base.facts),
    files: lacking(own.files, base.files),
    replaced: lacking(base.files, own.files),
  });
  const { facts, newFacts, inputs } = read;
  const records = Buffer.concat(await readInOrder(store, base.image));
  const image = { head: owner.contents.head, records, facts };
  if (owner === version) return { image, difference: undefined };
  // A page that changed holds parts that did not.
  const [files, replaced] = [lackingParts(read.files, read.replaced), lackingParts(read.replaced, read.files)];
  return { image, difference: { parts: { head: version.contents.head, files, inputs, facts: newFacts }, replaced } };
}

function lackingParts(parts: readonly Uint8Array[], others: readonly Uint8Array[]): Uint8Array[] {
  const textOf = (part: Uint8Array) => Buffer.from(part).toString("latin1");
  const known = new Set(others.map(textOf));
  return parts.filter((part) => !known.has(textOf(part)));
}

function lacking(pages: readonly PageId[], others: readonly PageId[]): PageId[] {
  const known = new Set(others);
  return pages.filter((id) => !known.has(id));
}

/** The parts in the pages of each section. */
async function readSections<T extends string>(
  store: RemoteStore,
  sections: Readonly<Record<T, readonly PageId[]>>,
): Promise<Record<T, Uint8Array[]>> {
  const rows = Object.entries<readonly PageId[]>(sections);
  const read = await store.readPages(rows.flatMap(([, ids]) => ids));
  const parts = rows.map(([name, ids]) => {
    const pages = ids.map((id) => read.get(id) ?? new Uint8Array(0));
    return [name, decoded(store, () => unpackPages(pages))];
  });
  return Object.fromEntries(parts) as Record<T, Uint8Array[]>;
}

async function readInOrder(store: RemoteStore, ids: readonly PageId[]): Promise<Uint8Array[]> {
  const read = await store.readPages(ids);
  return ids.map((id) => read.get(id) ?? new Uint8Array(0));
}

async function readPage(store: RemoteStore, id: PageId): Promise<Uint8Array> {
  return (await store.readPages([id])).get(id) ?? new Uint8Array(0);
}

/** Runs a decoder of pages, whose bytes are what their ids say: what cannot be read was not written by this program. */
function decoded<T>(store: RemoteStore, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw damaged(store, error);
  }
}

function damaged(store: RemoteStore, cause?: unknown): RemoteError {
  const text = `a head in ${store.place} leads to pages that are no version of an index; push the version again`;
  return new RemoteError("remote_damaged", text, { cause });
}
