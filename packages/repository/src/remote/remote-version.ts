/** A version at a remote: its contents first, its other pages on request. */
import type { VersionParts } from "@sdl/graph";
import { decodeManifest, type PageId, RemoteError, type RemoteStore } from "@sdl/remote";
import { type Contents, readContents, unpackVersion } from "./version-pages.js";

/** A version whose first page was read. */
export interface RemoteVersion {
  readonly contents: Contents;
  /** All pages but the first. */
  readonly pages: readonly PageId[];
}

/** Reads the contents of what a manifest leads to. @throws {RemoteError} `remote_damaged` and others of the store */
export async function readVersion(store: RemoteStore, manifest: PageId): Promise<RemoteVersion> {
  const [first, ...pages] = decodeManifest(await readPage(store, manifest));
  if (first === undefined) throw damaged(store);
  const page = await readPage(store, first);
  return { contents: decoded(store, () => readContents(page)), pages };
}

/** Reads all parts of a version. @throws {RemoteError} `remote_damaged` and others of the store */
export async function readVersionParts(store: RemoteStore, { contents, pages }: RemoteVersion): Promise<VersionParts> {
  const read = await store.readPages(pages);
  const list = pages.map((id) => read.get(id) ?? new Uint8Array(0));
  return decoded(store, () => unpackVersion(contents, list));
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
