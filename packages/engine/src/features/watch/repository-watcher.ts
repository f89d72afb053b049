/**
 * Keeps a repository's index up to date while files change: events say when to look, the refresh itself compares with the disk, so that a
 * lost event costs time and never a change. Invariants: one refresh at a time; no event is waited for longer than the longest quiet; no
 * more than half of the time is spent on refreshes.
 */
import { messageOf, SdlError } from "@sdl/model";
import type { RefreshProgress } from "@sdl/repository";
import type { ActionContext } from "../../contract/action.js";
import type { Engine } from "../../contract/engine.js";
import { refreshRepository } from "../../query/refresh-repository.js";
import type { Lag, Watched, WatcherState } from "../../query/watched.js";
import { DirectoryWatches, type WatchDirectory } from "./directory-watches.js";

export interface WatcherTimes {
  /** Without events, before a refresh. */
  readonly quietMs: number;
  /** How long events that go on may put it off. */
  readonly longestQuietMs: number;
  /** Between looks where nothing can be watched. */
  readonly pollMs: number;
  /** Between looks beside the events: new folders of which nothing was indexed. */
  readonly checkMs: number;
}

export const WATCHER_TIMES: WatcherTimes = { quietMs: 100, longestQuietMs: 1000, pollMs: 5000, checkMs: 60_000 };

/** Hears how far one refresh is. */
interface RefreshListener {
  onProgress(progress: RefreshProgress): void;
  onEnd(): void;
}

export interface RepositoryWatcherOptions {
  readonly engine: Engine;
  readonly repoId: string;
  readonly rootPath: string;
  readonly times?: WatcherTimes | undefined;
  readonly watch?: WatchDirectory | undefined;
  /** Told once when nothing can be watched and files are looked at instead. */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** Asked at every refresh for who is to hear of it. */
  readonly onRefresh?: (() => RefreshListener) | undefined;
}

export class RepositoryWatcher implements Watched {
  private readonly watches: DirectoryWatches;
  private readonly times: WatcherTimes;
  private timer: NodeJS.Timeout | undefined;
  private isPolling = false;
  private isRefreshing = false;
  private isStopped = false;
  /** Whether the last refresh succeeded, and all that it looked through is watched since before it looked. */
  private isSettled = false;
  /** Of the last refresh, where it failed. */
  private failure: string | undefined;
  private firstWaitingMs: number | undefined;
  private filesWatched = 0;
  private received = 0;
  private processed = 0;
  private errors = 0;
  private lastEventMs: number | undefined;
  private lastReindexMs: number | undefined;

  constructor(private readonly options: RepositoryWatcherOptions) {
    this.times = options.times ?? WATCHER_TIMES;
    this.watches = new DirectoryWatches({
      rootPath: options.rootPath,
      onEvent: (name) => this.noteEvent(name),
      onGivenUp: (why) => this.poll(why),
      watch: options.watch,
    });
    options.engine.ending.addEventListener("abort", () => this.stop(), { once: true });
  }

  /** Brings the index up to date, then watches. */
  async start(): Promise<void> {
    await this.refresh();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.watches.close();
  }

  state(): WatcherState {
    return {
      enabled: true,
      running: !this.isStopped && (this.isPolling || this.watches.size > 0),
      filesWatched: this.filesWatched,
      eventsReceived: this.received,
      eventsProcessed: this.processed,
      errors: this.errors,
      queueDepth: this.received - this.processed,
      ...(this.lastEventMs === undefined ? {} : { lastEventAt: isoOf(this.lastEventMs) }),
      ...(this.lastReindexMs === undefined ? {} : { lastSuccessfulReindexAt: isoOf(this.lastReindexMs) }),
    };
  }

  lag(): Lag {
    if (this.failure !== undefined) return { kind: "failed", reason: this.failure };
    const hasChanges = !this.isStopped && this.received > this.processed;
    return { kind: hasChanges ? "changes" : "none" };
  }

  isCurrent(): boolean {
    const isAtRest = !this.isStopped && !this.isPolling && !this.isRefreshing;
    return isAtRest && this.isSettled && this.received === this.processed;
  }

  private noteEvent(name: string | undefined): void {
    if (this.isStopped || name === ".sdl") return;
    const nowMs = this.options.engine.now();
    this.received++;
    this.lastEventMs = nowMs;
    this.firstWaitingMs ??= nowMs;
    const waitedMs = nowMs - this.firstWaitingMs;
    this.refreshIn(Math.max(0, Math.min(this.times.quietMs, this.times.longestQuietMs - waitedMs)));
  }

  private poll(why: string): void {
    this.isPolling = true;
    this.errors++;
    const seconds = this.times.pollMs / 1000;
    this.options.onNotice?.(`Files cannot be watched (${why}); they are looked at every ${seconds} s instead.`);
  }

  private refreshIn(delayMs: number): void {
    if (this.isStopped || this.isRefreshing) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), delayMs).unref();
  }

  /** Never throws: what goes wrong is counted, and the next event or look tries again. */
  private async refresh(): Promise<void> {
    const { engine } = this.options;
    const answered = this.received;
    const startedMs = engine.now();
    this.isRefreshing = true;
    this.firstWaitingMs = undefined;
    let isWaiting = false;
    try {
      // What changed in a directory between the look at it and its watch is found by looking again.
      isWaiting = await this.refreshOnce();
      this.isSettled = !isWaiting;
      this.failure = undefined;
      this.processed = Math.max(this.processed, answered);
      this.lastReindexMs = engine.now();
    } catch (error) {
      this.errors++;
      this.isSettled = false;
      this.failure = messageOf(error);
      if (error instanceof SdlError && error.code === "repo_not_found") this.stop();
    }
    this.isRefreshing = false;
    const tookMs = Math.max(0, engine.now() - startedMs);
    isWaiting ||= this.received > this.processed;
    const idleMs = this.isPolling ? this.times.pollMs : this.times.checkMs;
    this.refreshIn(isWaiting ? Math.max(this.times.quietMs, tookMs) : Math.max(idleMs, tookMs));
  }

  /** @returns whether directories were added to those that are watched */
  private async refreshOnce(): Promise<boolean> {
    const { engine, repoId } = this.options;
    const listener = this.options.onRefresh?.();
    const context: ActionContext = { engine, signal: engine.ending };
    try {
      return await engine.guard(async () => {
        const repository = await engine.open(engine.registry.get(repoId));
        const { directories } = await refreshRepository(context, repository, {
          ...{ mode: "incremental", reason: "files changed", isAutomatic: true },
          onProgress: listener && ((progress) => listener.onProgress(progress)),
        });
        this.filesWatched = repository.snapshot().files().length;
        return !this.isStopped && this.watches.set(new Set(directories));
      });
    } finally {
      listener?.onEnd();
    }
  }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
