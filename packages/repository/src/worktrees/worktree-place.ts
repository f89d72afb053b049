/**
 * Folders of worktrees' stores: a family of stores in the main worktree's `.sdl`, or in `NAME.git.sdl` beside a bare
 * repository. Reads `.git` entries; runs no git. A submodule is a separate repository.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { familyDirectory, listFolder, schemaDirectory, worktreesFolder } from "@sdl/graph";
import { type GitLocation, locateGit, readFileInRoot, WorkspaceError } from "@sdl/indexer";
import { unlessGitFails } from "../git-faults.js";
import { folderIdentity } from "../machine/folder-identity.js";

const SAFE_NAME = /^[\w.-]{1,100}$/;
const DIGITS = 8;
const MAX_POINTER_BYTES = 64 * 1024;

/**
 * The store's folder of a linked worktree. @returns `undefined` for any other folder, and for a worktree that already
 * has its own index
 */
export function linkedWorktreeStore(rootPath: string): string | undefined {
  const location = unlessGitFails(() => locateGit(rootPath));
  if (location === undefined || location.prefix !== "" || existsSync(join(rootPath, ".sdl", schemaDirectory())))
    return undefined;
  const { gitDirectory, commonDirectory } = location;
  const family = gitDirectory === commonDirectory ? undefined : familyFolder(commonDirectory);
  const identity = folderIdentity(rootPath);
  if (family === undefined || identity === undefined) return undefined;
  return join(worktreesFolder(family), storeName(basename(gitDirectory), identity));
}

/** The family's folder. @returns `undefined` for a submodule */
function familyFolder(commonDirectory: string): string | undefined {
  const folder = dirname(commonDirectory);
  if (folder.split(sep).includes(".git")) return undefined;
  return basename(commonDirectory) === ".git" ? join(folder, ".sdl") : `${commonDirectory}.sdl`;
}

/** Name of a worktree's store. A new folder under the name of a removed worktree gets another name. */
function storeName(worktree: string, identity: string): string {
  const digits = createHash("sha256").update(identity).digest("hex").slice(0, DIGITS);
  return `${safeName(worktree)}-${digits}`;
}

function safeName(worktree: string): string {
  return SAFE_NAME.test(worktree) ? worktree : "worktree";
}

/**
 * The stores of worktrees that git no longer lists, or whose folder was replaced. A missing folder that git still lists
 * may be on a removable medium.
 * @param rootPath of any worktree of the repository
 */
export function storesWithoutWorktree(rootPath: string, directory: string): string[] {
  const location = unlessGitFails(() => locateGit(rootPath));
  const family = familyDirectory(directory);
  if (location === undefined || location.prefix !== "" || !belongsToFamily(location, family)) return [];
  const worktrees = join(location.commonDirectory, "worktrees");
  const kept = new Set<string>();
  const prefixes: string[] = [];
  for (const name of listFolder(worktrees)) {
    const root = worktreeRoot(join(worktrees, name));
    const identity = root === undefined ? undefined : folderIdentity(root);
    if (identity === undefined) prefixes.push(`${safeName(name)}-`);
    else kept.add(storeName(name, identity));
  }
  return listFolder(worktreesFolder(family))
    .filter((name) => !kept.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)))
    .map((name) => join(worktreesFolder(family), name));
}

function belongsToFamily({ commonDirectory, workTree }: GitLocation, family: string): boolean {
  return familyFolder(commonDirectory) === family || join(workTree, ".sdl") === family;
}

/** The folder of a worktree, according to its directory in git's folder. */
function worktreeRoot(directory: string): string | undefined {
  try {
    const path = readFileInRoot(directory, "gitdir", { maxBytes: MAX_POINTER_BYTES }).bytes.toString("utf8").trim();
    return dirname(resolve(directory, path));
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}
