/**
 * The user's remotes: `remotes.json` in the SDL home, readable by the user only, since a URL may hold a password. Never
 * read from a repository, which must not be able to name a place that this machine connects to.
 *
 * A remote belongs to the repository for which it was added: to its folder, and to every other clone of the same origin.
 */
import { join } from "node:path";
import { makeFolder } from "@sdl/graph";
import { GitError, readGitOrigin, WorkspaceError } from "@sdl/indexer";
import { SdlError } from "@sdl/model";
import {
  describeRefusal,
  errorCode,
  type RemotePlace,
  readOwnFile,
  replaceOwnFile,
  withFileLock,
} from "@sdl/repository";
import { z } from "zod";

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;
/** Value of the variable that turns remotes off. */
const OFF = "off";

const Row = z.object({
  name: z.string().regex(NAME),
  url: z.string().min(1),
  /** Name of the repository there. */
  repository: z.string().min(1),
  rootPath: z.string(),
  /** `host/owner/name`. */
  origin: z.string().optional(),
});

/** One remote of one repository. */
export type Remote = z.output<typeof Row>;

const Text = z.object({ format: z.literal(1), remotes: z.array(Row) });
const MAX_BYTES = 10_000_000;
/** Name of the environment variable that names a remote for this process. */
const REMOTE_VARIABLE = "SDL_REMOTE";

/** The remotes of the repository at a root, in the order in which they were added. @throws {SdlError} if the file cannot be read */
export function remotesOf(home: string, rootPath: string): Remote[] {
  const origin = originOf(rootPath);
  return load(home).filter((row) => isOf(row, rootPath, origin));
}

function isOf(row: Remote, rootPath: string, origin: string | undefined): boolean {
  return row.rootPath === rootPath || (row.origin !== undefined && row.origin === origin);
}

/**
 * The remote to use: the named one, else the first.
 * @param env its `SDL_REMOTE` counts before the file: a name, a URL, an absolute path, or `off`
 * @throws {SdlError} `repo_not_found` if there is no remote of that name
 */
export function findRemote(
  { home, env }: { readonly home: string; readonly env: Readonly<Record<string, string | undefined>> },
  rootPath: string,
  name?: string,
): RemotePlace | undefined {
  const variable = env[REMOTE_VARIABLE] ?? "";
  const wanted = name ?? (variable === "" ? undefined : variable);
  if (name === undefined && variable === OFF) return undefined;
  const remotes = remotesOf(home, rootPath);
  const found = wanted === undefined ? remotes[0] : remotes.find((remote) => remote.name === wanted);
  if (found !== undefined || wanted === undefined) return found;
  if (name === undefined && isPlace(variable))
    return { name: REMOTE_VARIABLE, url: variable, repository: repositoryName(rootPath) };
  const known =
    remotes.length === 0 ? "there is none yet" : `known: ${remotes.map((remote) => remote.name).join(", ")}`;
  const text = `no remote of this repository is called ${JSON.stringify(wanted)} (${known}); add it with: sdl remote add NAME PLACE`;
  throw new SdlError("repo_not_found", text);
}

/** Whether a text is a place and no name. */
function isPlace(text: string): boolean {
  return text.includes("://") || text.startsWith("/") || /^[A-Za-z]:[\\/]/.test(text);
}

/** Name of a repository at a remote by default: `owner/name` of its origin, else the name of its folder. */
export function repositoryName(rootPath: string): string {
  const origin = originOf(rootPath);
  return origin?.slice(origin.indexOf("/") + 1) ?? rootPath.split(/[\\/]/).at(-1) ?? "repository";
}

function originOf(rootPath: string): string | undefined {
  try {
    return readGitOrigin(rootPath);
  } catch (error) {
    if (error instanceof GitError || error instanceof WorkspaceError) return undefined;
    throw error;
  }
}

/** @throws {SdlError} `invalid_params` unless a remote may have this name */
export function requireRemoteName(name: string): void {
  if (NAME.test(name) && name !== OFF) return;
  const text = `${JSON.stringify(name)} is no name of a remote: write letters, digits, - and _`;
  throw new SdlError("invalid_params", text);
}

/** Adds a remote, or replaces the one of that name. @throws {SdlError} `busy` */
export async function addRemote(home: string, rootPath: string, place: RemotePlace): Promise<void> {
  const origin = originOf(rootPath);
  const added: Remote = { ...place, rootPath, ...(origin === undefined ? {} : { origin }) };
  await change(home, (rows) => [
    ...rows.filter((row) => row.name !== place.name || !isOf(row, rootPath, origin)),
    added,
  ]);
}

/** Removes a remote; what was pushed stays. @throws {SdlError} `repo_not_found`, `busy` */
export async function removeRemote(home: string, rootPath: string, name: string): Promise<void> {
  findRemote({ home, env: {} }, rootPath, name);
  const origin = originOf(rootPath);
  await change(home, (rows) => rows.filter((row) => row.name !== name || !isOf(row, rootPath, origin)));
}

async function change(home: string, edit: (rows: readonly Remote[]) => readonly Remote[]): Promise<void> {
  makeFolder(home);
  const path = pathIn(home);
  await withFileLock(path, () => {
    const text = { format: 1, remotes: edit(load(home)) };
    replaceOwnFile(path, `${JSON.stringify(text, null, 2)}\n`, { isDurable: true, mode: 0o600 });
  });
}

function load(home: string): Remote[] {
  const path = pathIn(home);
  try {
    return Text.parse(JSON.parse(readOwnFile(path, MAX_BYTES).toString("utf8"))).remotes;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    // The parser's error may quote a URL with its password: it is not passed on.
    throw (
      describeRefusal(error, path) ??
      new SdlError("policy_denied", `${path} cannot be read as a list of remotes; repair or delete it`)
    );
  }
}

function pathIn(home: string): string {
  return join(home, "remotes.json");
}
