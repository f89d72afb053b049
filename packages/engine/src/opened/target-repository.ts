/**
 * Resolves the repository that a call refers to by a name, a path, or nothing, which means the working directory. Determines the root of an
 * unregistered repository. Changes nothing.
 * Invariant: no error names a repository that the call did not name.
 */
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, parse, resolve } from "node:path";
import { surveyFolder } from "@sdl/indexer";
import { SdlError } from "@sdl/model";
import { describeNothing, repositoryRoot } from "@sdl/repository";
import { isFolder, type RepositoryRegistry } from "../registry/registry.js";
import type { RegistryEntry } from "../registry/registry-file.js";

/** Maximum files of a folder that is indexed without being named by a call. */
const MAX_FILES = 50_000;

/** The folder that a call refers to. */
export interface TargetFolder {
  /** Real path, without symbolic links. */
  readonly folder: string;
  /** Whether the call names this folder itself. */
  readonly isNamed: boolean;
}

/**
 * The folder that a call refers to. @param repoId a path, a name, or nothing
 * @returns `undefined` for a name that is not a folder
 */
export function resolveTargetFolder(cwd: string, repoId: string | undefined): TargetFolder | undefined {
  if (repoId === undefined) return { folder: withoutLinks(cwd), isNamed: false };
  const path = resolve(cwd, repoId.replace(/^~(?=$|[\\/])/, homedir()));
  if (isFolder(path)) {
    return { folder: withoutLinks(path), isNamed: true };
  }
  // Accepts the root's name, under which the repository would be registered.
  const root = repositoryRoot(withoutLinks(cwd));
  return root !== undefined && basename(root) === repoId ? { folder: root, isNamed: false } : undefined;
}

/** The registered repository that contains a folder; `undefined` if a nearer root lies between the folder and the registered root. */
export function findEntryOfFolder(registry: RepositoryRegistry, folder: string): RegistryEntry | undefined {
  const entry = registry.findContaining(folder);
  if (entry === undefined || entry.rootPath === folder) return entry;
  const nearest = repositoryRoot(folder);
  return nearest !== undefined && nearest.length > entry.rootPath.length ? undefined : entry;
}

/**
 * The root of an unregistered repository: the nearest root above the folder, else the folder itself.
 * @param isKnown whether another worktree of the root's repository is indexed: then skips the survey of its files
 * @throws {SdlError} `repo_not_found` if there is nothing to index, or if the folder is only indexed when a call names it
 */
export function findRootToRegister({ folder, isNamed }: TargetFolder, isKnown: (root: string) => boolean): string {
  const nearest = repositoryRoot(folder);
  const root = nearest === undefined || (isTooBroad(nearest) && nearest !== folder) ? folder : nearest;
  const isAskedFor = isNamed && root === folder;
  if (!isAskedFor && isTooBroad(root)) throw mustBeNamedError(root, "is not a single repository");
  if (isKnown(root)) return root;
  const survey = surveyFolder(root, {}, isAskedFor ? undefined : MAX_FILES);
  if (survey.isOverLimit) throw mustBeNamedError(root, `contains more than ${MAX_FILES.toLocaleString("en")} files`);
  if (survey.sources > 0) return root;
  const place = nearest === undefined ? `${root}, which is not inside a repository` : root;
  throw new SdlError("repo_not_found", `nothing to index in ${place}: ${describeNothing(survey)}`, PASS_A_PATH);
}

/** Whether the folder contains far more than one repository: the file system's root or the user's home. */
function isTooBroad(folder: string): boolean {
  return folder === parse(folder).root || folder === withoutLinks(homedir());
}

const PASS_A_PATH = { hint: "Set repoId to the path of another folder." };

function mustBeNamedError(root: string, why: string): SdlError {
  return new SdlError("repo_not_found", `${root} ${why}; to index it anyway: sdl index ${root}`, {
    nextBestAction: { tool: "sdl.index.refresh", args: { repoId: root }, rationale: "registers and indexes it" },
  });
}

/** The error for an unregistered folder. */
export function notRegisteredError({ folder }: TargetFolder): SdlError {
  const root = repositoryRoot(folder) ?? folder;
  return new SdlError("not_indexed", `${root} is not indexed; run: sdl index ${root}`, {
    nextBestAction: {
      tool: "sdl.index.refresh",
      args: { repoId: root },
      rationale: "registers and indexes it; the call that failed then works",
    },
  });
}

/** The error for a name or path that is no repository. */
export function unknownRepositoryError(cwd: string, repoId: string): SdlError {
  const message = `no repository has the name ${JSON.stringify(repoId)}, and ${resolve(cwd, repoId)} is not a folder`;
  return new SdlError("repo_not_found", `${message}; leave repoId out, or pass a path`, {
    nextBestAction: { tool: "sdl.repo.list", args: {}, rationale: "shows the registered repositories" },
  });
}

function withoutLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
