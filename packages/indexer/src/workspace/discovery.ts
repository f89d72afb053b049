/** Types of discovery's results. */
import type { FileStat, Language, SkippedFile } from "@sdl/model";
import type { OwnConfig } from "./own-config/index.js";

/** A source file to index. */
export interface DiscoveredFile extends FileStat {
  /** Repo-relative, `/` between components, as the disk spells it. */
  readonly path: string;
  readonly language: Language;
  readonly isDeclaration: boolean;
}

/** A configuration file that linking reads. */
export interface DiscoveredConfig extends FileStat {
  readonly path: string;
}

/**
 * Why a file that could be indexed is not. `binary`, `undecodable`, `minified`, `broken-notebook` and `notebook-language` are found when the
 * file is read, the others from its stat. `output-directory` (see default-ignores.ts), `nested-worktree` and, for a directory,
 * `unreadable`, `bad-name` and the `symlink-…` reasons cover everything below it. Files that an ignore file names, and
 * directories that never hold source, are not listed.
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
  | "broken-notebook"
  | "notebook-language"
  | "nested-worktree"
  | "output-directory";

/** A path left out because the program failed. Everything else is found as if that path did not exist. */
export interface DiscoveryFault {
  /**
   * Repo-relative: a file, a link, a folder with everything below it, or an ignore file, whose rules then do not apply.
   * {@link IGNORE_SETTING_PATH} for the repository's setting `ignore`.
   */
  readonly path: string;
  readonly error: unknown;
}

/** Path in a fault that stands for the setting `ignore`. */
export const IGNORE_SETTING_PATH = "setting ignore";

/** A link inside the repository: imports may use its path, the index has only the target's. */
export interface PathAlias {
  readonly path: string;
  /** Path of an indexed file, a configuration or a walked directory. */
  readonly target: string;
}

/** Result of discovery. All lists are sorted by path in code-unit order and, except faults, depend only on the tree and the options. */
export interface Discovery {
  readonly files: readonly DiscoveredFile[];
  readonly configs: readonly DiscoveredConfig[];
  readonly skipped: readonly SkippedFile<SkipReason>[];
  readonly faults: readonly DiscoveryFault[];
  readonly aliases: readonly PathAlias[];
  /** Directories that were walked; the root is "". An added file lies in one of them. */
  readonly directories: readonly string[];
  /**
   * Further directories whose entries affect the result: those that a mark inside excludes, and the one that holds
   * git's own ignore file.
   */
  readonly deciding: readonly string[];
  /** The repository's own configuration. */
  readonly config: OwnConfig;
  /** Larger files are left out: the option, or the lower limit of the configuration. */
  readonly maxFileBytes: number;
}

/** Options of discovery. */
export interface DiscoverOptions {
  /** Further rules in gitignore syntax, relative to the root. They take precedence over every ignore file; `!rule` re-includes. */
  readonly ignore?: readonly string[];
  /** Default: all. The repository's configuration may name fewer. */
  readonly languages?: readonly Language[];
  /** Larger files are skipped. Default: {@link DEFAULT_MAX_FILE_BYTES}. */
  readonly maxFileBytes?: number;
  /** Called for each source file as soon as it is found. */
  readonly onFile?: ((file: DiscoveredFile) => void) | undefined;
}

/** Default limit of a source file, in bytes. */
export const DEFAULT_MAX_FILE_BYTES = 2_000_000;
