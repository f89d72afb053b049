/** Interface of an opened repository, which the action table uses. Knows no transport. */
import type { Ledger, LedgerSnapshot } from "@sdl/graph";
import type { OwnConfig } from "@sdl/indexer";
import type { VersionId } from "@sdl/model";
import type { EmbeddingStatus } from "../derive/derivation.js";
import type { DraftedState } from "../drafts/draft-overlay.js";
import type { DraftSettings } from "../drafts/draft-request.js";
import type { Drafts } from "../drafts/drafts.js";
import type { ChosenModel } from "../embeddings/chosen-model.js";
import type { EmbeddingProgress } from "../embeddings/embed-texts.js";
import type { GitRevisions } from "../git/git-revisions.js";
import type { FileReason } from "../refresh/explain/file-reason.js";
import type { Indexer, IndexerOptions } from "../refresh/indexer.js";
import type { Freshness, RefreshOptions, RefreshProgress, RefreshResult } from "../refresh/refresh-request.js";
import type { PullResult, PushResult, RemotePlace } from "../remote/remote-place.js";
import type { SliceSessions } from "../session/slice-sessions.js";
import type { Suspicion } from "../soundness/sound-store.js";
import type { FileContents } from "../source/file-contents.js";
import type { KeptVersion, PruneVersions } from "../versions/kept-version.js";
import type { PruneOutcome } from "../versions/pruner.js";
import type { RetentionPolicy } from "../versions/retention.js";

/** What brings an index up to date: the files of a work tree, or a remote's head. */
export type IndexUpdater = Pick<
  Indexer,
  "refresh" | "compare" | "hasCaughtUp" | "findCommit" | "readCommitAhead" | "explain" | "close"
>;

/** What a repository without a work tree has instead. */
export interface ServedIndex {
  readonly updater: IndexUpdater;
  readonly contents: FileContents;
  /** Sentences that every answer states: which commit it is of. */
  notes(): readonly string[];
}

/** Options of `openRepository`. */
export interface RepositoryOptions extends IndexerOptions {
  readonly repoId: string;
  /** Folder of the store; default `<root>/.sdl`. */
  readonly storeDirectory?: string;
  /** Why the store is outside of the repository, for warnings. */
  readonly storeReason?: string | undefined;
  /** Why the store is inspected, or set aside, before it is opened, whatever its stamp says. Default "none". */
  readonly suspicion?: Suspicion;
  /** How long a query waits for an index that this process is building, in milliseconds. Default 20 s. */
  readonly patienceMs?: number | undefined;
  /** Returns the sentence model for embedding symbols, read at each use; if absent, there is none. */
  readonly model?: () => ChosenModel | undefined;
  /** Returns the user's settings of drafts, read at each use; if absent, the defaults. */
  readonly draftSettings?: (() => DraftSettings) | undefined;
  /** Resolves when all calls that are running at that moment have ended: then unused versions are closed. Default: after 30 s. */
  readonly callsEnd?: () => Promise<void>;
  /** Returns the remote that a first index begins with; if absent, it begins with the files. */
  readonly remote?: (() => RemotePlace | undefined) | undefined;
  /** Called with messages that the user should see at once. */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** Set if the repository has no work tree; `rootPath` is then an empty folder. */
  readonly served?: ((ledger: Ledger) => ServedIndex) | undefined;
}

/** The version that an imported index became. */
export interface ImportResult {
  readonly versionId: VersionId;
  /** Whether a new version was created; false if the index had the same content already. */
  readonly created: boolean;
}

/** An open version. */
export type Snapshot = LedgerSnapshot;

/** An opened repository. */
export interface Repository {
  readonly repoId: string;
  readonly rootPath: string;
  readonly storeDirectory: string;
  readonly readOnly: boolean;
  /** What it has instead of a work tree; `undefined` if it has one. */
  readonly served: ServedIndex | undefined;
  /** The slices that clients hold; `livePins()` are versions that must not be pruned. */
  readonly sessions: SliceSessions;
  /** Unsaved text of editors. */
  readonly drafts: Drafts;
  /**
   * Updates the ledger to the disk's state. Calls that arrive before a refresh has read the files share it; later ones
   * share the next. If the signals of all its callers fire, a refresh is aborted, and the previous version stays.
   * @throws {SdlError} `busy`, `corrupt_store`, `internal`; an AbortError if the caller's own `signal` fires
   */
  refresh(options: RefreshOptions): Promise<RefreshResult>;
  /** Whether the opened store is still the one in its folder; if not, this object cannot be used any more. */
  isInPlace(): boolean;
  /** Whether only this program changed the store; may be false while another process writes. */
  isAsLeft(): boolean;
  /** Warnings about the store for the user, as sentences. */
  warnings(): readonly string[];
  /** The part of {@link warnings} that arose while the store was opened; returned once, for the first answer. */
  drainWarnings(): readonly string[];
  /**
   * Waits for the index, if this process is building it.
   * @throws {SdlError} `busy` with the progress, if that takes too long, or the error of building it
   */
  whenIndexed(signal: AbortSignal | undefined, onProgress?: (progress: RefreshProgress) => void): Promise<void>;
  /** Whether there is a version to query. */
  isIndexed(): boolean;
  /** Whether the index still has another worktree's content: then there is no version to query until the first refresh. */
  isFork(): boolean;
  /** The latest version; `undefined` if there is none. */
  latestVersion(): VersionId | undefined;
  /** A snapshot of the latest version. The repository owns it: callers must not close it. @throws {SdlError} `not_indexed` */
  snapshot(): Snapshot;
  /**
   * The latest version with the drafts on top; `undefined` if no draft counts. The repository owns it: callers must not
   * close it.
   * @throws {GraphError} `VERSION_EXPIRED` if other processes keep publishing
   */
  drafted(): Promise<DraftedState | undefined>;
  /**
   * The version of a name: `v…`, `@latest`, `@draft` (the latest with the drafts on top), `@latest~n` (the n-th kept
   * one before the latest), or a name that the version source knows.
   * @throws {SdlError} `version_not_found`, with the kept versions
   */
  resolveVersion(name: string): Promise<VersionId>;
  /**
   * A snapshot of a version: the latest from the ledger, an older one built in memory. The repository owns it: callers
   * must not close it. It reads through the latest version: after a newer one is published it throws `VERSION_EXPIRED`,
   * and must be requested again.
   * @throws {SdlError} `version_not_found`, `busy`
   */
  snapshotAt(id: VersionId): Promise<Snapshot>;
  /** The repository's revisions in git. */
  git(): GitRevisions;
  /** The kept versions, newest first. @throws {SdlError} `not_indexed` */
  keptVersions(): Promise<readonly KeptVersion[]>;
  /** The retention policy: from the settings, or the default. */
  readonly retention: RetentionPolicy;
  /** Deletes versions that neither the policy nor a pin keeps. @throws {SdlError} `not_indexed` @throws {GraphError} `STORE_READ_ONLY` */
  pruneVersions(request: PruneVersions): Promise<PruneOutcome>;
  /** Result of the last comparison or refresh. */
  freshness(): Freshness;
  /** Compares the index with the disk now, by walking all stats. @throws {SdlError} `not_indexed` */
  compareWithDisk(): Promise<Freshness>;
  /** Whether another process has since indexed the differences that {@link compareWithDisk} found. */
  hasCaughtUp(): boolean;
  /** Why files are indexed or not; works without an index. @param paths absolute, or relative to the root */
  explainFiles(paths: readonly string[]): Promise<readonly FileReason[]>;
  /** The repository's current own configuration, with its problems. @throws {WorkspaceError} `ROOT_UNREADABLE` */
  ownConfig(): OwnConfig;
  /** Derives missing layers of the latest version only. @throws as {@link settle} */
  settleLayers(): Promise<void>;
  /**
   * Derives missing layers of the latest version, and prunes. Both follow every refresh automatically; a process that
   * is about to end waits here. With a sentence model, symbols are embedded too; a failure of that is not thrown, see
   * {@link embeddings}.
   * @throws {SdlError} `corrupt_store`, `internal`
   */
  settle(onEmbedding?: (progress: EmbeddingProgress) => void): Promise<void>;
  /** Why the layers of the latest version could not be derived; `undefined` if they exist or no run was tried. */
  derivationFault(): string | undefined;
  /** Status of the vectors of the user's sentence model; `undefined` without a model. */
  embeddings(): EmbeddingStatus | undefined;
  /** Exports the latest version as a portable file. @throws {SdlError} `not_indexed`, `corrupt_store` */
  exportIndex(): Promise<Uint8Array>;
  /**
   * Makes a portable file's version the latest; the next refresh continues from it.
   * @throws {SdlError} `invalid_params` if the file is invalid, or of another program's schema; `busy`
   */
  importIndex(file: Uint8Array): Promise<ImportResult>;
  /**
   * Pushes the latest version to a remote.
   * @param branch the branch whose head is moved; default: the one at HEAD
   * @throws {SdlError} `not_indexed`; `version_not_found` if the files equal no commit; the remote's errors
   */
  pushIndex(remote: RemotePlace, branch: string | undefined): Promise<PushResult>;
  /**
   * Makes the remote's version nearest to HEAD the latest; the next refresh continues from it.
   * @throws {SdlError} `version_not_found` if that version is damaged; the remote's errors; `busy`
   */
  pullIndex(remote: RemotePlace): Promise<PullResult>;
  /** Records that no caller waits any more for the running refresh; see {@link isUnfinished}. */
  markUnawaited(): void;
  /** Whether work remains that an answer announced: a refresh that no caller waited for, or derived layers of the latest version. */
  isUnfinished(): boolean;
  /** Size of the store on disk in bytes, including parts shared with other worktrees. */
  storeBytes(): number;
  close(): Promise<void>;
}
