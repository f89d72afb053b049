/** Choice of the version to pull: the commit's own, else the nearest ancestor's, else the branch's. */
import type { PageId, RemoteStore } from "@sdl/remote";
import { branchHead, COMMITS, commitHead } from "./heads.js";
import type { LocalCommits } from "./local-commits.js";

/** A head to begin with. */
export interface FoundHead {
  readonly manifest: PageId;
  /** Number of commits between it and HEAD; `undefined` for a branch's head, which may lie anywhere. */
  readonly distance: number | undefined;
}

/** @param branches names of branches to fall back to, best first */
export async function findHead(
  store: RemoteStore,
  repository: string,
  { commits, branches }: { readonly commits: LocalCommits; readonly branches: readonly string[] },
): Promise<FoundHead | undefined> {
  const ancestors = await commits.ancestors();
  const [head] = ancestors;
  const own = head === undefined ? undefined : await store.readHead(repository, commitHead(head));
  if (own !== undefined) return { manifest: own.manifest, distance: 0 };
  const pushed = new Map((await store.listHeads(repository, COMMITS)).map(({ name, manifest }) => [name, manifest]));
  for (const [distance, commit] of ancestors.entries()) {
    const manifest = pushed.get(commitHead(commit));
    if (manifest !== undefined) return { manifest, distance };
  }
  for (const branch of branches) {
    const found = await store.readHead(repository, branchHead(branch));
    if (found !== undefined) return { manifest: found.manifest, distance: undefined };
  }
  return undefined;
}
