/** Names of a server's repositories: the remote's name, and optionally the branch or commit to answer from. */
import { createHash } from "node:crypto";

/** `owner/name`, or `owner/name@revision`. */
export interface ServedName {
  /** As the remote names it. */
  readonly repository: string;
  /** A branch or a commit; `undefined` for the default branch. */
  readonly revision: string | undefined;
}

/** Names of repositories hold no control characters; those of branches neither. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: names hold none.
const FORM = /^([^@\x00-\x1f\x7f]{1,200})(?:@([^\x00-\x1f\x7f]{1,250}))?$/;

/** Parses a repoId. @returns `undefined` if it can be no name */
export function parseServedName(repoId: string): ServedName | undefined {
  const [, repository, revision] = FORM.exec(repoId) ?? [];
  return repository === undefined ? undefined : { repository, revision };
}

/** Name of the folder for a repository's files: names may hold what no file system takes. */
export function folderName(repoId: string): string {
  return createHash("sha256").update(repoId).digest("hex").slice(0, 32);
}
