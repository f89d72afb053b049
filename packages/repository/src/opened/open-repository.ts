/** Opens a repository: its ledger, its extraction pool, and its refreshes, one at a time. */
import { once } from "node:events";
import { join } from "node:path";
import { dataFileBytes, findUsedLayers, type Ledger, listSetAside } from "@sdl/graph";
import { type OwnConfig, ownConfigOf } from "@sdl/indexer";
import { CACHE_BYTES, SdlError, type VersionId } from "@sdl/model";
import { Derivation, type EmbeddingStatus } from "../derive/derivation.js";
import { discoverOptions } from "../discovery/discovery.js";
import { type DraftedState, DraftOverlay } from "../drafts/draft-overlay.js";
import { Drafts } from "../drafts/drafts.js";
import type { EmbeddingProgress } from "../embeddings/embed-texts.js";
import { GitVersions } from "../git/git-versions.js";
import { LiveRevisions } from "../git/live-revisions.js";
import { type LeaseHolder, LeaseTaken, leaseHolder, withLease } from "../machine/lease.js";
import { requireLimits } from "../machine/limits.js";
import type { FileReason } from "../refresh/explain/file-reason.js";
import { Indexer } from "../refresh/indexer.js";
import type { Freshness, RefreshOptions, RefreshProgress, RefreshResult } from "../refresh/refresh-request.js";
import type { PullResult, PushResult, RemotePlace } from "../remote/remote-place.js";
import { SliceSessions } from "../session/slice-sessions.js";
import { openSoundly } from "../soundness/open-soundly.js";
import { describeSetAside, indexerLease, type SetAsideStore } from "../soundness/sound-store.js";
import { deleteUnusedStores } from "../soundness/worktree-store.js";
import type { KeptVersion, PruneVersions } from "../versions/kept-version.js";
import { DRAFT_NAME } from "../versions/names.js";
import { packLedger } from "../versions/pack-ledger.js";
import { type PruneOutcome, Pruner } from "../versions/pruner.js";
import { DEFAULT_RETENTION, type RetentionPolicy } from "../versions/retention.js";
import { sweepFacts } from "../versions/sweep-facts.js";
import { Tidying } from "../versions/tidying.js";
import { Versions } from "../versions/versions.js";
import { blocked, LEASE_WAIT_MS, limitedWait } from "./blocked-refresh.js";
import { HeldSnapshot } from "./held-snapshot.js";
import { importIndex } from "./import-index.js";
import { IndexExchange } from "./index-exchange.js";
import type { ImportResult, IndexUpdater, Repository, RepositoryOptions, ServedIndex, Snapshot } from "./repository.js";
import { SharedRefresh, type SharedRun } from "./shared-refresh.js";
import { stillIndexing } from "./still-indexing.js";

/** Longest wait of a query, in milliseconds: some clients give up soon after. */
const PATIENCE_MS = 20_000;
const VERSION_ID = /^v\d{1,15}$/;

/** Opens the repository. @throws {SdlError} `corrupt_store` and other errors of the store */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  requireLimits();
  const { rootPath } = options;
  const directory = options.storeDirectory ?? join(rootPath, ".sdl");
  const { suspicion = "none", now = Date.now } = options;
  const factsCacheBytes = options.answersOnce === true ? CACHE_BYTES.commandFacts : undefined;
  const { ledger, setAside } = await openSoundly({ directory, rootPath, suspicion, now, factsCacheBytes });
  const repository = new OpenRepository(options, directory, ledger, setAside);
  if (setAside !== undefined) {
    options.onNotice?.(describeSetAside(setAside));
    repository.rebuild();
  } else if (isUnfinished(ledger, directory)) repository.rebuild();
  return repository;
}

/** Whether a process set the store aside and ended before it had rebuilt the index. */
function isUnfinished(ledger: Ledger, directory: string): boolean {
  return !ledger.isReadOnly && ledger.latestVersion() === undefined && listSetAside(directory).length > 0;
}

class OpenRepository implements Repository {
  private loadedIndexer: IndexUpdater | undefined;
  private readonly refreshes = new SharedRefresh((run) => this.refreshNow(run));
  private readonly closing = new AbortController();
  private known: Freshness | undefined;
  /** Whether the index still has the content of another worktree. */
  private belongsToOtherWorktree: boolean;
  readonly sessions: SliceSessions;
  private hasNewWarnings: boolean;
  private rebuilding: Promise<unknown> | undefined;
  private isUnawaited = false;
  private readonly derivation: Derivation;
  private readonly latest: HeldSnapshot;
  private readonly versions: Versions;
  readonly drafts: Drafts;
  private readonly overlay: DraftOverlay;
  private gitVersions: GitVersions | undefined;
  private readonly pruner: Pruner;
  private readonly tidying: Tidying;
  private readonly exchange: IndexExchange;
  readonly served: ServedIndex | undefined;

  constructor(
    private readonly options: RepositoryOptions,
    readonly storeDirectory: string,
    private readonly ledger: Ledger,
    private readonly setAside: SetAsideStore | undefined,
  ) {
    this.hasNewWarnings = setAside !== undefined;
    this.belongsToOtherWorktree = ledger.isFork();
    this.served = options.served?.(ledger);
    this.derivation = new Derivation({
      directory: storeDirectory,
      rootPath: options.rootPath,
      ledger,
      model: options.model,
      now: () => this.now(),
      onFault: (fault) => options.onFault?.(fault),
    });
    this.sessions = new SliceSessions({
      ...{ directory: storeDirectory, isOneOfMany: this.served !== undefined },
      canWrite: !ledger.isReadOnly,
      now: () => this.now(),
    });
    const source = {
      resolve: (name: string) => this.git().resolve(name),
      manifest: (id: VersionId) => this.git().manifest(id),
    };
    this.latest = new HeldSnapshot(ledger, options.callsEnd);
    this.versions = new Versions(ledger, options.repoId, source, options.callsEnd);
    this.drafts = new Drafts({
      ...{ rootPath: options.rootPath, storeDirectory, settings: options.settings ?? {} },
      canWrite: !ledger.isReadOnly,
      draftSettings: options.draftSettings,
      now: () => this.now(),
      onFault: (fault) => options.onFault?.(fault),
      prepare: (drafts) => this.overlay.difference(drafts),
      warm: (path, facts) => {
        this.indexer.readCommitAhead();
        return this.overlay.warm(path, facts);
      },
    });
    this.overlay = new DraftOverlay(ledger, this.drafts, options.callsEnd);
    this.pruner = new Pruner(
      ledger,
      () => this.sessions.livePins(),
      () => this.git().tips(),
    );
    this.tidying = new Tidying((signal) => this.tidy(signal));
    this.exchange = new IndexExchange({
      ...{ ...options, ledger, storeDirectory },
      settle: () => this.settleLayers(),
    });
  }

  get repoId(): string {
    return this.options.repoId;
  }

  get rootPath(): string {
    return this.options.rootPath;
  }

  get readOnly(): boolean {
    return this.ledger.isReadOnly;
  }

  isInPlace(): boolean {
    return this.ledger.isInPlace();
  }

  isAsLeft(): boolean {
    // The process that indexes now found the store sound.
    return this.ledger.isUnchangedByOthers() || leaseHolder(indexerLease(this.storeDirectory)) !== undefined;
  }

  warnings(): readonly string[] {
    const setAside = this.setAside === undefined ? [] : [describeSetAside(this.setAside)];
    const readOnly = "The store cannot be written: this repository can be queried, not indexed.";
    const { hindrance } = this.known ?? {};
    const { storeReason } = this.options;
    return [
      ...(storeReason === undefined ? [] : [storeReason]),
      ...setAside,
      ...(this.readOnly ? [readOnly] : []),
      ...(hindrance === undefined ? [] : [sentence(hindrance)]),
      ...(this.ledger.derived.derivedByNewer().layers ? [sentence(this.derivation.fault ?? "")] : []),
    ];
  }

  drainWarnings(): readonly string[] {
    if (!this.hasNewWarnings || this.setAside === undefined) return [];
    this.hasNewWarnings = false;
    return [describeSetAside(this.setAside)];
  }

  /** Starts to rebuild an index whose store was empty when it was opened; queries wait for it. */
  rebuild(): void {
    const { signal } = this.closing;
    this.rebuilding = this.refresh({ mode: "incremental", reason: "the store was damaged", isAutomatic: true, signal });
    // Queries that wait for the rebuild report its error.
    this.rebuilding.catch(() => undefined);
  }

  async whenIndexed(signal: AbortSignal | undefined, onProgress?: (progress: RefreshProgress) => void): Promise<void> {
    if (this.isIndexed() || (this.rebuilding === undefined && !this.refreshes.isRunning)) return;
    const patience = new AbortController();
    const { patienceMs = PATIENCE_MS } = this.options;
    const timer = patienceMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => patience.abort(), patienceMs);
    try {
      const both = signal === undefined ? patience.signal : AbortSignal.any([signal, patience.signal]);
      await this.waitForRebuild(both, onProgress);
    } catch (error) {
      if (!patience.signal.aborted || signal?.aborted === true) throw error;
      this.markUnawaited();
      throw stillIndexing(this.repoId, this.refreshes.state());
    } finally {
      clearTimeout(timer);
    }
  }

  refresh(options: RefreshOptions): Promise<RefreshResult> {
    const { waitMs, onProgress } = options;
    const onNotice = (message: string) =>
      onProgress?.({ phase: "wait", done: 0, total: 0, doneBytes: 0, totalBytes: 0, message });
    return this.refreshes.refresh({ ...options, onBlocked: this.limitWait(waitMs, onNotice) });
  }

  isIndexed(): boolean {
    return this.latestVersion() !== undefined;
  }

  latestVersion(): VersionId | undefined {
    return this.isFork() ? undefined : this.ledger.latestVersion()?.id;
  }

  isFork(): boolean {
    // Another process may have compared it with the files meanwhile.
    if (this.belongsToOtherWorktree) this.belongsToOtherWorktree = this.ledger.isFork();
    return this.belongsToOtherWorktree;
  }

  snapshot(): Snapshot {
    this.requireIndex();
    return this.latest.current();
  }

  async drafted(): Promise<DraftedState | undefined> {
    this.requireIndex();
    return this.overlay.current();
  }

  async resolveVersion(name: string): Promise<VersionId> {
    await this.whenIndexed(undefined);
    this.requireIndex();
    if (name === DRAFT_NAME) return (await this.overlay.current())?.graph.version ?? this.snapshot().version;
    const drafted = VERSION_ID.test(name) ? await this.overlay.at(name as VersionId) : undefined;
    return drafted?.version ?? this.versions.resolve(name);
  }

  async snapshotAt(id: VersionId): Promise<Snapshot> {
    this.requireIndex();
    return (await this.overlay.at(id)) ?? this.versions.snapshotAt(id);
  }

  git(): GitVersions {
    const { options, storeDirectory, ledger } = this;
    const { rootPath, settings = {}, workers } = options;
    this.gitVersions ??= new GitVersions({ rootPath, storeDirectory, settings, ledger, workers });
    return this.gitVersions;
  }

  async keptVersions(): Promise<readonly KeptVersion[]> {
    await this.whenIndexed(undefined);
    this.requireIndex();
    const reasons = await this.pruner.reasons(this.retention, this.now());
    return this.ledger.retention.versionSizes().map(({ record, ownBytes }) => {
      const keptBy = reasons.get(record.id);
      return { record, ownBytes, ...(keptBy === undefined ? {} : { keptBy }) };
    });
  }

  get retention(): RetentionPolicy {
    const { versions = DEFAULT_RETENTION.versions, days = DEFAULT_RETENTION.days } =
      this.options.settings?.retention ?? {};
    return { versions, days };
  }

  async pruneVersions({ policy = this.retention, dryRun = false }: PruneVersions): Promise<PruneOutcome> {
    await this.whenIndexed(undefined);
    this.requireIndex();
    await this.refreshes.idle();
    await this.tidying.interrupt();
    return this.indexAlone(async () => {
      const pruned = await this.pruner.prune({ policy, dryRun, nowMs: this.now() });
      return { ...pruned, freedBytes: pruned.freedBytes + (await this.sweep({ dryRun })) };
    });
  }

  freshness(): Freshness {
    this.derivation.scheduleIfMissing();
    return this.known ?? { checkedAtMs: this.latestMs(), staleFiles: 0, staleNames: [] };
  }

  async compareWithDisk(): Promise<Freshness> {
    const checkedAtMs = this.now();
    this.known = { checkedAtMs, ...(await this.indexer.compare()) };
    return this.known;
  }

  hasCaughtUp(): boolean {
    if (this.known === undefined || !this.indexer.hasCaughtUp()) return false;
    this.known = { checkedAtMs: this.known.checkedAtMs, staleFiles: 0, staleNames: [] };
    return true;
  }

  async explainFiles(paths: readonly string[]): Promise<readonly FileReason[]> {
    return this.indexer.explain(paths);
  }

  ownConfig(): OwnConfig {
    const { rootPath, settings = {} } = this.options;
    return ownConfigOf(rootPath, discoverOptions(settings)).config;
  }

  settleLayers(): Promise<void> {
    return this.derivation.settleLayers();
  }

  async settle(onEmbedding?: (progress: EmbeddingProgress) => void): Promise<void> {
    await this.derivation.settle(onEmbedding);
    await this.tidying.settle();
  }

  derivationFault(): string | undefined {
    return this.derivation.fault;
  }

  embeddings(): EmbeddingStatus | undefined {
    return this.derivation.embeddingStatus();
  }

  async exportIndex(): Promise<Uint8Array> {
    await this.whenIndexed(undefined);
    this.requireIndex();
    return this.ledger.exportVersion();
  }

  async importIndex(file: Uint8Array): Promise<ImportResult> {
    const { version, created } = await this.replaceIndex(() => importIndex(this.ledger, file, this.now()));
    if (created) this.derivation.scheduleAfterPublish();
    return { versionId: version, created };
  }

  async pushIndex(remote: RemotePlace, branch: string | undefined): Promise<PushResult> {
    await this.whenIndexed(undefined);
    this.requireIndex();
    return this.exchange.push(remote, { commit: await this.indexer.findCommit(), branch });
  }

  async pullIndex(remote: RemotePlace): Promise<PullResult> {
    const result = await this.replaceIndex(() => this.exchange.pull(remote));
    if (result.status === "pulled") this.derivation.scheduleAfterPublish();
    return result;
  }

  markUnawaited(): void {
    this.isUnawaited = true;
  }

  isUnfinished(): boolean {
    return !this.readOnly && (this.isUnawaited || this.derivation.lacksLayers());
  }

  storeBytes(): number {
    const shared = [...findUsedLayers([this.storeDirectory])].map(dataFileBytes);
    return shared.reduce((sum, bytes) => sum + bytes, this.ledger.sizeBytes());
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.latest.close();
    await this.sessions.close();
    await this.derivation.close();
    await this.tidying.close();
    await this.refreshes.idle();
    await this.loadedIndexer?.close();
    await this.overlay.close();
    await this.drafts.close();
    await this.versions.close();
    await this.ledger.close();
  }

  /** Runs work that publishes another machine's version; the next refresh compares the files with the disk. */
  private async replaceIndex<T>(work: () => Promise<T>): Promise<T> {
    await this.refreshes.idle();
    const done = await this.indexAlone(() => this.claimIndex(work));
    this.known = undefined;
    return done;
  }

  private requireIndex(): void {
    if (!this.isIndexed()) throw this.notIndexed();
  }

  private notIndexed(): SdlError {
    return new SdlError("not_indexed", `${this.repoId} has no index yet; refresh it first`);
  }

  private async refreshNow(run: SharedRun): Promise<RefreshResult> {
    await this.tidying.interrupt();
    const { signal } = run;
    await this.yieldToDrafts(run);
    let checkedAtMs = this.now();
    let isPulled = false;
    const work = async () => {
      signal.throwIfAborted();
      isPulled = !this.isIndexed() && !this.isFork() && (await this.exchange.pullFirst());
      checkedAtMs = this.now();
      const { whenAskedFor } = run;
      return this.indexer.refresh({
        ...run.begin(),
        ...{ signal, whenAskedFor },
        onProgress: (progress) => run.onProgress(progress),
      });
    };
    const result = await this.indexAlone(() => this.claimIndex(work), {
      signal,
      onBlocked: (holder) => run.onBlocked(holder),
    });
    this.known = { checkedAtMs, staleFiles: 0, staleNames: [] };
    this.isUnawaited = false;
    if (result.created || isPulled) {
      await this.drafts.renewDifference();
      this.derivation.scheduleAfterPublish();
      this.tidying.scheduleAfterPublish();
    }
    return result;
  }

  /** Gives way to drafts being parsed, since their editor waits; nobody waits for the changed files yet. */
  private async yieldToDrafts({ signal, whenAskedFor }: SharedRun): Promise<void> {
    const isOver = AbortSignal.any([signal, whenAskedFor]);
    if (isOver.aborted) return;
    await Promise.race([this.drafts.whenParsed(), once(isOver, "abort")]);
  }

  /** Runs work that makes the index reflect this folder. @param work the refresh or import */
  private async claimIndex<T>(work: () => Promise<T>): Promise<T> {
    const done = await work();
    if (this.isFork()) this.ledger.endFork();
    return done;
  }

  /** Waits for the running rebuild. @throws the rebuild's error @throws the signal's reason */
  private async waitForRebuild(signal: AbortSignal, onProgress?: (progress: RefreshProgress) => void): Promise<void> {
    if (this.refreshes.isRunning) await this.refreshes.attend({ signal, onProgress, onBlocked: this.limitWait() });
    // A failed rebuild is not reported here: the next query reports the error.
    else await this.rebuilding;
  }

  private limitWait(waitMs = LEASE_WAIT_MS, onNotice = this.options.onNotice): (holder: LeaseHolder) => void {
    return limitedWait({ repoId: this.repoId, waitMs, onNotice: onNotice ?? (() => undefined) });
  }

  private async tidy(signal: AbortSignal): Promise<void> {
    if (this.readOnly || !this.isIndexed()) return;
    const path = indexerLease(this.storeDirectory);
    // The process that indexes now tidies afterwards.
    await withLease({ path, patienceMs: 0, signal, now: () => this.now() }, async () => {
      await this.pruner.prune({ policy: this.retention, dryRun: false, nowMs: this.now(), signal });
      await this.sweep({ signal });
      await packLedger(this.ledger, signal);
    });
    await deleteUnusedStores({ directory: this.storeDirectory, rootPath: this.rootPath, now: () => this.now() });
  }

  /** Removes facts that no version and no recently used git revision needs. @returns bytes freed */
  private async sweep(options: { readonly dryRun?: boolean; readonly signal?: AbortSignal }): Promise<number> {
    const live = new LiveRevisions(this.storeDirectory).facts();
    return sweepFacts(this.ledger, { ...options, isNeeded: (key) => live.has(key) });
  }

  /** Runs `work` while no other process indexes; afterwards most of it may be done. @throws {SdlError} `busy` when the wait is over */
  private async indexAlone<T>(
    work: () => Promise<T>,
    wait: Pick<SharedRun, "onBlocked"> & { readonly signal?: AbortSignal } = { onBlocked: this.limitWait() },
  ): Promise<T> {
    if (this.readOnly) return work();
    const path = indexerLease(this.storeDirectory);
    const { signal, onBlocked } = wait;
    // A caller that waits reports the end of the wait itself.
    const patienceMs = Number.POSITIVE_INFINITY;
    const done = await withLease({ path, patienceMs, signal, onBlocked, now: () => this.now() }, work);
    if (done instanceof LeaseTaken) throw blocked(this.repoId, done.holder, 0);
    return done;
  }

  private get indexer(): IndexUpdater {
    const options = { ...this.options, drafted: () => this.drafts.facts() };
    this.loadedIndexer ??= this.served?.updater ?? new Indexer(options, this.ledger, this.storeDirectory);
    return this.loadedIndexer;
  }

  private latestMs(): number {
    return Number(this.ledger.latestVersion()?.id.slice(1) ?? 0);
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}.`;
}
