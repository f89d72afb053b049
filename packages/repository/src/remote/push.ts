/** Push: writes the pages of a version that the remote lacks, then moves its heads there. */
import type { VersionParts } from "@sdl/graph";
import { encodeManifest, type FileNames, type PageId, pageOf, RemoteError, type RemoteStore } from "@sdl/remote";
import { isNewerProducer } from "../refresh/producer.js";
import { branchHead, commitHead, moveHead } from "./heads.js";
import type { LocalCommits } from "./local-commits.js";
import type { PushResult } from "./remote-place.js";
import { readVersion } from "./remote-version.js";
import { isDefaultBranch } from "./version-names.js";
import { type Contents, packVersion } from "./version-pages.js";

/** Where and what to push. */
export interface PushTask {
  readonly store: RemoteStore;
  /** Name of the repository at the remote. */
  readonly repository: string;
  readonly parts: VersionParts;
  readonly commit: string;
  /** The branch whose head is moved; `undefined` for none. */
  readonly branch: string | undefined;
  readonly commits: LocalCommits;
  /** Symbols of the version, for searches over repositories. */
  readonly names: readonly FileNames[];
}

/** Pushes a version. A push that ends early leaves nothing that a reader sees. @throws {RemoteError} */
export async function pushVersion(task: PushTask): Promise<PushResult> {
  const { store, repository, parts, commit, branch, commits } = task;
  const pages = packVersion(parts).map(pageOf);
  const all = [...pages, pageOf(encodeManifest(pages.map(({ id }) => id)))];
  const missing = new Set(await store.missingPages(all.map(({ id }) => id)));
  const fresh = all.filter(({ id }) => missing.has(id));
  await store.putPages(fresh);
  const manifest = all.at(-1)?.id as PageId;
  const contentsOf = (current: PageId) => readable(store, current);
  await moveHead(store, {
    ...{ repository, name: commitHead(commit), manifest },
    isReplaced: async (current) => !isOfNewer(await contentsOf(current)),
  });
  const isBranchMoved =
    branch !== undefined &&
    (await moveHead(store, {
      ...{ repository, name: branchHead(branch), manifest },
      names: (await isDefaultBranch(store, repository, branch)) ? task.names : undefined,
      isReplaced: async (current) => !(await isLater(commits, (await contentsOf(current))?.commit, commit)),
    }));
  const bytes = (list: typeof all) => list.reduce((sum, page) => sum + page.bytes.length, 0);
  return {
    ...{ commit, branch, isBranchMoved, pages: all.length, newPages: fresh.length },
    ...{ bytes: bytes(all), newBytes: bytes(fresh) },
  };
}

/** Whether a pushed commit comes after ours. One that this clone does not know does not: the branch was rewritten. */
async function isLater(commits: LocalCommits, pushed: string | undefined, ours: string): Promise<boolean> {
  return pushed !== undefined && pushed !== ours && commits.isAncestor(ours, pushed);
}

function isOfNewer(contents: Contents | undefined): boolean {
  return contents?.age === "newer" || isNewerProducer(contents?.producer ?? "");
}

/** What a head leads to; `undefined` if it cannot be read, so that a push mends it. */
async function readable(store: RemoteStore, manifest: PageId): Promise<Contents | undefined> {
  try {
    return (await readVersion(store, manifest)).contents;
  } catch (error) {
    if (error instanceof RemoteError && error.code === "remote_damaged") return undefined;
    throw error;
  }
}
