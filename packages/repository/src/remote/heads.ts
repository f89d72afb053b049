/** Heads of a repository at a remote: one for each pushed commit, one for each branch. */
import type { NamedVersion, PageId, RemoteStore } from "@sdl/remote";

/** Prefix of the heads of commits. */
export const COMMITS = "commit/";

/** Prefix of the heads of branches. */
export const BRANCHES = "branch/";

/** Name of a commit's head. */
export function commitHead(commit: string): string {
  return `${COMMITS}${commit}`;
}

/** Name of a branch's head. */
export function branchHead(branch: string): string {
  return `${BRANCHES}${branch}`;
}

/** How often a head is read again because another pusher moved it; each time somebody's push is done. */
const MAX_SWAPS = 50;

/** What searches over repositories find of a version. */
export type VersionNames = Pick<NamedVersion, "names" | "packages">;

/** Where a head is to lead, and what must stay. */
export interface HeadMove {
  readonly repository: string;
  readonly name: string;
  readonly manifest: PageId;
  /** Names of the version, if the head is the one whose names are searched. */
  readonly names?: VersionNames | undefined;
  /** Whether the version that the head leads to now is to be replaced. */
  isReplaced(current: PageId): Promise<boolean>;
}

/**
 * Moves a head unless a version is there that must stay.
 * @returns whether the head leads to the manifest now
 * @throws {RemoteError}
 */
export async function moveHead(
  store: RemoteStore,
  { repository, name, manifest, names, isReplaced }: HeadMove,
): Promise<boolean> {
  for (let i = 0; i < MAX_SWAPS; i++) {
    const current = (await store.readHead(repository, name))?.manifest;
    if (current === manifest) return true;
    if (current !== undefined && !(await isReplaced(current))) return false;
    if (await store.swapHead(repository, name, current, names === undefined ? manifest : { manifest, ...names }))
      return true;
  }
  return false;
}
