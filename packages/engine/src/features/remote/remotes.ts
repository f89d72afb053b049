/** Remotes of a repository: adding, listing, removing; push, pull and collection. No action of clients: only the user decides what leaves this machine. */
import { resolve } from "node:path";
import { SdlError } from "@sdl/model";
import type { PullResult, PushResult, RemotePlace } from "@sdl/repository";
import type { Engine } from "../../contract/engine.js";
import type { RegistryEntry } from "../../registry/registry-file.js";
import { addRemote, remotesOf, removeRemote, repositoryName, requireRemoteName } from "../../registry/remotes.js";

const DAY_MS = 86_400_000;

/** A remote as it is shown: its place has no password. */
export interface ShownRemote {
  readonly name: string;
  readonly place: string;
  /** Name of the repository there. */
  readonly repository: string;
}

/** What to add. */
export interface RemoteRequest {
  readonly name: string;
  /** A folder, `file://…`, `postgres://…` or `s3://…`. */
  readonly place: string;
  /** Name of the repository there; default: `owner/name` of its origin. */
  readonly repository?: string | undefined;
}

/** Creates the remote's store if there is none, and keeps the remote for this repository. @throws {SdlError} */
export async function addRepositoryRemote(
  engine: Engine,
  repoId: string | undefined,
  request: RemoteRequest,
): Promise<ShownRemote> {
  const { createRemote } = await import("@sdl/repository/remote");
  const { rootPath } = await engine.find(repoId, true);
  const { name, place, repository = repositoryName(rootPath) } = request;
  requireRemoteName(name);
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(place) ? place : resolve(engine.cwd, place);
  await createRemote(url);
  await addRemote(engine.home, rootPath, { name, url, repository });
  return shown({ name, url, repository });
}

/** The repository's remotes, in the order in which they are tried. @throws {SdlError} */
export async function listRepositoryRemotes(engine: Engine, repoId: string | undefined): Promise<ShownRemote[]> {
  const { rootPath } = await engine.find(repoId, true);
  return Promise.all(remotesOf(engine.home, rootPath).map(shown));
}

/** Forgets a remote; what was pushed stays. @throws {SdlError} `repo_not_found` */
export async function removeRepositoryRemote(engine: Engine, repoId: string | undefined, name: string): Promise<void> {
  const { rootPath } = await engine.find(repoId, true);
  await removeRemote(engine.home, rootPath, name);
}

/** What was moved, and where. */
export type Moved<T> = T & { readonly repoId: string; readonly remote: string };

/** Pushes the latest version. @param name of the remote; default: the first @throws {SdlError} */
export async function pushRepository(
  engine: Engine,
  repoId: string | undefined,
  { name, branch }: { readonly name?: string | undefined; readonly branch?: string | undefined },
): Promise<Moved<PushResult>> {
  const entry = await engine.find(repoId, true);
  const remote = requireRemote(engine, entry, name);
  const repository = await engine.open(entry);
  return { repoId: entry.repoId, remote: remote.name, ...(await repository.pushIndex(remote, branch)) };
}

/** Makes the nearest pushed version the latest. @param name of the remote; default: the first @throws {SdlError} */
export async function pullRepository(
  engine: Engine,
  repoId: string | undefined,
  name?: string,
): Promise<Moved<PullResult>> {
  const entry = await engine.find(repoId, true);
  const remote = requireRemote(engine, entry, name);
  const repository = await engine.open(entry);
  return { repoId: entry.repoId, remote: remote.name, ...(await repository.pullIndex(remote)) };
}

/** Removes pages that no head leads to. @param graceDays how long they are kept @throws {SdlError} */
export async function collectRepositoryRemote(
  engine: Engine,
  repoId: string | undefined,
  { name, graceDays }: { readonly name?: string | undefined; readonly graceDays?: number | undefined },
): Promise<{
  readonly remote: string;
  readonly reachedPages: number;
  readonly removedPages: number;
  readonly removedBytes: number;
}> {
  const { collectRemote } = await import("@sdl/repository/remote");
  const remote = requireRemote(engine, await engine.find(repoId, true), name);
  const grace = graceDays === undefined ? {} : { graceMs: graceDays * DAY_MS };
  return { remote: remote.name, ...(await collectRemote(remote, { ...grace, signal: engine.ending })) };
}

async function shown({ name, url, repository }: RemotePlace): Promise<ShownRemote> {
  const { shownRemote } = await import("@sdl/repository/remote");
  return { name, place: await shownRemote(url), repository };
}

/** @throws {SdlError} `repo_not_found` if there is no remote, or none of that name */
export function requireRemote(engine: Engine, entry: RegistryEntry, name: string | undefined): RemotePlace {
  const remote = engine.remoteOf(entry, name);
  if (remote !== undefined) return remote;
  throw new SdlError("repo_not_found", "this repository has no remote; add one with: sdl remote add NAME PLACE");
}
