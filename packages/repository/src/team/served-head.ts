/** The head that a server answers from: the default branch's, or that of a branch or commit which a request names. */
import type { Head, RemoteStore } from "@sdl/remote";
import { MAIN_BRANCHES } from "../git/main-branches.js";
import { BRANCHES, branchHead, COMMITS, commitHead } from "../remote/heads.js";

const COMMIT = /^[0-9a-f]{7,64}$/;
const WHOLE_COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Finds the head.
 * @param revision a branch, or a commit of at least seven digits; `undefined` for the default branch: `main`, else
 * `master`, else the branch that was moved last
 * @returns `undefined` if no such version was pushed, or the digits fit several commits
 * @throws {RemoteError}
 */
export async function findServedHead(
  store: RemoteStore,
  repository: string,
  revision: string | undefined,
): Promise<Head | undefined> {
  if (revision === undefined) return defaultBranch(store, repository);
  const branch = await store.readHead(repository, branchHead(revision));
  if (branch !== undefined || !COMMIT.test(revision)) return branch;
  if (WHOLE_COMMIT.test(revision)) return store.readHead(repository, commitHead(revision));
  const found = await store.listHeads(repository, `${COMMITS}${revision}`);
  return found.length === 1 ? found[0] : undefined;
}

async function defaultBranch(store: RemoteStore, repository: string): Promise<Head | undefined> {
  for (const name of MAIN_BRANCHES) {
    const head = await store.readHead(repository, branchHead(name));
    if (head !== undefined) return head;
  }
  const branches = await store.listHeads(repository, BRANCHES);
  return branches.reduce<Head | undefined>(
    (last, head) => (last && last.movedAtMs >= head.movedAtMs ? last : head),
    undefined,
  );
}
