/** What discovery finds: the types that its parts share. */
import type { FileStat, Language, SkippedFile } from "@sdl/model";
import type { OwnConfig } from "./own-config/index.js";

/** A source file. */
export interface DiscoveredFile extends FileStat {
  /** Repo-relative, `/` between components, as the disk spells it. */
  readonly path: string;
  readonly language: Language;
  readonly isDeclaration: boolean;
}

/** A file that linking reads. */
export interface DiscoveredConfig extends FileStat {
  readonly path: string;
}

/**
 * Why a file that could have been indexed is not. `binary`, `undecodable` and `minified` are found when the file is read, the rest by its stat.
 * `output-directory` (see default-ignores.ts), `nested-worktree` and, where they stand for a directory, `unreadable`, `bad-name` and the
 * `symlink-…` reasons cover all below it. What an ignore file names, and directories that never hold source, are no omission and are not listed.
 */
export type SkipReason =
  | "too-large"
  | "binary"
  | "undecodable"
  | "minified"
  | "symlink-outside"
  | "symlink-loop"
  | "symlink-dangling"
  | "not-regular"
  | "unreadable"
  | "bad-name"
  | "nested-worktree"
  | "output-directory";

/** What the program failed at, and left out. Everything else is found as if it were not there. */
export interface DiscoveryFault {
  /**
   * Repo-relative: a file, a link, a folder with all below it, or an ignore file, whose rules then do not apply. {@link IGNORE_SETTING_PATH}
   * for the repository's setting `ignore`.
   */
  readonly path: string;
  readonly error: unknown;
}

/** Stands for the setting `ignore` where a fault names a path. */
export const IGNORE_SETTING_PATH = "setting ignore";

/** A link inside the repository: imports may spell its path, the index knows the target's. */
export interface PathAlias {
  readonly path: string;
  /** Path of an indexed file, of a configuration or of a walked directory. */
  readonly target: string;
}

/** All lists are sorted by path in code-unit order and, but for faults, depend on nothing but the tree and the options. */
export interface Discovery {
  readonly files: readonly DiscoveredFile[];
  readonly configs: readonly DiscoveredConfig[];
  readonly skipped: readonly SkippedFile<SkipReason>[];
  readonly faults: readonly DiscoveryFault[];
  readonly aliases: readonly PathAlias[];
  /** The directories that were walked, the root as "": a file that is added lies in one of them. */
  readonly directories: readonly string[];
  /** Further directories whose entries decide what is found: those that a mark in them leaves out, and the one of git's own ignore file. */
  readonly deciding: readonly string[];
  /** What the repository says of itself. */
  readonly config: OwnConfig;
  /** Files above it are not among the files: the option, or what the configuration lowers it to. */
  readonly maxFileBytes: number;
}

export interface DiscoverOptions {
  /** Further rules in gitignore syntax, relative to the root. They win over every ignore file; `!rule` brings back. */
  readonly ignore?: readonly string[];
  /** Default: all. The repository's configuration may name fewer. */
  readonly languages?: readonly Language[];
  /** Larger files are skipped. Default: {@link DEFAULT_MAX_FILE_BYTES}. */
  readonly maxFileBytes?: number;
  /** Told of each source as soon as it is found. */
  readonly onFile?: ((file: DiscoveredFile) => void) | undefined;
}

export const DEFAULT_MAX_FILE_BYTES = 2_000_000;
