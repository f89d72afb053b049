/** Tree as a walk sees it: the disk's, or a commit's. */

import type { FileStat } from "@sdl/model";
import type { DirectoryEntry } from "./directory-entries.js";
import type { IgnoreRules } from "./ignore/gitignore.js";

/** The entry at a path; the caller decides whether links are followed. */
export interface FoundFile {
  readonly isRegular: boolean;
  readonly stat: FileStat;
}

/** Target of a link, inside the root. */
export interface LinkTarget {
  /** Repo-relative, free of links; "" for the root. */
  readonly path: string;
  readonly isDirectory: boolean;
  readonly found: FoundFile;
}

/** Why a link has no target. */
export type BrokenLink = "symlink-outside" | "symlink-loop" | "symlink-dangling" | "unreadable";

/** Text of a configuration file, or why it is not read. */
export type ConfigText = { readonly text: string } | "unreadable" | "too-large";

/** Read access to a tree. */
export interface TreeView {
  /**
   * A directory's entries; `undefined` if it vanished meanwhile.
   * @param prefix repo-relative with its trailing slash; "" for the root
   * @throws {WorkspaceError} `ROOT_UNREADABLE`
   */
  entries(prefix: string): readonly DirectoryEntry[] | "unreadable" | undefined;
  /** The octets of an ignore file; `undefined` if it does not exist. */
  ignoreFile(path: string): IgnoreRules | "unreadable" | undefined;
  /** The text of a configuration file at the root, unless it is a link; `undefined` if it does not exist. */
  configText(path: string, maxBytes: number): ConfigText | undefined;
  /** Whether the `.git` file makes its directory another working tree of a repository. */
  isWorktreePointer(path: string): boolean;
  /** The stat of a file, without following links; `undefined` if it vanished meanwhile. */
  stat(path: string): FoundFile | "unreadable" | undefined;
  followLink(path: string): LinkTarget | BrokenLink;
}
