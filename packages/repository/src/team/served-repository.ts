/** A repository that a server answers for without a work tree: its index follows a remote's head. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Ledger, makeFolder } from "@sdl/graph";
import { resolveInRoot, WorkspaceError } from "@sdl/indexer";
import type { RemoteStore } from "@sdl/remote";
import { replaceOwnFile } from "../machine/own-file.js";
import { openRepository } from "../opened/open-repository.js";
import type { Repository, RepositoryOptions, ServedIndex } from "../opened/repository.js";
import { BRANCHES } from "../remote/heads.js";
import { HeadFollower } from "./head-follower.js";
import { MirrorContents } from "./mirror-contents.js";

/** Options of {@link openServedRepository}. */
export interface ServedOptions
  extends Pick<RepositoryOptions, "repoId" | "callsEnd" | "onFault" | "onNotice" | "now" | "patienceMs" | "model"> {
  readonly store: RemoteStore;
  /** The store's URL or folder, for the process that imports versions; may hold a password. */
  readonly remote: string;
  /** Name of the repository at the remote. */
  readonly repository: string;
  /** A branch, or a commit of at least seven digits; `undefined` for the default branch. */
  readonly revision: string | undefined;
  /** Folder of the cached index; it is created. */
  readonly directory: string;
  /** Folder of bare repositories, each at `NAME.git`; `undefined` for none. */
  readonly mirrors: string | undefined;
}

/** An opened repository and what it follows. */
export interface ServedRepository {
  readonly repository: Repository;
  readonly follower: HeadFollower;
}

/** Folder of a cached index that is the repository's root; no file of the repository lies in it. */
const TREE = "tree";
const STORE = "store";
/** An empty file of this name ends every search for a git repository: the folder may lie in one that is not to be read. */
const NO_GIT = ".git";

/** Opens the cached index, which may be empty: a refresh fills it. @throws {SdlError} any error of opening */
export async function openServedRepository(options: ServedOptions): Promise<ServedRepository> {
  const { store, remote, repository: name, revision, directory, mirrors, ...rest } = options;
  const storeDirectory = join(directory, STORE);
  const onFault = options.onFault ?? (() => undefined);
  const rootPath = join(directory, TREE);
  makeFolder(rootPath);
  replaceOwnFile(join(rootPath, NO_GIT), "");
  const mirror = mirrorOf(mirrors, name);
  const followers: HeadFollower[] = [];
  const served = (ledger: Ledger): ServedIndex => {
    const follower = new HeadFollower(
      { store, remote, repository: name, revision, directory, storeDirectory, onFault },
      ledger,
    );
    followers.push(follower);
    return {
      updater: follower,
      contents: new MirrorContents({
        ...{ repository: name, mirror },
        commitOf: (version) => [...ledger.versions()].find(({ id }) => id === version)?.commit,
      }),
      notes: () => followedNotes(follower),
    };
  };
  const repository = await openRepository({ ...rest, rootPath, storeDirectory, served });
  const [follower] = followers;
  if (follower === undefined) throw new Error("an opened repository follows no head; this is a bug");
  return { repository, follower };
}

const SHORT_COMMIT = 12;

/** States which commit an answer is of, and whether a newer one is on its way. */
function followedNotes(follower: HeadFollower): string[] {
  const current = follower.current();
  if (current === undefined) return [];
  const { commit, name } = current;
  const missing = follower.missingSinceMs();
  const branch = name.startsWith(BRANCHES) ? ` of ${name.slice(BRANCHES.length)}` : "";
  const newer = missing === undefined ? "" : `; what was pushed at ${new Date(missing).toISOString()} is being fetched`;
  const doubt = follower.fault === undefined ? "" : "; the team's store cannot be reached, so that it may be behind";
  return [`Answered from commit ${commit?.slice(0, SHORT_COMMIT) ?? "of an unknown id"}${branch}${newer}${doubt}.`];
}

/** The mirror of a repository; `undefined` if there is none. A name that leads out of the folder has none. */
function mirrorOf(mirrors: string | undefined, repository: string): string | undefined {
  if (mirrors === undefined) return undefined;
  try {
    const path = resolveInRoot(mirrors, `${repository}.git`);
    return existsSync(path) ? path : undefined;
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}
