/** Commits to score, and whether each was soon reverted or fixed, by the clone's history. */

import { isProductCode } from "../corpora/product-code.js";
import type { Clone } from "../replay/git.js";

/** A commit to score. */
export interface ScoredCommit {
  readonly commit: string;
  readonly parent: string;
  /**
   * Whether a commit within 30 days reverted this commit, or removed one of its lines with a message that mentions a
   * fix.
   */
  readonly isMended: boolean;
}

interface LoggedCommit {
  readonly commit: string;
  readonly parents: readonly string[];
  /** Commit time in seconds since the epoch. */
  readonly at: number;
  readonly message: string;
  readonly files: readonly string[];
}

const WINDOW_S = 30 * 86_400;
const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|py)$/;
/**
 * Commits with more files are ignored: nobody reviews them as a whole, and their messages do not say what they fixed.
 */
const MAX_FILES = 30;
const MENDS = /\b(?:fix(?:e[sd])?|bug(?:fix)?|regression|revert(?:s|ed)?|broke|broken)\b/i;
const REVERTS = /\bThis reverts commit ([0-9a-f]{7,40})\b/g;
/** Number of commits read per requested commit. */
const HISTORY_PER_COMMIT = 20;

/** The newest commits whose later fixes would already be in the history, oldest first. */
export function findScoredCommits(clone: Clone, wanted: number): ScoredCommit[] {
  const log = readLog(clone, wanted * HISTORY_PER_COMMIT);
  const newest = Math.max(...log.map(({ at }) => at));
  const known = log.filter(({ at }) => newest - at >= WINDOW_S);
  const chosen = known.filter(isScored).slice(0, wanted);
  const oldest = Math.min(...chosen.map(({ at }) => at));
  const mended = findMended(
    clone,
    log.filter(({ at, message }) => at >= oldest && MENDS.test(message)),
  );
  const isMended = (commit: string): boolean => [...mended].some((name) => commit.startsWith(name));
  return chosen.reverse().map(({ commit, parents }) => {
    return { commit, parent: parents[0] ?? "", isMended: isMended(commit) };
  });
}

/** Commits without merges, newest first. */
function readLog(clone: Clone, count: number): LoggedCommit[] {
  const format = "--format=%x1e%H%x1f%P%x1f%ct%x1f%B%x1f";
  const log = clone.run(["log", "--no-merges", "--name-only", format, `-n${count}`, "HEAD"]);
  return log
    .split("\x1e")
    .slice(1)
    .map((entry) => {
      const [commit = "", parents = "", at = "", message = "", files = ""] = entry.split("\x1f");
      return { commit, parents: parents.split(" "), at: Number(at), message, files: files.trim().split("\n") };
    });
}

function isScored({ parents, files }: LoggedCommit): boolean {
  return parents.length === 1 && parents[0] !== "" && files.length <= MAX_FILES && files.some(isCode);
}

function isCode(path: string): boolean {
  return SOURCE_FILE.test(path) && isProductCode(path);
}

/** Commits whose lines were removed by fixes within 30 days, and commits that later commits claim to revert. */
function findMended(clone: Clone, mends: readonly LoggedCommit[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const mend of mends) {
    for (const [, name = ""] of mend.message.matchAll(REVERTS)) found.add(name);
    const authors = mend.files.length > MAX_FILES ? [] : authorsOfTaken(clone, mend);
    for (const { commit, at } of authors) if (mend.at >= at && mend.at - at <= WINDOW_S) found.add(commit);
  }
  return found;
}

interface WrittenBy {
  readonly commit: string;
  /** Seconds since the epoch. */
  readonly at: number;
}

function authorsOfTaken(clone: Clone, { commit, parents, files }: LoggedCommit): WrittenBy[] {
  const [parent = ""] = parents;
  return parent === ""
    ? []
    : files.filter(isCode).flatMap((file) => blameRemovedLines(clone, { commit, parent, file }));
}

interface Mend {
  readonly commit: string;
  readonly parent: string;
  readonly file: string;
}

/** The commits that wrote the lines which a commit removes from a file. */
function blameRemovedLines(clone: Clone, { commit, parent, file }: Mend): WrittenBy[] {
  const hunks = clone.run(["diff", "-U0", "--no-ext-diff", "--no-textconv", parent, commit, "--", file]);
  const ranges = Array.from(hunks.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm), ([, start, count]) => ({
    start: Number(start),
    count: Number(count ?? 1),
  })).filter(({ count }) => count > 0);
  if (ranges.length === 0) return [];
  const lines = ranges.flatMap(({ start, count }) => ["-L", `${start},+${count}`]);
  const output = clone.run(["blame", "--porcelain", ...lines, parent, "--", file]);
  const times = new Map<string, number>();
  let current = "";
  for (const line of output.split("\n")) {
    const head = /^([0-9a-f]{40}) \d+ \d+/.exec(line);
    if (head?.[1] !== undefined) current = head[1];
    const time = /^committer-time (\d+)$/.exec(line);
    if (time !== null) times.set(current, Number(time[1]));
  }
  return Array.from(times, ([name, at]) => ({ commit: name, at }));
}
