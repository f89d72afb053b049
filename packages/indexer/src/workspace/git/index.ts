/** Git API, safe for untrusted repositories: commits, trees, blobs and refs. */
export type { FileBefore, FileChange, Hunk } from "./changes.js";
export { CommitTree, readCommitTree } from "./commit-tree.js";
export { GitError, type GitErrorCode } from "./git-error.js";
export { readTrackedFiles, type StagedTree, type TrackedFiles } from "./index-file.js";
export { type GitLocation, locateGit } from "./locate.js";
export type { Commit, ObjectHead, TreeEntry } from "./objects.js";
export { readGitOrigin } from "./origin.js";
export {
  type GitOptions,
  type GitRepository,
  type LogRange,
  readGitBranch,
  readGitHead,
  withGit,
} from "./repository.js";
