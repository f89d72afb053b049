/** Choice of commits to ask about: changes of few source files whose authors describe the change. */
import { pathClass } from "@sdl/model/paths";
import { queryTerms } from "@sdl/model/text";
import type { Clone } from "./git.js";

/** A commit that becomes a task. */
export interface TaskCommit {
  readonly commit: string;
  readonly parent: string;
  /** Subject and body, without trailers. */
  readonly message: string;
  /** Modified source files that are no tests, under the parent's paths. */
  readonly files: readonly string[];
}

const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|py)$/;
const MAX_FILES = 6;
/** Files of any kind: sweeping changes are no tasks. */
const MAX_TOUCHED = 40;
/** Number of informative words: neither stop words nor words about the change itself. */
const MIN_WORDS = 3;
const BOT = /\[bot\]|\bbot\b|dependabot|renovate|github-actions|pre-commit-ci/i;
/** Subjects of releases and merges, or of changes without effect on the program. */
const HOUSEKEEPING =
  /^(?:release|bump|version|merge|revert|wip|publish|v?\d+(?:\.\d+)+)\b|^(?:chore|build|ci|docs?|style|release)(?:\(|:|!)|\b(?:lint|linter|prettier|typos?|reformat|pyupgrade|ruff|mypy|pyright|black|changelog|docstrings?|comments?|typing|annotations?|dependencies)\b/i;
const TRAILER = /^(?:signed-off-by|co-authored-by|reviewed-by|change-id|cc|refs?|closes|fixes)\b.*$/gim;

/** Commits to read from the history per wanted one. */
const HISTORY_PER_COMMIT = 60;

/** Finds candidates, newest first, each subject once. @param wanted how many are enough @param from the newest commit */
export function findTaskCommits(clone: Clone, wanted: number, from = "HEAD"): TaskCommit[] {
  const format = "--format=%x1e%H%x1f%P%x1f%an <%ae>%x1f%B%x1f";
  const log = clone.run([
    "log",
    "--no-merges",
    "--name-status",
    "-M",
    format,
    `-n${wanted * HISTORY_PER_COMMIT}`,
    from,
  ]);
  const found = new Map<string, TaskCommit>();
  for (const entry of log.split("\x1e")) {
    const task = parseEntry(entry);
    const subject = task?.message.split("\n")[0] ?? "";
    if (task !== undefined && !found.has(subject)) found.set(subject, task);
    if (found.size >= wanted) break;
  }
  return [...found.values()];
}

function parseEntry(entry: string): TaskCommit | undefined {
  const [commit = "", parents = "", author = "", body = "", changes = ""] = entry.split("\x1f");
  const message = cleanMessage(body);
  if (parents.split(" ").length !== 1 || parents === "" || BOT.test(author) || !isDescriptive(message))
    return undefined;
  const rows = changes
    .split("\n")
    .filter((row) => row.includes("\t"))
    .map((row) => row.split("\t"));
  if (rows.length > MAX_TOUCHED) return undefined;
  const sources = rows.filter(([, path = ""]) => isTaskFile(path));
  const files = sources.filter(([status]) => status === "M").map(([, path = ""]) => path);
  if (files.length === 0 || sources.length > MAX_FILES) return undefined;
  return { commit, parent: parents, message, files };
}

/** Whether a path is source, and neither test, example, documentation nor generated. */
export function isTaskFile(path: string): boolean {
  if (!SOURCE_FILE.test(path) || /\.d\.[cm]?ts$/.test(path)) return false;
  return ["plain", "barrel", "compatibility"].includes(pathClass(path));
}

/** The message without trailers, addresses, hashes and issue numbers. */
function cleanMessage(body: string): string {
  return body
    .replace(TRAILER, "")
    .replace(/https?:\/\/\S+/g, "")
    .replace(/\(?#\d+\)?/g, "")
    .replace(/\b[0-9a-f]{7,40}\b/g, (word) => (/\d/.test(word) ? "" : word))
    .replace(/[ \t]+/g, " ")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function isDescriptive(message: string): boolean {
  const subject = message.split("\n")[0] ?? "";
  const words = queryTerms(subject).filter(({ weight }) => weight === 1);
  return !HOUSEKEEPING.test(subject) && words.length >= MIN_WORDS;
}
