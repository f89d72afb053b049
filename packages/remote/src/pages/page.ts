/** Pages and their ids: the only place that hashes. */
import { createHash } from "node:crypto";
import { RemoteError } from "../errors.js";
import { MAX_PAGE_BYTES, type Page, type PageId } from "../store.js";

const PAGE_ID = /^[0-9a-f]{64}$/;

/** Whether a text has the form of a page's id. */
export function isPageId(text: string): text is PageId {
  return PAGE_ID.test(text);
}

/** @throws {RemoteError} `remote_invalid` unless `text` is 64 lower-case hexadecimal digits */
export function parsePageId(text: string): PageId {
  if (!isPageId(text)) {
    throw new RemoteError("remote_invalid", `not a page id: ${text.slice(0, 80)}; write 64 lower-case hex digits`);
  }
  return text;
}

/** The id of bytes. */
export function pageIdOf(bytes: Uint8Array): PageId {
  return createHash("sha256").update(bytes).digest("hex") as PageId;
}

/** @throws {RemoteError} `remote_invalid` if the bytes are longer than a page may be */
export function pageOf(bytes: Uint8Array): Page {
  if (bytes.length > MAX_PAGE_BYTES) {
    const limit = `a page holds at most ${MAX_PAGE_BYTES}; divide it`;
    throw new RemoteError("remote_invalid", `a page of ${bytes.length} bytes is too long: ${limit}`);
  }
  return { id: pageIdOf(bytes), bytes };
}
