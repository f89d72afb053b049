/** Reading pages of a backend: every page is verified, and one that is damaged is marked for the next pusher. */
import { BATCH_PAGES, type Backend } from "../backend.js";
import { RemoteError } from "../errors.js";
import type { PageId } from "../store.js";
import { decodeStored } from "./stored-page.js";

/**
 * Bytes of pages.
 * @throws {RemoteError} `remote_damaged` that names the first page that is missing or damaged
 */
export async function readVerified(backend: Backend, ids: readonly PageId[]): Promise<Map<PageId, Uint8Array>> {
  const pages = new Map<PageId, Uint8Array>();
  for (let at = 0; at < ids.length; at += BATCH_PAGES) {
    const batch = ids.slice(at, at + BATCH_PAGES);
    const found = await backend.readStored(batch);
    for (const id of batch) {
      const stored = found.get(id);
      if (stored === undefined) throw refused(backend, id, "is missing");
      const bytes = decodeStored(id, stored);
      if (bytes === undefined) {
        await backend.markDamaged(id);
        throw refused(backend, id, "is damaged");
      }
      pages.set(id, bytes);
    }
  }
  return pages;
}

function refused(backend: Backend, id: PageId, what: string): RemoteError {
  const message = `page ${id} of ${backend.place} ${what} and was refused`;
  return new RemoteError("remote_damaged", `${message}: push the version again, which writes the page anew`);
}
