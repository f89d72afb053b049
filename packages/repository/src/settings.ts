/** What a registered repository may set. */
export interface RepositorySettings {
  /** Extra globs left out, in gitignore's language. */
  readonly ignore?: readonly string[] | undefined;
  /** Languages to index; all when absent. */
  readonly languages?: readonly string[] | undefined;
  readonly maxFileBytes?: number | undefined;
  /** Which versions are kept; what is absent is as {@link DEFAULT_RETENTION} says. */
  readonly retention?: { readonly versions?: number | undefined; readonly days?: number | undefined } | undefined;
}
