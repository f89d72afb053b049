/** Settings of a registered repository. */
export interface RepositorySettings {
  /** Globs of further files to exclude, in gitignore syntax. */
  readonly ignore?: readonly string[] | undefined;
  /** Languages to index; all if absent. */
  readonly languages?: readonly string[] | undefined;
  readonly maxFileBytes?: number | undefined;
  /** Which versions are kept; absent fields default to {@link DEFAULT_RETENTION}. */
  readonly retention?: { readonly versions?: number | undefined; readonly days?: number | undefined } | undefined;
}
