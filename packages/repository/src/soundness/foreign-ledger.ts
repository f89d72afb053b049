/**
 * Foreign ledgers: distinguishes the ledger of another repository, copied here with its folder, from this repository's
 * own. A ledger records the root folder it was made for; if that is another one, its content decides, so that copies,
 * clones and restored caches stay valid.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Ledger } from "@sdl/graph";
import { GitError, WorkspaceError, withGit } from "@sdl/indexer";

/** Minimum share of a ledger's paths that must exist here: two branches of a repository may have few paths in common. */
const MIN_SHARE = 0.1;
/** Maximum number of paths checked, evenly spread. */
const MAX_PATHS = 2_000;
/** Maximum number of commits checked, of the newest versions that were built from one. */
const MAX_COMMITS = 20;
const DEADLINE_MS = 5_000;

/**
 * Finds out whether a ledger is foreign. @returns the reason; `undefined` if it belongs, or may belong, to the
 * repository in `rootPath`
 */
export async function findForeignness(ledger: Ledger, rootPath: string): Promise<string | undefined> {
  const paths = indexedPaths(ledger);
  if (paths.length === 0) return undefined;
  const found = paths.filter((path) => pathExistsInRoot(rootPath, path)).length;
  if (found >= paths.length * MIN_SHARE) return undefined;
  const commits = versionCommits(ledger);
  if (await isAnyCommitKnown(commits, rootPath)) return undefined;
  const [commit] = commits;
  const unknown = commit === undefined ? "" : `, and commit ${commit.slice(0, 12)} is unknown here`;
  return `it is another repository's: of its ${paths.length} files ${found} exist here${unknown}`;
}

function indexedPaths(ledger: Ledger): string[] {
  if (ledger.latestVersion() === undefined) return [];
  const snapshot = ledger.snapshot();
  try {
    const paths = [...snapshot.files()];
    const step = Math.max(1, paths.length / MAX_PATHS);
    return Array.from({ length: Math.ceil(paths.length / step) }, (_, i) => paths[Math.floor(i * step)] ?? "");
  } finally {
    snapshot.close();
  }
}

/** Whether a path exists; one that leaves the root is no file of this repository. */
function pathExistsInRoot(rootPath: string, path: string): boolean {
  if (path.startsWith("/") || path.split("/").includes("..")) return false;
  return lstatSync(join(rootPath, path), { throwIfNoEntry: false }) !== undefined;
}

/** Commits of the ledger's versions, newest first. */
function versionCommits(ledger: Ledger): string[] {
  const commits: string[] = [];
  for (const { commit } of ledger.versions()) {
    if (commit !== undefined && commits.push(commit) === MAX_COMMITS) break;
  }
  return commits;
}

/** Whether git knows any of the commits. If git fails for another reason than a missing repository, the ledger counts as known. */
async function isAnyCommitKnown(commits: readonly string[], rootPath: string): Promise<boolean> {
  if (commits.length === 0) return false;
  try {
    return await withGit(rootPath, { deadlineMs: DEADLINE_MS }, async (git) => {
      const length = git.hash === "sha256" ? 64 : 40;
      const heads = await git.heads(commits.filter((commit) => commit.length === length));
      return heads.some((head) => head?.type === "commit");
    });
  } catch (error) {
    if (error instanceof WorkspaceError) return false;
    if (error instanceof GitError) return error.code !== "UNAVAILABLE";
    throw error;
  }
}
