/**
 * Repository reader: commits, trees and blobs, read by git from objects alone. Open it for one task and close it
 * afterwards. Invariants: every argument is a checked id or a constant; the repository's configuration is never read;
 * one deadline covers all requests.
 */

import type { BlobHash } from "../content/blob-id.js";
import { type FileChange, parseChanges } from "./changes.js";
import { readControlText } from "./control-text.js";
import { findGit } from "./find-git.js";
import { GitError } from "./git-error.js";
import { readStagedTree, type StagedTree } from "./index-file.js";
import { type GitLocation, locateBare, locateGit } from "./locate.js";
import { objectStores } from "./object-stores.js";
import {
  type Commit,
  type ObjectHead,
  parseCommit,
  parseContents,
  parseHeads,
  parseTree,
  type TreeEntry,
} from "./objects.js";
import { makePrivateDirectory, removePrivateDirectory, sweepPrivateDirectories } from "./private-directory.js";
import { isObjectId, RefReader } from "./refs.js";
import { parseRevisionName, type RevisionName } from "./revision-name.js";
import { type GitCommand, runGit } from "./run-git.js";

/** Options of opening a repository. */
export interface GitOptions {
  /** Search path of programs; default: the process's `PATH`. */
  readonly searchPath?: string;
  /** Deadline of all requests to this repository together, in milliseconds. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether the folder is a bare repository itself, as a mirror is. */
  readonly isBare?: boolean;
}

/** Limits of a log. */
export interface LogRange {
  readonly maxCommits: number;
  /** Seconds since the epoch. */
  readonly sinceSeconds: number;
}

const DEFAULT_DEADLINE_MS = 30_000;
const MEGABYTE = 1024 * 1024;
const MAX_TREE_BYTES = 256 * MEGABYTE;
const MAX_DIFF_BYTES = 64 * MEGABYTE;
/** Blobs are read in groups of about this many bytes. */
const GROUP_BYTES = 16 * MEGABYTE;
const GROUP_OBJECTS = 4096;
const MAX_SHALLOW_BYTES = 16 * MEGABYTE;
const SHORT_ID = /^[0-9a-f]{4,64}$/;
const DIFF_FORMAT = [
  "-r",
  "-c",
  "--combined-all-paths",
  "-z",
  "--raw",
  "--patch",
  "--unified=0",
  "--full-index",
  "-M",
  "--root",
];

/** Opens the repository around `root`. @throws {GitError} `UNAVAILABLE` @throws {WorkspaceError} `ROOT_UNREADABLE` */
function openGit(root: string, options: GitOptions = {}): GitRepository {
  const location = options.isBare === true ? locateBare(root) : locateGit(root);
  const program = findGit(options.searchPath ?? process.env["PATH"] ?? "", location.workTree);
  sweepPrivateDirectories();
  return new GitRepository(location, program, options);
}

/** Opens a repository, calls `work`, and closes it. @throws {GitError} @throws what `work` throws */
export async function withGit<T>(
  root: string,
  options: GitOptions,
  work: (git: GitRepository) => Promise<T>,
): Promise<T> {
  const git = openGit(root, options);
  try {
    return await work(git);
  } finally {
    git.close();
  }
}

/** The commit at HEAD of the repository around `root`: reads a few small files, does not run git. @throws {GitError} */
export function readGitHead(root: string): string | undefined {
  return new RefReader(locateGit(root)).head();
}

/** The branch at HEAD of the repository around `root`; `undefined` if HEAD is no branch. @throws {GitError} */
export function readGitBranch(root: string): string | undefined {
  return new RefReader(locateGit(root)).branch();
}

/** Reads the objects of one repository. */
export class GitRepository {
  readonly hash: BlobHash;
  private readonly refs: RefReader;
  private readonly stores: readonly string[];
  private readonly endsAtMs: number;
  private directory: string | undefined;

  constructor(
    readonly location: GitLocation,
    private readonly program: string,
    private readonly options: GitOptions,
  ) {
    this.refs = new RefReader(location);
    this.stores = objectStores(location.commonDirectory);
    this.hash = this.refs.head()?.length === 64 ? "sha256" : "sha1";
    this.endsAtMs = performance.now() + (options.deadlineMs ?? DEFAULT_DEADLINE_MS);
  }

  close(): void {
    if (this.directory !== undefined) removePrivateDirectory(this.directory);
    this.directory = undefined;
  }

  /** The commit at HEAD; `undefined` before the first commit. */
  head(): string | undefined {
    return this.refs.head();
  }

  /** The commit of a revision name, with tags peeled. @throws {GitError} `REFUSED`, `NOT_FOUND` and those of a run */
  async resolve(name: string): Promise<string> {
    const revision = parseRevisionName(name);
    const base = this.resolveBase(revision, name);
    const steps = revision.steps.map(({ kind, count }) => `${kind}${count}`).join("");
    const [found] = await this.checkObjects([`${base}^{commit}${steps}`]);
    if (found?.type !== "commit") throw noCommit(name);
    return found.id;
  }

  /** The commits of tags and branches, with tags peeled. */
  async tips(): Promise<ReadonlySet<string>> {
    const found = await this.checkObjects(this.refs.tips().map((id) => `${id}^{commit}`));
    return new Set(found.flatMap((head) => (head?.type === "commit" ? head.id : [])));
  }

  /** Names of branches and tags. */
  refNames(): readonly string[] {
    return this.refs.shortNames();
  }

  /** Best common ancestor; `undefined` if there is none, or a shallow clone hides it. */
  async mergeBase(one: string, other: string): Promise<string | undefined> {
    const args = [requireId(one), requireId(other)];
    try {
      const output = await this.run("merge-base", args, { maxBytes: MEGABYTE });
      return output.toString("latin1").trim().split("\n")[0] || undefined;
    } catch (error) {
      // The exit code does not tell "none" from "broken"; a broken repository fails again at the next request.
      if (error instanceof GitError && error.code === "FAILED") return undefined;
      throw error;
    }
  }

  /** Files, links and submodules below the root, in git's order. @throws {GitError} `NOT_FOUND` if the commit lacks the root */
  async tree(commit: string): Promise<TreeEntry[]> {
    const { prefix } = this.location;
    const tree = prefix === "" ? requireId(commit) : await this.subtree(commit, prefix);
    return parseTree(await this.run("ls-tree", ["-r", "-z", "--full-tree", tree], { maxBytes: MAX_TREE_BYTES }));
  }

  /** The blobs of a commit's files, in request order; `undefined` if the commit has no such file, or is not here. */
  async blobsOf(commit: string, paths: readonly string[]): Promise<(ObjectHead | undefined)[]> {
    const { prefix } = this.location;
    const asked = paths.filter((path) => !/[\n\0]/.test(path));
    const names = asked.map((path) => `${requireId(commit)}:${prefix === "" ? path : `${prefix}/${path}`}`);
    const heads = await this.checkObjects(names);
    const found = new Map(asked.map((path, i) => [path, heads[i]]));
    return paths.map((path) => (found.get(path)?.type === "blob" ? found.get(path) : undefined));
  }

  /**
   * The staged tree: the tree that a commit would have now.
   * @throws {GitError} as {@link readStagedTree}
   * @throws {WorkspaceError} without an index
   */
  staged(): StagedTree {
    return readStagedTree(this.location, this.hash);
  }

  /** Type and size of objects, in request order; `undefined` for missing ones. */
  async heads(ids: readonly string[]): Promise<(ObjectHead | undefined)[]> {
    return this.checkObjects(ids.map(requireId));
  }

  /** Contents of the existing blobs of at most `maxBytes` each, group by group. */
  async *blobs(
    ids: readonly string[],
    maxBytes: number,
  ): AsyncIterable<{ readonly id: string; readonly content: Buffer }> {
    yield* this.contents(await this.heads([...new Set(ids)]), maxBytes);
  }

  /** As {@link blobs}, of blobs whose sizes are known. */
  contents(
    heads: readonly (ObjectHead | undefined)[],
    maxBytes: number,
  ): AsyncIterable<{ readonly id: string; readonly content: Buffer }> {
    return this.readAll(heads, "blob", maxBytes);
  }

  /** Ids of a commit and its ancestors, newest first. */
  async log(commit: string, { maxCommits, sinceSeconds }: LogRange): Promise<string[]> {
    const range = [`--max-count=${Math.trunc(maxCommits)}`, `--max-age=${Math.max(0, Math.trunc(sinceSeconds))}`];
    const output = await this.run("rev-list", [...range, requireId(commit)], { maxBytes: 65 * (maxCommits + 1) });
    return output.toString("latin1").split("\n").filter(isObjectId);
  }

  /** The existing commits, in request order. */
  async commits(ids: readonly string[]): Promise<Commit[]> {
    const found: Commit[] = [];
    const heads = await this.heads(ids);
    for await (const { id, content } of this.readAll(heads, "commit", GROUP_BYTES))
      found.push(parseCommit(id, content));
    return found;
  }

  /**
   * Files and lines changed by commits. Renames are followed; for a merge, only differences from all parents are
   * listed. If the output for a set is too long or cannot be parsed, each half is requested separately; a single commit
   * of this kind has no changes.
   * @param patterns of paths, as `*.ts`
   */
  async changes(ids: readonly string[], patterns: readonly string[]): Promise<Map<string, FileChange[]>> {
    if (ids.length === 0) return new Map();
    const args = ["--stdin", ...DIFF_FORMAT, "--no-ext-diff", "--no-textconv", "--", ...patterns];
    try {
      const input = `${ids.map(requireId).join("\n")}\n`;
      return parseChanges(await this.run("diff-tree", args, { maxBytes: MAX_DIFF_BYTES, input }));
    } catch (error) {
      if (!(error instanceof GitError) || !["TOO_LARGE", "UNREADABLE"].includes(error.code)) throw error;
      if (ids.length === 1) return new Map();
      const middle = ids.length >>> 1;
      const first = await this.changes(ids.slice(0, middle), patterns);
      return new Map([...first, ...(await this.changes(ids.slice(middle), patterns))]);
    }
  }

  private resolveBase({ base }: RevisionName, name: string): string {
    const id = this.refs.find(base) ?? (SHORT_ID.test(base) ? base : undefined);
    if (id === undefined) throw noCommit(name);
    return id;
  }

  private async subtree(commit: string, prefix: string): Promise<string> {
    if (/[\n\0]/.test(prefix)) throw noRoot();
    const [found] = await this.checkObjects([`${requireId(commit)}:${prefix}`]);
    if (found?.type !== "tree") throw noRoot();
    return found.id;
  }

  private async checkObjects(lines: readonly string[]): Promise<(ObjectHead | undefined)[]> {
    if (lines.length === 0) return [];
    const input = `${lines.join("\n")}\n`;
    const maxBytes = lines.reduce((sum, line) => sum + 128 + 2 * line.length, 0);
    return parseHeads(await this.run("cat-file", ["--batch-check"], { maxBytes, input }));
  }

  /** Contents of objects of one type, with at most one group in memory. */
  private async *readAll(heads: readonly (ObjectHead | undefined)[], type: string, maxBytes: number) {
    let group: ObjectHead[] = [];
    let bytes = 0;
    for (const head of heads) {
      if (head?.type !== type || head.sizeBytes > maxBytes) continue;
      group.push(head);
      bytes += head.sizeBytes;
      if (bytes < GROUP_BYTES && group.length < GROUP_OBJECTS) continue;
      yield* await this.readGroup(group, bytes);
      group = [];
      bytes = 0;
    }
    if (group.length > 0) yield* await this.readGroup(group, bytes);
  }

  private async readGroup(heads: readonly ObjectHead[], bytes: number) {
    const input = heads.map(({ id }) => `${id}\n`).join("");
    const output = await this.run("cat-file", ["--batch"], { maxBytes: bytes + 128 * heads.length, input });
    const contents = parseContents(output, heads.length);
    return heads.flatMap(({ id }, i) => {
      const content = contents[i];
      return content === undefined ? [] : [{ id, content }];
    });
  }

  private run(
    command: GitCommand,
    args: readonly string[],
    limits: { maxBytes: number; input?: string },
  ): Promise<Buffer> {
    this.directory ??= makePrivateDirectory({ stores: this.stores, hash: this.hash, shallow: this.shallowCommits() });
    const deadlineMs = Math.max(1, Math.round(this.endsAtMs - performance.now()));
    const { program, directory } = this;
    return runGit({ program, directory, command, args, deadlineMs, signal: this.options.signal, ...limits });
  }

  private shallowCommits(): string[] {
    const text = readControlText(this.location.commonDirectory, "shallow", MAX_SHALLOW_BYTES) ?? "";
    return text.split("\n").filter(isObjectId);
  }
}

function requireId(id: string): string {
  if (isObjectId(id)) return id;
  throw new GitError("REFUSED", `${JSON.stringify(id.slice(0, 80))} is no object's id`);
}

function noCommit(name: string): GitError {
  return new GitError(
    "NOT_FOUND",
    `there is no commit ${JSON.stringify(name.slice(0, 80))}; pass a branch, a tag or an id`,
  );
}

function noRoot(): GitError {
  return new GitError("NOT_FOUND", "the commit does not have this folder");
}
