/**
 * Collection of pages that no head leads to. Knows manifests, not how a backend removes pages.
 *
 * Why no reader and no pusher loses a page: the time limit is taken before the heads are read. A manifest that was
 * replaced since then counts as reached, so a reader has the grace time to finish. Of a version that is pushed
 * meanwhile, `swapHead` has found every page after the heads were read, so their time of put is after the limit.
 */
import type { Backend } from "./backend.js";
import { decodeManifest } from "./pages/manifest.js";
import { readVerified } from "./pages/read-verified.js";
import { type Collected, type CollectOptions, GRACE_MS, type PageId } from "./store.js";

/** Manifests read at a time. */
const MANIFESTS = 32;

/** Collects the pages of a backend. @throws as {@link RemoteStore.collectPages} */
export async function collectPages(
  backend: Backend,
  { graceMs = GRACE_MS, signal }: CollectOptions,
): Promise<Collected> {
  const limitMs = (await backend.nowMs()) - graceMs;
  const manifests = [...(await backend.rootManifests(limitMs))];
  const reached = new Set<PageId>(manifests);
  for (let at = 0; at < manifests.length; at += MANIFESTS) {
    signal?.throwIfAborted();
    const pages = await readVerified(backend, manifests.slice(at, at + MANIFESTS));
    for (const bytes of pages.values()) for (const id of decodeManifest(bytes)) reached.add(id);
  }
  const removed = await backend.removePages(reached, limitMs, signal);
  return { reachedPages: reached.size, removedPages: removed.pages, removedBytes: removed.bytes };
}
