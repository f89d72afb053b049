/** Expiry of commits' heads: of a commit that no branch leads to, the version is forgotten after some time. */
import type { RemoteStore } from "@sdl/remote";
import { BRANCHES, COMMITS } from "./heads.js";

/**
 * Removes heads of commits that were pushed more than `keepMs` ago, unless a branch's head leads to the same version.
 * Their pages go with the next collection, after its grace time.
 * @returns number of removed heads
 * @throws {RemoteError}
 */
export async function expireCommits(store: RemoteStore, repository: string, keepMs: number): Promise<number> {
  const beforeMs = (await store.nowMs()) - keepMs;
  const heads = await store.listHeads(repository);
  const ofBranches = new Set(heads.flatMap(({ name, manifest }) => (name.startsWith(BRANCHES) ? [manifest] : [])));
  let removed = 0;
  for (const { name, manifest, movedAtMs } of heads) {
    if (!name.startsWith(COMMITS) || movedAtMs >= beforeMs || ofBranches.has(manifest)) continue;
    // False: a pusher has moved the head meanwhile, so it is no longer old.
    if (await store.swapHead(repository, name, manifest, undefined)) removed++;
  }
  return removed;
}
