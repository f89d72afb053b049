/**
 * Commit that equals a version's files: HEAD, if every indexed file is as in HEAD and none is missing. Compares blob
 * ids only; reads no work tree, and an uncertain file counts as different.
 */
import {
  type BlobHash,
  blobIdOf,
  isOutlined,
  readFileInRoot,
  readGitHead,
  WorkspaceError,
  withGit,
} from "@sdl/indexer";
import type { Language } from "@sdl/model";
import { isGitFault } from "../git-faults.js";
import { type CommitFiles, type CommitFilesOptions, readCommitFiles } from "./commit-files.js";

/** The files of a version about to be published. */
export interface IndexedFiles {
  readonly files: Iterable<{ readonly path: string; readonly language: Language; readonly factsKey: string }>;
  /** Texts of configuration files, by path. */
  readonly configs: ReadonlyMap<string, string>;
  /** Blob ids of the configuration files just read, by path. */
  readonly configBlobs: ReadonlyMap<string, string>;
}

/** Longest wait of a refresh for git, in milliseconds; afterwards the version records no commit. */
const DEADLINE_MS = 2000;
/** The same for reading ahead of a first version, beside threads that use all processors. */
const FIRST_DEADLINE_MS = 10_000;
/** Maximum number of files compared byte by byte, because they were left out after reading (minified, binary). */
const MAX_UNINDEXED = 200;

/** Finds the commit that equals the indexed files. */
export class CleanCommit {
  private known: { readonly commit: string; readonly files: Promise<CommitFiles> } | undefined;

  constructor(private readonly options: CommitFilesOptions & { readonly maxFileBytes: number }) {}

  /** How the repository's git hashes contents; `undefined` without a repository. */
  blobHash(): BlobHash | undefined {
    try {
      return readGitHead(this.options.rootPath)?.length === 64 ? "sha256" : "sha1";
    } catch (error) {
      return ignoreGit(error);
    }
  }

  /**
   * Begins to read HEAD's files unless they are known, so that {@link find} need not wait for git. If reading fails,
   * {@link find} reads again. Throws no errors of git.
   */
  readAhead({ isFirst }: { readonly isFirst: boolean }): void {
    try {
      const head = readGitHead(this.options.rootPath);
      if (head !== undefined) void this.commitFilesOf(head, isFirst ? FIRST_DEADLINE_MS : DEADLINE_MS);
    } catch (error) {
      ignoreGit(error);
    }
  }

  /**
   * Finds the commit. @returns `undefined` if the files equal no commit, or that is uncertain. Throws no errors of git.
   */
  async find(indexed: IndexedFiles): Promise<string | undefined> {
    try {
      const head = readGitHead(this.options.rootPath);
      if (head === undefined) return undefined;
      return this.isSame(indexed, await this.commitFilesOf(head), head.length === 64 ? "sha256" : "sha1")
        ? head
        : undefined;
    } catch (error) {
      return ignoreGit(error);
    }
  }

  /** The files of a commit; those read last are kept, unless reading failed. */
  private commitFilesOf(commit: string, deadlineMs = DEADLINE_MS): Promise<CommitFiles> {
    if (this.known?.commit === commit) return this.known.files;
    const { rootPath } = this.options;
    const files = withGit(rootPath, { deadlineMs }, (git) => readCommitFiles(git, commit, this.options));
    const known = { commit, files };
    this.known = known;
    files.catch(() => {
      if (this.known === known) this.known = undefined;
    });
    return files;
  }

  private isSame(indexed: IndexedFiles, { files, configs }: CommitFiles, hash: BlobHash): boolean {
    const { blobs } = this.options;
    const seen = new Set<string>();
    for (const { path, language, factsKey } of indexed.files) {
      const file = files.get(path);
      if (file === undefined || blobs.find(file.blob, { path, language })?.factsKey !== factsKey) return false;
      seen.add(path);
    }
    if (files.size - seen.size > MAX_UNINDEXED || configs.size !== indexed.configs.size) return false;
    for (const [path, text] of indexed.configs) {
      const blob = configs.get(path);
      const isSame = isOutlined(path)
        ? blob !== undefined && this.hasSameOutline(path, blob, { hash, read: indexed.configBlobs.get(path) })
        : blob === blobIdOf(Buffer.from(text), hash);
      if (!isSame) return false;
    }
    return [...files.values()].every((file) => seen.has(file.path) || this.isOnDisk(file.path, file.blob, hash));
  }

  /** Whether a configuration file's stored outline equals the blob's. @param read the blob id of the file just read */
  private hasSameOutline(
    path: string,
    blob: string,
    { hash, read }: { hash: BlobHash; read: string | undefined },
  ): boolean {
    return read === undefined ? this.isOnDisk(path, blob, hash) : read === blob;
  }

  private isOnDisk(path: string, blob: string, hash: BlobHash): boolean {
    const { rootPath, maxFileBytes } = this.options;
    try {
      return blobIdOf(readFileInRoot(rootPath, path, { maxBytes: maxFileBytes }).bytes, hash) === blob;
    } catch (error) {
      if (error instanceof WorkspaceError) return false;
      throw error;
    }
  }
}

function ignoreGit(error: unknown): undefined {
  if (isGitFault(error)) return undefined;
  throw error;
}
