/** Origins of rules and values that steer a walk: file, line and text. */

/** A rule of an ignore file. */
export interface RuleOrigin {
  /** Repo-relative path of the ignore file, or of the repository's configuration; {@link IGNORE_SETTING} for the repository's setting. */
  readonly source: string;
  /** Line, from 1; for the setting, number of the entry. */
  readonly line: number;
  /** The rule as written. */
  readonly text: string;
}

/** Stands for the setting `ignore` in place of an ignore file's path. */
export const IGNORE_SETTING = "";

/** File and line of a value in the repository's configuration. */
export interface ConfigPlace {
  readonly source: string;
  /** Line, from 1. */
  readonly line: number;
}
