/** Name of the version that is staged for the next commit. */
export const STAGED_NAME = "@staged";

/** Revisions in git by name. Without git, every name is unknown. */
export interface GitRevisions {
  /** Id of the commit that a name stands for; `undefined` if unknown. @throws {SdlError} `version_not_found` if git failed */
  resolveCommit(name: string): Promise<string | undefined>;
  /** Branches, then tags, then remote branches; empty if git fails. */
  names(): Promise<readonly string[]>;
  /** Id of the best common ancestor; `undefined` if there is none, or a shallow clone hides it. @throws likewise */
  mergeBase(one: string, other: string): Promise<string | undefined>;
}
