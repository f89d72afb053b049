/** Push and pull of versions. Loaded on use, with the stores of `@sdl/remote`. */
import type { Ledger } from "@sdl/graph";
import { GraphError, messageOf, SdlError } from "@sdl/model";
import { type Collected, type CollectOptions, openRemote, type RemoteStore, shownPlace } from "@sdl/remote";
import type { BlobIndex } from "../git/blob-index.js";
import { expireCommits } from "./expire-heads.js";
import { LocalCommits } from "./local-commits.js";
import { pullVersion } from "./pull.js";
import { pushVersion } from "./push.js";
import { withRemoteErrors } from "./remote-errors.js";
import type { PullResult, PushResult, RemotePlace } from "./remote-place.js";
import { namesOf } from "./version-names.js";

/** What {@link pushIndex} needs. */
export interface PushOptions {
  readonly rootPath: string;
  readonly remote: RemotePlace;
  /** The commit that the latest version's files equal. */
  readonly commit: string | undefined;
  readonly branch: string | undefined;
  /** Derives missing layers of the latest version, which travel in its image. */
  settle(): Promise<void>;
}

/** Pushes the latest version. @throws {SdlError} `version_not_found` without a commit; the remote's errors */
export async function pushIndex(ledger: Ledger, options: PushOptions): Promise<PushResult> {
  const { rootPath, remote, commit, branch } = options;
  if (commit === undefined) throw noCommit();
  const { repository } = remote;
  const commits = new LocalCommits(rootPath);
  return atRemote(remote, async (store) => {
    const version = ledger.latestVersion()?.id;
    const parts = await ledger.exportParts(commit);
    let imageFault: string | undefined;
    const makeImage = async () => {
      try {
        await options.settle();
      } catch (error) {
        // Everybody who pulls derives the layers itself.
        imageFault = messageOf(error);
        return undefined;
      }
      const image = await ledger.exportImage(commit);
      if (ledger.latestVersion()?.id !== version) throw movedOn();
      return image;
    };
    const snapshot = ledger.snapshot();
    try {
      const names = namesOf(snapshot);
      const pushed = await pushVersion({ store, repository, parts, makeImage, commit, branch, commits, names });
      return { ...pushed, ...(imageFault === undefined ? {} : { imageFault }) };
    } finally {
      snapshot.close();
    }
  });
}

/** What {@link pullIndex} needs. */
export interface PullOptions {
  readonly rootPath: string;
  readonly remote: RemotePlace;
  readonly branches: readonly string[];
  readonly blobs: BlobIndex;
  readonly nowMs: number;
}

/** Pulls the nearest version into the ledger. @throws {SdlError} @throws {GraphError} of the ledger */
export async function pullIndex(ledger: Ledger, options: PullOptions): Promise<PullResult> {
  const { remote, rootPath, branches, blobs, nowMs } = options;
  const { repository } = remote;
  const commits = new LocalCommits(rootPath);
  return atRemote(remote, (store) => pullVersion({ store, repository, branches, commits, ledger, blobs, nowMs }));
}

/** Creates the store of a remote, or upgrades that of an older program. @throws {SdlError} if it cannot be reached */
export async function createRemote(url: string): Promise<void> {
  await withRemoteErrors(async () => (await openRemote(url, { create: true })).close());
}

/** A remote's place without its password. @throws {SdlError} `invalid_params` for a URL that names no remote */
export async function shownRemote(url: string): Promise<string> {
  return withRemoteErrors(async () => shownPlace(url));
}

/** What {@link collectRemote} removes. */
export interface CollectRequest extends CollectOptions {
  /** How long the heads of this repository's commits are kept that no branch leads to; by default for ever. */
  readonly keepCommitsMs?: number;
}

/** Removes old heads of commits, if that is asked for, then old pages that no head leads to. @throws {SdlError} */
export async function collectRemote(
  remote: RemotePlace,
  { keepCommitsMs, ...options }: CollectRequest,
): Promise<Collected & { readonly removedCommits: number }> {
  return atRemote(remote, async (store) => {
    const removedCommits =
      keepCommitsMs === undefined ? 0 : await expireCommits(store, remote.repository, keepCommitsMs);
    return { removedCommits, ...(await store.collectPages(options)) };
  });
}

/** Runs work with the store of a remote. @throws {SdlError} instead of errors of the remote and of what it holds */
async function atRemote<T>(remote: RemotePlace, work: (store: RemoteStore) => Promise<T>): Promise<T> {
  return withRemoteErrors(async () => {
    const store = await openRemote(remote.url);
    try {
      return await work(store);
    } catch (error) {
      const isInvalid = error instanceof GraphError && ["INVALID_FILE", "SCHEMA_MISMATCH"].includes(error.code);
      throw isInvalid ? new SdlError("version_not_found", `${store.place}: ${error.message}`, { cause: error }) : error;
    } finally {
      await store.close();
    }
  });
}

function movedOn(): SdlError {
  return new SdlError("busy", "another process indexed later changes during the push; push again");
}

function noCommit(): SdlError {
  const text = "the files equal no commit: commit or stash what differs, then push; a remote keeps versions of commits";
  return new SdlError("version_not_found", text);
}
