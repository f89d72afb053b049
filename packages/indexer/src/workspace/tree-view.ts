/** A tree as a walk sees it: the disk's, or a commit's. */

import type { FileStat } from "@sdl/model";
import type { DirectoryEntry } from "./directory-entries.js";
import type { IgnoreRules } from "./ignore/gitignore.js";

/** What stands at a path, links followed or not as the caller asked. */
export interface FoundFile {
  readonly isRegular: boolean;
  readonly stat: FileStat;
}

/** Where a link leads, inside of the root. */
export interface LinkTarget {
  /** Repo-relative, free of links; "" for the root. */
  readonly path: string;
  readonly isDirectory: boolean;
  readonly found: FoundFile;
}

export type BrokenLink = "symlink-outside" | "symlink-loop" | "symlink-dangling" | "unreadable";

export type ConfigText = { readonly text: string } | "unreadable" | "too-large";

export interface TreeView {
  /**
   * A directory's entries; `undefined` when it vanished meanwhile.
   * @param prefix repo-relative with its slash at the end; "" for the root
   * @throws {WorkspaceError} `ROOT_UNREADABLE`
   */
  entries(prefix: string): readonly DirectoryEntry[] | "unreadable" | undefined;
  /** `undefined` if there is none */
  ignoreFile(path: string): IgnoreRules | "unreadable" | undefined;
  /** The text of a configuration file at the root that is no link; `undefined` if there is none. */
  configText(path: string, maxBytes: number): ConfigText | undefined;
  /** Whether the `.git` file makes its directory a second working tree of some repository. */
  isWorktreePointer(path: string): boolean;
  /** Of a file that is no link; `undefined` when it vanished meanwhile. */
  stat(path: string): FoundFile | "unreadable" | undefined;
  followLink(path: string): LinkTarget | BrokenLink;
}
