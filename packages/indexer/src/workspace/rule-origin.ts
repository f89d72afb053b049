/** Where what steers a walk is written. */

/** A rule of an ignore file. */
export interface RuleOrigin {
  /** Repo-relative path of the ignore file, or of the repository's configuration; {@link IGNORE_SETTING} for the repository's setting. */
  readonly source: string;
  /** From 1. In the setting: which of its entries. */
  readonly line: number;
  /** The rule as it is written. */
  readonly text: string;
}

/** Stands for the setting `ignore` where an ignore file's path would stand. */
export const IGNORE_SETTING = "";

/** Where a value of the repository's configuration stands. */
export interface ConfigPlace {
  readonly source: string;
  /** From 1. */
  readonly line: number;
}
