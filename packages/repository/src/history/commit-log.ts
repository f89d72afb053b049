/**
 * Log of changes by commit, cached beside the ledger: a commit never changes, so each is read from git once. Knows
 * lines and files, no symbols. The file may be lost or truncated at any time; missing commits are read again.
 */
import { dirname, join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { familyDirectory, makeFolder } from "@sdl/graph";
import { type Commit, type FileChange, type GitRepository, SOURCE_EXTENSIONS } from "@sdl/indexer";
import { isNotebook } from "@sdl/model/paths";
import { hash32, type Masker } from "@sdl/model/text";
import { readOwnFile, replaceOwnFile } from "../machine/own-file.js";

/** A commit with the source files it changed. */
export interface LoggedCommit extends Commit {
  readonly changes: readonly FileChange[];
}

/** Options of {@link readCommitLog}. */
export interface CommitLogOptions {
  readonly storeDirectory: string;
  readonly masker: Masker;
}

/** Commits read from git at a time; each batch is stored once complete. */
const BATCH_COMMITS = 250;
const MAX_BYTES = 512 * 1024 * 1024;
/** Files whose lines hold symbols; lines of a notebook's file are not those of its cells. */
const SOURCE_PATTERNS = SOURCE_EXTENSIONS.map((extension) => `*.${extension}`).filter((name) => !isNotebook(name));
const NAME = "sdl commits";
const FORMAT = 2;
const HEADER = new RegExp(`^${NAME} (\\d+) `);

/**
 * Commits in the order of `ids`, from the file if it has them, else from git. Afterwards the file has exactly these.
 * @throws {GitError} commits read before the error are kept
 */
export async function readCommitLog(
  git: GitRepository,
  ids: readonly string[],
  options: CommitLogOptions,
): Promise<LoggedCommit[]> {
  const path = join(familyDirectory(options.storeDirectory), "git", "commits");
  const { commits: known, isNewer } = load(path);
  const missing = ids.filter((id) => !known.has(id));
  try {
    for (let at = 0; at < missing.length; at += BATCH_COMMITS) {
      for (const commit of await readBatch(git, missing.slice(at, at + BATCH_COMMITS), options.masker))
        known.set(commit.id, commit);
    }
  } finally {
    // Commits in the file of a newer program are kept; this program queries git each time.
    if (missing.length > 0 && !isNewer)
      save(
        path,
        ids.flatMap((id) => known.get(id) ?? []),
      );
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}

async function readBatch(git: GitRepository, ids: readonly string[], masker: Masker): Promise<LoggedCommit[]> {
  const commits = await git.commits(ids);
  const changes = await git.changes(ids, SOURCE_PATTERNS);
  return commits.map((commit) => ({
    ...commit,
    author: masker.mask(commit.author),
    message: masker.mask(commit.message),
    changes: changes.get(commit.id) ?? [],
  }));
}

interface LoadedCommits {
  readonly commits: Map<string, LoggedCommit>;
  /** Whether a newer program wrote the file, so that this one cannot read it. */
  readonly isNewer: boolean;
}

/** Reads the file. Its first line has the format and a hash of the rest. */
function load(path: string): LoadedCommits {
  const nothing = { commits: new Map<string, LoggedCommit>(), isNewer: false };
  try {
    const text = inflateRawSync(readOwnFile(path, MAX_BYTES), { maxOutputLength: MAX_BYTES }).toString("utf8");
    const end = text.indexOf("\n");
    const [header, body] = [text.slice(0, end), text.slice(end + 1)];
    if (Number(HEADER.exec(header)?.[1]) > FORMAT) return { ...nothing, isNewer: true };
    if (header !== commitHeader(body)) return nothing;
    return { ...nothing, commits: new Map((JSON.parse(body) as LoggedCommit[]).map((commit) => [commit.id, commit])) };
  } catch {
    return nothing;
  }
}

/** Writes the file. If the medium is read-only, git is queried again next time. */
function save(path: string, commits: readonly LoggedCommit[]): void {
  const body = JSON.stringify(commits);
  try {
    makeFolder(dirname(path));
    replaceOwnFile(path, deflateRawSync(`${commitHeader(body)}\n${body}`));
  } catch {
    return;
  }
}

function commitHeader(body: string): string {
  return `${NAME} ${FORMAT} ${hash32(body).toString(16)}`;
}
