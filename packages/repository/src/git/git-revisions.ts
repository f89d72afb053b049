/** Name of the version that is staged for the next commit. */
export const STAGED_NAME = "@staged";

/** Git's names; nothing is known of any where there is no git. */
export interface GitRevisions {
  /** The id of the commit that a name stands for. @throws {SdlError} `version_not_found` when git failed */
  commitOf(name: string): Promise<string | undefined>;
  /** Branches, then tags, then branches of other repositories; none where git cannot say. */
  names(): Promise<readonly string[]>;
  /** Id of the best common ancestor; `undefined` when there is none, or a shallow clone hides it. @throws likewise */
  mergeBase(one: string, other: string): Promise<string | undefined>;
}
