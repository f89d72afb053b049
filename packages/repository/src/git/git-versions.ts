/**
 * Git's names as versions: a commit stands for the version that was built from it, or for one that is read from git's objects when it is
 * asked for. The latter's id follows from the commit, and lies far beyond any time: it is never taken for one of the ledger's.
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

export interface GitVersionsOptions {
  readonly rootPath: string;
  readonly storeDirectory: string;
  readonly settings: RepositorySettings;
  readonly ledger: Ledger;
  readonly workers: number | undefined;
}

/** To find a commit. */
const RESOLVE_MS = 10_000;
/** To read one, with all that was never indexed. */
const READ_MS = 600_000;
const DEFAULT_WORKERS = 2;
/** Of the file that remembers commits, sixty bytes each. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The first number that no millisecond of this age is, and how many follow it within fifteen digits. */
const FIRST_ID = 100_000_000_000_000n;
const IDS = 899_999_999_999_999n;
const ID_DIGITS = 16;

export class GitVersions implements VersionSource, GitRevisions {
  private readonly commits = new Map<VersionId, string>();
  /** What was staged when it was asked for. */
  private readonly staged = new Map<VersionId, StagedTree>();
  private readonly blobs: BlobIndex;
  private readonly revisions: LiveRevisions;

  constructor(private readonly options: GitVersionsOptions) {
    this.blobs = new BlobIndex(options.storeDirectory);
    this.revisions = new LiveRevisions(options.storeDirectory);
  }

  /** @returns `undefined` for what git does not know, and without git @throws {SdlError} `version_not_found` when git failed */
  async resolve(name: string): Promise<VersionId | undefined> {
    if (name === STAGED_NAME) return this.stagedVersion();
    const commit = await this.commitOf(name);
    return commit === undefined ? undefined : this.versionOf(commit);
  }

  commitOf(name: string): Promise<string | undefined> {
    return this.ask(RESOLVE_MS, (git) => git.resolve(name));
  }

  async manifest(id: VersionId): Promise<Manifest | undefined> {
    const commit = this.staged.get(id) ?? this.commits.get(id) ?? this.recall(id);
    if (commit === undefined) return undefined;
    const { rootPath, settings, ledger, workers = DEFAULT_WORKERS } = this.options;
    const { blobs, revisions } = this;
    const options = { rootPath, settings, ledger, workers, blobs, revisions };
    return this.ask(READ_MS, (git) => readCommitManifest(git, commit, options));
  }

  async names(): Promise<readonly string[]> {
    try {
      return (await this.ask(RESOLVE_MS, async (git) => git.refNames())) ?? [];
    } catch {
      return []; // whoever names one is told what is wrong
    }
  }

  async mergeBase(one: string, other: string): Promise<string | undefined> {
    return this.ask(RESOLVE_MS, async (git) => git.mergeBase(await git.resolve(one), await git.resolve(other)));
  }

  /**
   * The commits that tags and branches stand at: what others compare with. `undefined` where there may be some and git could not say; none
   * without git.
   */
  async tips(): Promise<ReadonlySet<string> | undefined> {
    try {
      return await withGit(this.options.rootPath, { deadlineMs: RESOLVE_MS }, (git) => git.tips());
    } catch (error) {
      if (error instanceof WorkspaceError) return new Set();
      if (!(error instanceof GitError)) throw error;
      return error.code === "UNAVAILABLE" ? new Set() : undefined;
    }
  }

  private async stagedVersion(): Promise<VersionId | undefined> {
    const tree = await this.ask(RESOLVE_MS, async (git) => git.staged());
    if (tree === undefined) return undefined;
    const id = foreignId(tree.id);
    this.staged.clear();
    this.staged.set(id, tree);
    return id;
  }

  /** The newest version that was built from the commit, else the one that stands for it. */
  private versionOf(commit: string): VersionId {
    for (const version of this.options.ledger.versions()) if (version.commit === commit) return version.id;
    const id = foreignId(commit);
    this.remember(id, commit);
    return id;
  }

  private remember(id: VersionId, commit: string): void {
    if (this.commits.get(id) === commit || this.recall(id) === commit) return;
    this.commits.set(id, commit);
    try {
      makeFolder(dirname(this.path));
      appendOwnFile(this.path, `${id} ${commit}\n`);
    } catch {
      // Another process will not know the id; the commit's own name works there.
      return;
    }
  }

  private recall(id: VersionId): string | undefined {
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

  private async ask<T>(deadlineMs: number, work: Parameters<typeof withGit<T>>[2]): Promise<T | undefined> {
    try {
      return await withGit(this.options.rootPath, { deadlineMs }, work);
    } catch (error) {
      if (error instanceof WorkspaceError) return undefined;
      if (!(error instanceof GitError)) throw error;
      if (error.code === "NOT_FOUND" || error.code === "REFUSED" || error.code === "UNAVAILABLE") return undefined;
      throw new SdlError("version_not_found", `git could not be asked: ${error.message}`, { cause: error });
    }
  }
}

/** The id of a version that is read from git. @param hash hexadecimal digits */
function foreignId(hash: string): VersionId {
  return parseVersionId(`v${FIRST_ID + (BigInt(`0x${hash.slice(0, ID_DIGITS)}`) % IDS)}`);
}
