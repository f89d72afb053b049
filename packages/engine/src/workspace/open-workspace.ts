/** Opens a repository: its ledger, its extraction pool, its refreshes one at a time. */
import { join } from "node:path";
import { type Ledger, type LedgerSnapshot, openLedger } from "@sdl/graph";
import { SdlError, type VersionId } from "@sdl/model";
import { Derivation } from "../derive/derivation.js";
import type { Upkeep } from "../refresh/upkeep.js";
import type { Manifest, VersionSource } from "../versions/manifest.js";
import { packLedger } from "../versions/pack-ledger.js";
import { type Pins, type PruneOutcome, Pruner } from "../versions/pruner.js";
import { DEFAULT_RETENTION, type RetentionPolicy } from "../versions/retention.js";
import { Tidying } from "../versions/tidying.js";
import { Versions } from "../versions/versions.js";
import type {
  Freshness,
  KeptVersion,
  PruneVersions,
  RefreshOptions,
  RefreshResult,
  Workspace,
  WorkspaceOptions,
} from "./workspace.js";

/** The disk is compared with the index at most this often. */
const STAT_WALK_MS = 1000;
/** The comparison waits until the answer that asked for it is out. */
const COMPARE_DELAY_MS = 50;

/** @throws {SdlError} `corrupt_store` and others, as the store says */
export function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const storeDirectory = options.storeDirectory ?? join(options.rootPath, ".sdl");
  return Promise.resolve(new OpenWorkspace(options, storeDirectory, openLedger({ directory: storeDirectory })));
}

class OpenWorkspace implements Workspace {
  private upkeep: Promise<Upkeep> | undefined;
  private running: Promise<RefreshResult> | undefined;
  private known: Freshness | undefined;
  private comparing: NodeJS.Timeout | undefined;
  private isClosed = false;
  private readonly derivation: Derivation;
  private readonly versions: Versions;
  private readonly pruner: Pruner;
  private readonly tidying: Tidying;

  constructor(
    private readonly options: WorkspaceOptions,
    readonly storeDirectory: string,
    private readonly ledger: Ledger,
  ) {
    this.derivation = new Derivation(storeDirectory, ledger);
    this.versions = new Versions(ledger, options.repoId);
    this.pruner = new Pruner(ledger);
    this.tidying = new Tidying((signal) => this.tidy(signal));
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

  async refresh(options: RefreshOptions): Promise<RefreshResult> {
    const shared = this.running;
    if (shared !== undefined) return await shared;
    this.running = this.refreshNow(options);
    try {
      return await this.running;
    } finally {
      this.running = undefined;
    }
  }

  isIndexed(): boolean {
    return this.latestVersion() !== undefined;
  }

  latestVersion(): VersionId | undefined {
    return this.ledger.latestVersion()?.id;
  }

  snapshot() {
    this.requireIndex();
    return this.ledger.snapshot();
  }

  async resolveVersion(name: string): Promise<VersionId> {
    this.requireIndex();
    return this.versions.resolve(name);
  }

  async snapshotAt(id: VersionId): Promise<LedgerSnapshot> {
    this.requireIndex();
    return this.versions.snapshotAt(id);
  }

  materialise(manifest: Manifest, version: VersionId): Promise<LedgerSnapshot> {
    return this.versions.materialise(manifest, version);
  }

  useVersionSource(source: VersionSource): void {
    this.versions.use(source);
  }

  pinVersions(pins: Pins): void {
    this.pruner.addPins(pins);
  }

  keptVersions(): readonly KeptVersion[] {
    this.requireIndex();
    const reasons = this.pruner.reasons(this.retention, this.now());
    return this.ledger.versionSizes().map(({ record, ownBytes }) => {
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
    this.requireIndex();
    await this.running;
    return this.pruner.prune({ policy, dryRun, nowMs: this.now() });
  }

  freshness(): Freshness {
    const nowMs = this.now();
    this.derivation.scheduleIfMissing();
    if (this.known === undefined || nowMs - this.known.checkedAtMs >= STAT_WALK_MS) this.compareSoon();
    return this.known ?? { checkedAtMs: this.latestMs(), staleFiles: 0 };
  }

  async compareWithDisk(): Promise<Freshness> {
    const upkeep = await this.loadUpkeep();
    const checkedAtMs = this.now();
    this.known = { checkedAtMs, staleFiles: upkeep.countStale() };
    return this.known;
  }

  async settle(): Promise<void> {
    await this.derivation.settle();
    await this.tidying.settle();
  }

  storeBytes(): number {
    return this.ledger.sizeBytes();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.comparing);
    await this.derivation.close();
    await this.tidying.close();
    await this.running?.catch(() => undefined);
    await (await this.upkeep)?.close();
    await this.versions.close();
    await this.ledger.close();
  }

  private requireIndex(): void {
    if (!this.isIndexed()) throw new SdlError("not_indexed", `${this.repoId} has no index yet; refresh it first`);
  }

  private async refreshNow(options: RefreshOptions): Promise<RefreshResult> {
    const upkeep = await this.loadUpkeep();
    const startedMs = this.now();
    const result = await upkeep.refresh(options);
    this.known = { checkedAtMs: startedMs, staleFiles: 0 };
    if (result.created) {
      this.derivation.scheduleAfterPublish();
      this.tidying.scheduleAfterPublish();
    }
    return result;
  }

  private async tidy(signal: AbortSignal): Promise<void> {
    if (this.readOnly || !this.isIndexed()) return;
    await this.pruner.prune({ policy: this.retention, dryRun: false, nowMs: this.now(), signal });
    await packLedger(this.ledger, signal);
  }

  private loadUpkeep(): Promise<Upkeep> {
    this.upkeep ??= import("../refresh/upkeep.js").then(({ Upkeep }) => new Upkeep(this.options, this.ledger));
    return this.upkeep;
  }

  /** A process that ends meanwhile does not wait for it. */
  private compareSoon(): void {
    if (this.comparing !== undefined) return;
    this.comparing = setTimeout(() => {
      // What stands in its way, the next refresh meets too, and says so.
      const compared = this.compareIfIdle().catch(() => undefined);
      void compared.finally(() => (this.comparing = undefined));
    }, COMPARE_DELAY_MS).unref();
  }

  private async compareIfIdle(): Promise<void> {
    await this.loadUpkeep();
    if (!this.isClosed && this.running === undefined && this.isIndexed()) await this.compareWithDisk();
  }

  private latestMs(): number {
    return Number(this.ledger.latestVersion()?.id.slice(1) ?? 0);
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }
}
