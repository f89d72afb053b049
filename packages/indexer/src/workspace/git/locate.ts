/**
 * Location of a folder's repository: its refs and objects. Knows `.git` folders, the `.git` files of worktrees and
 * submodules, and `commondir`; reads no configuration. Invariant: a `.git` file is trusted only if the directory it
 * names agrees: a worktree's names the file back, a submodule's lies in the `modules` of an enclosing repository. So an
 * unpacked archive cannot claim another repository's history.
 */
import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isInside, resolveRoot } from "../access/safe-path.js";
import { systemErrorCode } from "../access/workspace-error.js";
import { readControlText } from "./control-text.js";
import { unavailableError } from "./git-error.js";

/** Folders of a repository. */
export interface GitLocation {
  /** Real path of the folder that holds `.git`. */
  readonly workTree: string;
  /** Folder of HEAD and other files of a single worktree. */
  readonly gitDirectory: string;
  /** Folder of refs, packed refs and objects. */
  readonly commonDirectory: string;
  /** The indexed root relative to the work tree, `/` between components; "" if they are the same. */
  readonly prefix: string;
}

const MAX_DEPTH = 256;

/**
 * Finds the repository around `root`, preferring the root's own `.git`.
 * @throws {GitError} `UNAVAILABLE` @throws {WorkspaceError} `ROOT_UNREADABLE`
 */
export function locateGit(root: string): GitLocation {
  const realRoot = resolveRoot(root);
  let folder = realRoot;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const found = gitDirectoriesAt(folder);
    if (found !== undefined) return { ...found, prefix: relative(folder, realRoot).split(sep).join("/") };
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  throw unavailableError("there is no git repository");
}

/** The bare repository in a folder. @throws {WorkspaceError} `ROOT_UNREADABLE` */
export function locateBare(folder: string): GitLocation {
  const real = resolveRoot(folder);
  return { workTree: real, gitDirectory: real, commonDirectory: real, prefix: "" };
}

type GitDirectories = Omit<GitLocation, "prefix">;

function gitDirectoriesAt(folder: string): GitDirectories | undefined {
  const path = join(folder, ".git");
  const stats = statIfPresent(path);
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) return { workTree: folder, gitDirectory: path, commonDirectory: path };
  if (stats.isFile()) return followPointer(folder);
  throw unavailableError("the .git entry is neither a folder nor a file");
}

function statIfPresent(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (systemErrorCode(error) === "ENOTDIR") return undefined;
    throw unavailableError("the .git entry cannot be read");
  }
}

function followPointer(folder: string): GitDirectories {
  const [, target] = /^gitdir: ([^\0\n]+)$/.exec(readControlText(folder, ".git")?.trimEnd() ?? "") ?? [];
  const gitDirectory = target === undefined ? undefined : realDirectory(resolve(folder, target));
  if (gitDirectory === undefined) throw unavailableError("the .git file leads nowhere");
  const common = readControlText(gitDirectory, "commondir")?.trim();
  if (common === undefined) {
    if (!isModuleOfAncestor(folder, gitDirectory)) throw unavailableError("the .git file names a foreign repository");
    return { workTree: folder, gitDirectory, commonDirectory: gitDirectory };
  }
  const commonDirectory = realDirectory(resolve(gitDirectory, common));
  if (commonDirectory === undefined || !isInside(join(commonDirectory, "worktrees"), gitDirectory)) {
    throw unavailableError("the worktree's repository is not where it should be");
  }
  const back = readControlText(gitDirectory, "gitdir")?.trim();
  if (back === undefined || realFile(resolve(gitDirectory, back)) !== join(folder, ".git")) {
    throw unavailableError("the repository does not know this worktree");
  }
  return { workTree: folder, gitDirectory, commonDirectory };
}

/** Whether the directory lies in the modules of a repository that encloses the folder. */
function isModuleOfAncestor(folder: string, gitDirectory: string): boolean {
  for (let outer = dirname(folder); outer !== dirname(outer); outer = dirname(outer)) {
    const around = gitDirectoriesAt(outer);
    if (around === undefined) continue;
    const { gitDirectory: own, commonDirectory: common } = around;
    return isInside(join(own, "modules"), gitDirectory) || isInside(join(common, "modules"), gitDirectory);
  }
  return false;
}

function realDirectory(path: string): string | undefined {
  const real = realFile(path);
  return real !== undefined && statIfPresent(real)?.isDirectory() === true ? real : undefined;
}

function realFile(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
