/**
 * Manifest: a page that lists the pages of one version. Equal lists give equal bytes.
 *
 * Layout, version 1: `SDLM`, the version as one byte, then 32 bytes for each id, in the order given.
 */
import { RemoteError } from "../errors.js";
import type { PageId } from "../store.js";

const MAGIC = Buffer.from("SDLM");
const VERSION = 1;
const HEADER_BYTES = MAGIC.length + 1;
const ID_BYTES = 32;

/** Bytes of the manifest of these pages. @throws {RemoteError} `remote_invalid` if a page is listed twice */
export function encodeManifest(pages: readonly PageId[]): Uint8Array {
  if (new Set(pages).size !== pages.length) {
    throw new RemoteError("remote_invalid", "a manifest lists a page twice; list each page once");
  }
  const bytes = Buffer.alloc(HEADER_BYTES + pages.length * ID_BYTES);
  MAGIC.copy(bytes);
  bytes[MAGIC.length] = VERSION;
  for (const [i, id] of pages.entries()) bytes.write(id, HEADER_BYTES + i * ID_BYTES, "hex");
  return bytes;
}

/**
 * The pages that a manifest lists, in its order.
 * @throws {RemoteError} `remote_too_new` for a later version's manifest, `remote_damaged` for anything else
 */
export function decodeManifest(bytes: Uint8Array): PageId[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < HEADER_BYTES || !view.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged("is not a manifest");
  const version = view[MAGIC.length] ?? 0;
  if (version > VERSION) {
    const message = `the version at the remote has a manifest of format ${version}; this program reads ${VERSION}`;
    throw new RemoteError("remote_too_new", `${message}: update this program`);
  }
  if (version !== VERSION) throw damaged("has an unknown format");
  if ((view.length - HEADER_BYTES) % ID_BYTES !== 0) throw damaged("ends within an id");
  const pages: PageId[] = [];
  for (let at = HEADER_BYTES; at < view.length; at += ID_BYTES) {
    pages.push(view.toString("hex", at, at + ID_BYTES) as PageId);
  }
  if (new Set(pages).size !== pages.length) throw damaged("lists a page twice");
  return pages;
}

function damaged(what: string): RemoteError {
  return new RemoteError("remote_damaged", `the page that a head leads to ${what}: push the version again`);
}
