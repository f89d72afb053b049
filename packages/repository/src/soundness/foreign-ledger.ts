/**
 * Tells the ledger of another repository, copied here with its folder, from this repository's own. A ledger notes the root folder that it was made
 * for; where that is another one, what it says of its repository decides: copies, clones and caches that were restored elsewhere stay good.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Ledger } from "@sdl/graph";
import { GitError, WorkspaceError, withGit } from "@sdl/indexer";

/** Of a ledger's paths so many must exist here: a branch of the same repository may have few in common with another. */
const MIN_SHARE = 0.1;
/** So many paths are looked for, spread over all of them. */
const MAX_PATHS = 2_000;
/** Of the newest versions that were built from a commit so many are asked git about. */
const MAX_COMMITS = 20;
const DEADLINE_MS = 5_000;

/** @returns why the ledger is another repository's, in words; `undefined` when it is, or may be, of the one in `rootPath` */
export async function findForeignness(ledger: Ledger, rootPath: string): Promise<string | undefined> {
  const paths = pathsOf(ledger);
  if (paths.length === 0) return undefined;
  const found = paths.filter((path) => exists(rootPath, path)).length;
  if (found >= paths.length * MIN_SHARE) return undefined;
  const commits = commitsOf(ledger);
  if (await isAnyKnown(commits, rootPath)) return undefined;
  const [commit] = commits;
  const unknown = commit === undefined ? "" : `, and commit ${commit.slice(0, 12)} is unknown here`;
  return `it is another repository's: of ${paths.length} files that it names ${found} exist here${unknown}`;
}

function pathsOf(ledger: Ledger): string[] {
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

/** A path that leads out of the root names no file of this repository. */
function exists(rootPath: string, path: string): boolean {
  if (path.startsWith("/") || path.split("/").includes("..")) return false;
  return lstatSync(join(rootPath, path), { throwIfNoEntry: false }) !== undefined;
}

/** The newest first. */
function commitsOf(ledger: Ledger): string[] {
  const commits: string[] = [];
  for (const { commit } of ledger.versions()) {
    if (commit !== undefined && commits.push(commit) === MAX_COMMITS) break;
  }
  return commits;
}

/** Where git fails for another reason than that there is none, the ledger is left alone. */
async function isAnyKnown(commits: readonly string[], rootPath: string): Promise<boolean> {
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
