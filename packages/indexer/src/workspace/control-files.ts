/** Control files of a walk: ignore files and the `.git` file of a worktree. Knows their form; does not run git or follow a `.git` file. */

import { readFileInRoot } from "./access/read-file.js";
import { WorkspaceError } from "./access/workspace-error.js";
import { IgnoreRules } from "./ignore/gitignore.js";
import type { ConfigText } from "./tree-view.js";

/** A larger control file counts as unreadable. */
const MAX_CONTROL_FILE_BYTES = 1_000_000;

/** A linked worktree's `.git` file points into `worktrees` of its repository; a submodule's points into `modules`. */
const WORKTREE_POINTER = /[/\\]worktrees[/\\][^/\\]+$/;

/**
 * Reads an ignore file. @returns `undefined` if it does not exist, `"unreadable"` if it cannot be read or is too large
 */
export function readIgnoreFile(realRoot: string, path: string): IgnoreRules | "unreadable" | undefined {
  const octets = readOctets(realRoot, path);
  return octets === undefined || octets === "unreadable" ? octets : new IgnoreRules(octets.text, path);
}

/** Reads a configuration file at the root. @returns `undefined` if it does not exist */
export function readRootConfig(realRoot: string, path: string, maxBytes: number): ConfigText | undefined {
  try {
    return { text: readFileInRoot(realRoot, path, { maxBytes }).bytes.toString("utf8") };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    if (error.code === "NOT_FOUND") return undefined;
    return error.code === "TOO_LARGE" ? "too-large" : "unreadable";
  }
}

/** Whether a `.git` file makes its directory another working tree of a repository, whose files are indexed there. */
export function isWorktreePointer(realRoot: string, path: string): boolean {
  const octets = readOctets(realRoot, path);
  if (typeof octets !== "object" || !octets.text.startsWith("gitdir:")) return false;
  const pointer = octets.text.trimEnd();
  return !pointer.includes("\n") && WORKTREE_POINTER.test(pointer);
}

function readOctets(realRoot: string, path: string): { text: string } | "unreadable" | undefined {
  try {
    return { text: readFileInRoot(realRoot, path, { maxBytes: MAX_CONTROL_FILE_BYTES }).bytes.toString("latin1") };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    return error.code === "NOT_FOUND" ? undefined : "unreadable";
  }
}
