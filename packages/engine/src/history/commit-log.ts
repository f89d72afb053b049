/**
 * What commits changed, remembered beside the ledger: a commit never changes, so each is read from git once. Knows lines and files, no
 * symbols. The file may be lost, cut or another program's at any moment; what is missing is read again.
 */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Commit, FileChange, GitRepository } from "@sdl/indexer";
import { hash32, type Masker } from "@sdl/model";
import { readOwnFile, replaceOwnFile } from "../registry/own-file.js";

/** A commit and the source files that it changed. */
export interface LoggedCommit extends Commit {
  readonly changes: readonly FileChange[];
}

export interface CommitLogOptions {
  readonly storeDirectory: string;
  readonly masker: Masker;
}

/** Commits that are read from git at a time, and stored when they are there. */
const BATCH = 250;
const MAX_BYTES = 512 * 1024 * 1024;
/** Extensions of what is indexed; a change of anything else tells nothing of symbols. */
const SOURCES = ["ts", "mts", "cts", "tsx", "js", "mjs", "cjs", "jsx", "py", "pyi"].map(
  (extension) => `*.${extension}`,
);
const FORMAT = "sdl commits 1";

/**
 * Commits in the order of `ids`, from the file where it has them, else from git; the file then holds exactly them.
 * @throws {GitError} what was read until then is kept
 */
export async function readCommitLog(
  git: GitRepository,
  ids: readonly string[],
  options: CommitLogOptions,
): Promise<LoggedCommit[]> {
  const path = join(options.storeDirectory, "git", "commits");
  const known = load(path);
  const missing = ids.filter((id) => !known.has(id));
  try {
    for (let at = 0; at < missing.length; at += BATCH) {
      for (const commit of await readBatch(git, missing.slice(at, at + BATCH), options.masker))
        known.set(commit.id, commit);
    }
  } finally {
    if (missing.length > 0)
      save(
        path,
        ids.flatMap((id) => known.get(id) ?? []),
      );
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}

async function readBatch(git: GitRepository, ids: readonly string[], masker: Masker): Promise<LoggedCommit[]> {
  const commits = await git.commits(ids);
  const changes = await git.changes(ids, SOURCES);
  return commits.map((commit) => ({
    ...commit,
    author: masker.mask(commit.author),
    message: masker.mask(commit.message),
    changes: changes.get(commit.id) ?? [],
  }));
}

/** The first line says the format and a hash of the rest. */
function load(path: string): Map<string, LoggedCommit> {
  const commits = new Map<string, LoggedCommit>();
  try {
    const text = inflateRawSync(readOwnFile(path, MAX_BYTES), { maxOutputLength: MAX_BYTES }).toString("utf8");
    const end = text.indexOf("\n");
    const body = text.slice(end + 1);
    if (text.slice(0, end) !== headerOf(body)) return commits;
    for (const commit of JSON.parse(body) as LoggedCommit[]) commits.set(commit.id, commit);
  } catch {
    return new Map();
  }
  return commits;
}

/** Nothing depends on it: on a medium that cannot be written, git is asked again. */
function save(path: string, commits: readonly LoggedCommit[]): void {
  const body = JSON.stringify(commits);
  try {
    mkdirSync(dirname(path), { recursive: true });
    replaceOwnFile(path, deflateRawSync(`${headerOf(body)}\n${body}`));
  } catch {
    return;
  }
}

function headerOf(body: string): string {
  return `${FORMAT} ${hash32(body).toString(16)}`;
}
