/** Opens a repository: its ledger, its extraction pool, its refreshes one at a time. */
import { join } from "node:path";
import { type Ledger, openLedger } from "@sdl/graph";
import { DEFAULT_MAX_FILE_BYTES, discoverFiles, ExtractionPool } from "@sdl/indexer";
import { LANGUAGES, SdlError } from "@sdl/model";
import { countStale, planRefresh } from "../refresh/plan.js";
import { discoverOptions, recordedFiles, refreshLedger } from "../refresh/refresh.js";
import type { Freshness, RefreshOptions, RefreshResult, Workspace, WorkspaceOptions } from "./workspace.js";

/** The disk is compared with the index at most this often. */
const STAT_WALK_MS = 1000;

/** @throws {SdlError} `corrupt_store` and others, as the store says */
export function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const storeDirectory = options.storeDirectory ?? join(options.rootPath, ".sdl");
  return Promise.resolve(new OpenWorkspace(options, storeDirectory, openLedger({ directory: storeDirectory })));
}

class OpenWorkspace implements Workspace {
  private readonly pool: ExtractionPool;
  private running: Promise<RefreshResult> | undefined;
  private known: Freshness | undefined;
  private comparing: NodeJS.Immediate | undefined;

  constructor(
    private readonly options: WorkspaceOptions,
    readonly storeDirectory: string,
    private readonly ledger: Ledger,
  ) {
    this.pool = new ExtractionPool({
      workerUrl: new URL("../refresh/extraction-worker.js", distUrl()),
      root: options.rootPath,
      maxFileBytes: options.settings?.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
      languages: LANGUAGES,
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
    return this.ledger.latestVersion() !== undefined;
  }

  snapshot() {
    if (!this.isIndexed()) throw new SdlError("not_indexed", `${this.repoId} has no index yet; refresh it first`);
    return this.ledger.snapshot();
  }

  freshness(): Freshness {
    const nowMs = this.now();
    if (this.known === undefined || nowMs - this.known.checkedAtMs >= STAT_WALK_MS) this.compareSoon();
    return this.known ?? { checkedAtMs: this.latestMs(), staleFiles: 0 };
  }

  compareWithDisk(): Freshness {
    const checkedAtMs = this.now();
    const snapshot = this.snapshot();
    try {
      const discovery = discoverFiles(this.rootPath, discoverOptions(this.options.settings ?? {}));
      const plan = planRefresh(discovery, recordedFiles(snapshot), "incremental");
      this.known = { checkedAtMs, staleFiles: countStale(plan) };
      return this.known;
    } finally {
      snapshot.close();
    }
  }

  storeBytes(): number {
    return this.ledger.sizeBytes();
  }

  async close(): Promise<void> {
    clearImmediate(this.comparing);
    await this.running?.catch(() => undefined);
    await this.pool.close();
    await this.ledger.close();
  }

  private async refreshNow(options: RefreshOptions): Promise<RefreshResult> {
    const { ledger, pool, rootPath } = this;
    const settings = this.options.settings ?? {};
    const startedMs = this.now();
    const result = await refreshLedger(
      { rootPath, ledger, pool, settings, workers: this.options.workers, now: () => this.now() },
      options,
    );
    this.known = { checkedAtMs: startedMs, staleFiles: 0 };
    return result;
  }

  /** After the answer that asked is out; a process that ends meanwhile does not wait for it. */
  private compareSoon(): void {
    if (this.comparing !== undefined) return;
    this.comparing = setImmediate(() => {
      this.comparing = undefined;
      if (this.running === undefined && this.isIndexed()) this.compareWithDisk();
    }).unref();
  }

  private latestMs(): number {
    return Number(this.ledger.latestVersion()?.id.slice(1) ?? 0);
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }
}

/** The built package's `workspace` folder, also when this file runs from `src`: threads run built code only. */
function distUrl(): URL {
  return new URL(import.meta.url.includes("/src/workspace/") ? "../../dist/workspace/" : "./", import.meta.url);
}
