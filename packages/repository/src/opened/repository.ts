/**
 * One repository, opened: what the action table works on. Knows no transport.
 */
import type { LedgerSnapshot } from "@sdl/graph";
import type { OwnConfig } from "@sdl/indexer";
import type { VersionId } from "@sdl/model";
import type { EmbeddingStatus } from "../derive/derivation.js";
import type { DraftedState } from "../drafts/draft-overlay.js";
import type { DraftSettings } from "../drafts/draft-request.js";
import type { Drafts } from "../drafts/drafts.js";
import type { ChosenModel } from "../embeddings/chosen-model.js";
import type { EmbeddingProgress } from "../embeddings/embed-texts.js";
import type { GitRevisions } from "../git/git-revisions.js";
import type { FileReason } from "../refresh/file-reason.js";
import type { Freshness, RefreshOptions, RefreshProgress, RefreshResult } from "../refresh/refresh-request.js";
import type { UpkeepOptions } from "../refresh/upkeep.js";
import type { SliceSessions } from "../session/slice-sessions.js";
import type { Suspicion } from "../soundness/sound-store.js";
import type { KeptVersion, PruneVersions } from "../versions/kept-version.js";
import type { PruneOutcome } from "../versions/pruner.js";
import type { RetentionPolicy } from "../versions/retention.js";

export interface RepositoryOptions extends UpkeepOptions {
  readonly repoId: string;
  /** Where the store lies; `<root>/.sdl` when absent. */
  readonly storeDirectory?: string;
  /** Why the store lies outside of the repository, for its warnings. */
  readonly storeReason?: string | undefined;
  /** Why the store is looked at, or set aside, before it is opened, whatever its stamp says. Default "none". */
  readonly suspicion?: Suspicion;
  /** How long a query waits for an index that this process is making. Default 20 s. */
  readonly patienceMs?: number | undefined;
  /** The sentence model that symbols are embedded by, asked whenever it matters; none when absent. */
  readonly model?: () => ChosenModel | undefined;
  /** What the user set of drafts, asked whenever it matters; the defaults when absent. */
  readonly draftSettings?: (() => DraftSettings) | undefined;
  /** Resolves once every call has ended that runs when it is asked: versions that nobody else is given are closed then. Default: after 30 s. */
  readonly callsEnd?: () => Promise<void>;
  /** Told what the user should know at once. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

export interface ImportResult {
  readonly versionId: VersionId;
  /** Whether a new version was made; not when the index said the same already. */
  readonly created: boolean;
}

export type Snapshot = LedgerSnapshot;

export interface Repository {
  readonly repoId: string;
  readonly rootPath: string;
  readonly storeDirectory: string;
  readonly readOnly: boolean;
  /** The slices that clients hold; `livePins()` are versions that must not be pruned. */
  readonly sessions: SliceSessions;
  /** Unsaved text of editors. */
  readonly drafts: Drafts;
  /**
   * Brings the ledger up to date with the disk. Calls that come before a refresh has looked at the files share it; later ones share the
   * next. A refresh is aborted when the signals of all its callers have fired, and the previous version stays.
   * @throws {SdlError} `busy`, `corrupt_store`, `internal`; an AbortError when the caller's own `signal` fires
   */
  refresh(options: RefreshOptions): Promise<RefreshResult>;
  /** Whether the store that was opened is still the one in its folder; otherwise this object is of no more use. */
  isInPlace(): boolean;
  /** Whether nobody but this program changed the store; may say no at the moment that another process writes. */
  isAsLeft(): boolean;
  /** What the user should know of the store, in sentences. */
  warnings(): readonly string[];
  /** Of {@link warnings}, what came about while it was opened; once, for the first answer. */
  takeNews(): readonly string[];
  /**
   * Waits for the index that this process is making, if it is making one. @throws {SdlError} `busy` when that takes longer than the
   * patience, with how far it is, and what making it throws
   */
  whenIndexed(signal: AbortSignal | undefined, onProgress?: (progress: RefreshProgress) => void): Promise<void>;
  /** Whether there is a version to query. */
  isIndexed(): boolean;
  /** Whether the index says what another worktree holds: the first refresh makes it this folder's, until then there is none to query. */
  isFork(): boolean;
  /** `undefined` when there is none. */
  latestVersion(): VersionId | undefined;
  /** The latest version, opened. The repository keeps it: callers close nothing. @throws {SdlError} `not_indexed` */
  snapshot(): Snapshot;
  /**
   * The latest version with the drafts on top; `undefined` where no draft counts. The repository keeps it: callers close nothing.
   * @throws {GraphError} `VERSION_EXPIRED` where others publish again and again
   */
  drafted(): Promise<DraftedState | undefined>;
  /**
   * The version of a name: `v…`, `@latest`, `@draft` (the latest with the drafts on top), `@latest~n` (the n-th kept one before the latest), or what the version source knows.
   * @throws {SdlError} `version_not_found`, with what is kept
   */
  resolveVersion(name: string): Promise<VersionId>;
  /**
   * The graph as it was at a version, opened; the latest one as it is, an older one made in memory. The repository keeps it: callers close
   * nothing. It is read through the latest version: after a newer one was published it answers `VERSION_EXPIRED`, and is asked for again.
   * @throws {SdlError} `version_not_found`, `busy`
   */
  snapshotAt(id: VersionId): Promise<Snapshot>;
  /** What git knows of the repository's revisions. */
  git(): GitRevisions;
  /** The versions that are kept, the newest first. @throws {SdlError} `not_indexed` */
  keptVersions(): Promise<readonly KeptVersion[]>;
  /** Which versions are kept: the settings, or the default. */
  readonly retention: RetentionPolicy;
  /** Takes out versions that the policy does not keep and nothing pins. @throws {SdlError} `not_indexed` @throws {GraphError} `STORE_READ_ONLY` */
  pruneVersions(request: PruneVersions): Promise<PruneOutcome>;
  /** What the last comparison or refresh found. */
  freshness(): Freshness;
  /** Compares now, by a walk over all stats. @throws {SdlError} `not_indexed` */
  compareWithDisk(): Promise<Freshness>;
  /** Whether another process has put into the index since what {@link compareWithDisk} found to differ: then the index is as it says it was compared. */
  hasCaughtUp(): boolean;
  /** Why files are in the index or not, also where there is no index yet. @param paths absolute, or relative to the root */
  explainFiles(paths: readonly string[]): Promise<readonly FileReason[]>;
  /** What the repository says of itself now, and what is wrong with it. @throws {WorkspaceError} `ROOT_UNREADABLE` */
  ownConfig(): OwnConfig;
  /** Makes the derived layers of the latest version, where they are missing, and does nothing else. @throws as {@link settle} */
  settleLayers(): Promise<void>;
  /**
   * Makes the derived layers of the latest version, where they are missing, and prunes. Both follow every refresh by themselves; a process
   * that is about to end waits here. With a sentence model symbols are embedded, too; what hinders that is no error, see {@link embeddings}.
   * @throws {SdlError} `corrupt_store`, `internal`
   */
  settle(onEmbedding?: (progress: EmbeddingProgress) => void): Promise<void>;
  /** Why the layers of the latest version could not be derived; `undefined` where they are there, or nobody tried. */
  derivationFault(): string | undefined;
  /** How it stands with the vectors of the user's sentence model; `undefined` without one. */
  embeddings(): EmbeddingStatus | undefined;
  /** The latest version as a portable file. @throws {SdlError} `not_indexed`, `corrupt_store` */
  exportIndex(): Promise<Uint8Array>;
  /**
   * Makes a portable file's version the latest; the next refresh goes on from it.
   * @throws {SdlError} `invalid_params` for a file that is none, or of another program's schema; `busy`
   */
  importIndex(file: Uint8Array): Promise<ImportResult>;
  /** Notes that nobody waits any more for the refresh that is under way; see {@link isUnfinished}. */
  leaveBehind(): void;
  /** Whether work is left that an answer spoke of: a refresh that nobody waited for, or derived layers of the latest version. */
  isUnfinished(): boolean;
  /** Bytes of the store on disk, with what it shares with other worktrees. */
  storeBytes(): number;
  close(): Promise<void>;
}
