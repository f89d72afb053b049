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

/** What decides the choice. */
export interface Choice {
  readonly store: RemoteStore;
  /** Name of the repository at the remote. */
  readonly repository: string;
  readonly commits: LocalCommits;
  /** Commits of the versions that the index has. */
  readonly indexed: ReadonlySet<string>;
  /** Names of branches to fall back to, best first, if the index is empty. */
  readonly branches: readonly string[];
}

/** @returns the commit of a version that the index has, if none that was pushed is nearer; `undefined` if nothing fits */
export async function findHead(choice: Choice): Promise<FoundHead | { readonly indexed: string } | undefined> {
  const { store, repository, commits, indexed } = choice;
  const ancestors = await commits.ancestors();
  const [head] = ancestors;
  if (head !== undefined) {
    if (indexed.has(head)) return { indexed: head };
    const own = await store.readHead(repository, commitHead(head));
    if (own !== undefined) return { manifest: own.manifest, distance: 0 };
  }
  const pushed = new Map((await store.listHeads(repository, COMMITS)).map(({ name, manifest }) => [name, manifest]));
  for (const [distance, commit] of ancestors.entries()) {
    if (indexed.has(commit)) return { indexed: commit };
    const manifest = pushed.get(commitHead(commit));
    if (manifest !== undefined) return { manifest, distance };
  }
  return indexed.size > 0 ? undefined : findBranch(choice);
}

async function findBranch({ store, repository, branches }: Choice): Promise<FoundHead | undefined> {
  for (const branch of branches) {
    const found = await store.readHead(repository, branchHead(branch));
    if (found !== undefined) return { manifest: found.manifest, distance: undefined };
  }
  return undefined;
}
