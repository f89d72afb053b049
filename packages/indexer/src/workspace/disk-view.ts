/** View of the tree on disk. */
import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { relative, sep } from "node:path";
import { toFileStat } from "./access/file-stat.js";
import { isInside } from "./access/safe-path.js";
import { systemErrorCode, WorkspaceError } from "./access/workspace-error.js";
import { isWorktreePointer, readIgnoreFile, readRootConfig } from "./control-files.js";
import { readDirectory } from "./directory-entries.js";
import type { FoundFile, TreeView } from "./tree-view.js";

/** Builds the view. @param realRoot absolute and free of links */
export function diskView(realRoot: string): TreeView {
  return {
    entries: (prefix) => readEntries(realRoot, prefix),
    ignoreFile: (path) => readIgnoreFile(realRoot, path),
    configText: (path, maxBytes) => readRootConfig(realRoot, path, maxBytes),
    isWorktreePointer: (path) => isWorktreePointer(realRoot, path),
    stat: (path) => readStat(realRoot, path),
    followLink: (path) => followLink(realRoot, path),
  };
}

function readEntries(realRoot: string, prefix: string): ReturnType<TreeView["entries"]> {
  try {
    return readDirectory(`${realRoot}/${prefix}`);
  } catch (cause) {
    if (prefix === "") {
      const message = `cannot list the root ${JSON.stringify(realRoot)}; pass a directory that you may read`;
      throw new WorkspaceError("ROOT_UNREADABLE", message, { cause });
    }
    return isVanished(cause) ? undefined : "unreadable";
  }
}

function readStat(realRoot: string, path: string): ReturnType<TreeView["stat"]> {
  try {
    const stats = lstatSync(`${realRoot}/${path}`, { throwIfNoEntry: false });
    return stats && toFound(stats);
  } catch (cause) {
    return isVanished(cause) ? undefined : "unreadable";
  }
}

function followLink(realRoot: string, path: string): ReturnType<TreeView["followLink"]> {
  try {
    const real = realpathSync.native(`${realRoot}/${path}`);
    if (!isInside(realRoot, real)) return "symlink-outside";
    const stats = statSync(real);
    const target = relative(realRoot, real).split(sep).join("/");
    return { path: target, isDirectory: stats.isDirectory(), found: toFound(stats) };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ELOOP") return "symlink-loop";
    return code === "ENOENT" || code === "ENOTDIR" ? "symlink-dangling" : "unreadable";
  }
}

function toFound(stats: Stats): FoundFile {
  return { isRegular: stats.isFile(), stat: toFileStat(stats) };
}

function isVanished(error: unknown): boolean {
  const code = systemErrorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
