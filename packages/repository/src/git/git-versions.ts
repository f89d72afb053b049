/**
 * Versions of git commits: a commit is represented by the version built from it, or by a version read from git's
 * objects on demand. The id of the latter is computed from the commit and is later than any time, so it never equals
 * the id of a ledger version.
 */
import { dirname, join } from "node:path";
import { type Ledger, makeFolder } from "@sdl/graph";
import { GitError, type StagedTree, WorkspaceError, withGit } from "@sdl/indexer";
import { parseVersionId, SdlError, type VersionId } from "@sdl/model";
import type { Manifest, VersionSource } from "../discovery/manifest.js";
import { appendOwnFile, readOwnFile } from "../machine/own-file.js";
import type { RepositorySettings } from "../settings.js";
import { BlobIndex } from "./blob-index.js";
import { readCommitManifest } from "./commit-manifest.js";
import { type GitRevisions, STAGED_NAME } from "./git-revisions.js";
import { LiveRevisions } from "./live-revisions.js";

/** Options of {@link GitVersions}. */
export interface GitVersionsOptions {
  readonly rootPath: string;
  readonly storeDirectory: string;
  readonly settings: RepositorySettings;
  readonly ledger: Ledger;
  readonly workers: number | undefined;
}

/** Deadline for resolving a commit. */
const RESOLVE_DEADLINE_MS = 10_000;
/** Deadline for reading a commit, with all its files that were never indexed. */
const READ_DEADLINE_MS = 600_000;
const DEFAULT_WORKERS = 2;
/** Size limit of the file that records commits, at sixty bytes each. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The first id that is no millisecond of this age, and the number of ids within fifteen digits. */
const FIRST_ID = 100_000_000_000_000n;
const ID_COUNT = 899_999_999_999_999n;
const ID_DIGITS = 16;

/** Resolves and reads versions of commits. */
export class GitVersions implements VersionSource, GitRevisions {
  private readonly commits = new Map<VersionId, string>();
  /** Staged trees, by the version id of the request. */
  private readonly staged = new Map<VersionId, StagedTree>();
  private readonly blobs: BlobIndex;
  private readonly revisions: LiveRevisions;

  constructor(private readonly options: GitVersionsOptions) {
    this.blobs = new BlobIndex(options.storeDirectory);
    this.revisions = new LiveRevisions(options.storeDirectory);
  }

  /**
   * Resolves a revision name. @returns `undefined` if git does not know it, or without git @throws {SdlError}
   * `version_not_found` if git failed
   */
  async resolve(name: string): Promise<VersionId | undefined> {
    if (name === STAGED_NAME) return this.stagedVersion();
    const commit = await this.resolveCommit(name);
    return commit === undefined ? undefined : this.versionOfCommit(commit);
  }

  resolveCommit(name: string): Promise<string | undefined> {
    return this.runGitTask(RESOLVE_DEADLINE_MS, (git) => git.resolve(name));
  }

  async manifest(id: VersionId): Promise<Manifest | undefined> {
    const commit = this.staged.get(id) ?? this.commits.get(id) ?? this.recallCommit(id);
    if (commit === undefined) return undefined;
    const { rootPath, settings, ledger, workers = DEFAULT_WORKERS } = this.options;
    const { blobs, revisions } = this;
    const options = { rootPath, settings, ledger, workers, blobs, revisions };
    return this.runGitTask(READ_DEADLINE_MS, (git) => readCommitManifest(git, commit, options));
  }

  async names(): Promise<readonly string[]> {
    try {
      return (await this.runGitTask(RESOLVE_DEADLINE_MS, async (git) => git.refNames())) ?? [];
    } catch {
      return []; // Without names here, the error is reported when a name is used.
    }
  }

  async mergeBase(one: string, other: string): Promise<string | undefined> {
    return this.runGitTask(RESOLVE_DEADLINE_MS, async (git) =>
      git.mergeBase(await git.resolve(one), await git.resolve(other)),
    );
  }

  /** The commits of tags and branches, which other versions are compared with. `undefined` if git failed; empty without git. */
  async tips(): Promise<ReadonlySet<string> | undefined> {
    try {
      return await withGit(this.options.rootPath, { deadlineMs: RESOLVE_DEADLINE_MS }, (git) => git.tips());
    } catch (error) {
      if (error instanceof WorkspaceError) return new Set();
      if (!(error instanceof GitError)) throw error;
      return error.code === "UNAVAILABLE" ? new Set() : undefined;
    }
  }

  private async stagedVersion(): Promise<VersionId | undefined> {
    const tree = await this.runGitTask(RESOLVE_DEADLINE_MS, async (git) => git.staged());
    if (tree === undefined) return undefined;
    const id = foreignId(tree.id);
    this.staged.clear();
    this.staged.set(id, tree);
    return id;
  }

  /** The newest version built from the commit, else the id that stands for the commit. */
  private versionOfCommit(commit: string): VersionId {
    for (const version of this.options.ledger.versions()) if (version.commit === commit) return version.id;
    const id = foreignId(commit);
    this.rememberCommit(id, commit);
    return id;
  }

  private rememberCommit(id: VersionId, commit: string): void {
    if (this.commits.get(id) === commit || this.recallCommit(id) === commit) return;
    this.commits.set(id, commit);
    try {
      makeFolder(dirname(this.path));
      appendOwnFile(this.path, `${id} ${commit}\n`);
    } catch {
      // Other processes will not know the id; the commit's name works there.
      return;
    }
  }

  private recallCommit(id: VersionId): string | undefined {
    try {
      for (const line of readOwnFile(this.path, MAX_BYTES).toString("latin1").split("\n")) {
        const [, known, commit] = /^(v\d{15}) ([0-9a-f]{40}|[0-9a-f]{64})$/.exec(line) ?? [];
        if (known === id && commit !== undefined) this.commits.set(id, commit);
      }
    } catch {
      return undefined;
    }
    return this.commits.get(id);
  }

  private get path(): string {
    return join(this.options.storeDirectory, "git", "versions");
  }

  private async runGitTask<T>(deadlineMs: number, work: Parameters<typeof withGit<T>>[2]): Promise<T | undefined> {
    try {
      return await withGit(this.options.rootPath, { deadlineMs }, work);
    } catch (error) {
      if (error instanceof WorkspaceError) return undefined;
      if (!(error instanceof GitError)) throw error;
      if (error.code === "NOT_FOUND" || error.code === "REFUSED" || error.code === "UNAVAILABLE") return undefined;
      throw new SdlError("version_not_found", `git failed: ${error.message}`, { cause: error });
    }
  }
}

/** The id of a version that is read from git. @param hash hexadecimal digits */
function foreignId(hash: string): VersionId {
  return parseVersionId(`v${FIRST_ID + (BigInt(`0x${hash.slice(0, ID_DIGITS)}`) % ID_COUNT)}`);
}
