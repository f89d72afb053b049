/**
 * From what a call says to the repository that it means: a name, a path, or nothing, which is the working directory's. Says which folder a
 * repository's root would be where nobody registered it. Changes nothing.
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

/** A folder with more files is indexed only when a call names it. */
const MAX_FILES = 50_000;

export interface MeantFolder {
  /** Free of links. */
  readonly folder: string;
  /** Whether the call named this folder itself. */
  readonly isNamed: boolean;
}

/**
 * The folder that a call means. @param repoId a path, or nothing
 * @returns `undefined` for a name that is no folder
 */
export function meantFolder(cwd: string, repoId: string | undefined): MeantFolder | undefined {
  if (repoId === undefined) return { folder: withoutLinks(cwd), isNamed: false };
  const path = resolve(cwd, repoId.replace(/^~(?=$|[\\/])/, homedir()));
  if (isFolder(path)) {
    return { folder: withoutLinks(path), isNamed: true };
  }
  // Its root's name is what the repository would be registered under.
  const root = repositoryRoot(withoutLinks(cwd));
  return root !== undefined && basename(root) === repoId ? { folder: root, isNamed: false } : undefined;
}

/** The registered repository of a folder; none where a nearer root lies between the folder and the registered one. */
export function entryOfFolder(registry: RepositoryRegistry, folder: string): RegistryEntry | undefined {
  const entry = registry.findContaining(folder);
  if (entry === undefined || entry.rootPath === folder) return entry;
  const nearest = repositoryRoot(folder);
  return nearest !== undefined && nearest.length > entry.rootPath.length ? undefined : entry;
}

/**
 * The root of the repository that a folder lies in: the nearest root, else the folder itself.
 * @param isKnown whether another worktree of the root's repository is indexed: then the root is not looked through first
 * @throws {SdlError} `repo_not_found` where there is nothing to index, or where it is indexed only when a call names it
 */
export function newRoot({ folder, isNamed }: MeantFolder, isKnown: (root: string) => boolean): string {
  const nearest = repositoryRoot(folder);
  const root = nearest === undefined || (isWide(nearest) && nearest !== folder) ? folder : nearest;
  const isAskedFor = isNamed && root === folder;
  if (!isAskedFor && isWide(root)) throw onlyByName(root, "is no repository of its own");
  if (isKnown(root)) return root;
  const survey = surveyFolder(root, {}, isAskedFor ? undefined : MAX_FILES);
  if (survey.isOverLimit) throw onlyByName(root, `holds more than ${MAX_FILES.toLocaleString("en")} files`);
  if (survey.sources > 0) return root;
  const place = nearest === undefined ? `${root}, which lies in no repository` : root;
  throw new SdlError("repo_not_found", `nothing to index in ${place}: ${describeNothing(survey)}`, PASS_A_PATH);
}

/** Holds far more than one repository. */
function isWide(folder: string): boolean {
  return folder === parse(folder).root || folder === withoutLinks(homedir());
}

const PASS_A_PATH = { hint: "Pass repoId with the path of another folder." };

function onlyByName(root: string, why: string): SdlError {
  return new SdlError("repo_not_found", `${root} ${why}; to index it all the same: sdl index ${root}`, {
    nextBestAction: { tool: "sdl.index.refresh", args: { repoId: root }, rationale: "registers and indexes it" },
  });
}

/** Why nobody registered a folder that a call means. */
export function notRegistered({ folder }: MeantFolder): SdlError {
  const root = repositoryRoot(folder) ?? folder;
  return new SdlError("not_indexed", `${root} is not indexed; run: sdl index ${root}`, {
    nextBestAction: {
      tool: "sdl.index.refresh",
      args: { repoId: root },
      rationale: "registers and indexes it; the call that failed then works",
    },
  });
}

export function unknownRepository(cwd: string, repoId: string): SdlError {
  const message = `no repository is called ${JSON.stringify(repoId)}, and ${resolve(cwd, repoId)} is no folder`;
  return new SdlError("repo_not_found", `${message}; leave repoId out, or pass a path`, {
    nextBestAction: { tool: "sdl.repo.list", args: {}, rationale: "shows the registered repositories" },
  });
}

function withoutLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
