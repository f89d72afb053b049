/**
 * Keeps a repository's index up to date while files change: events trigger refreshes, which look at the files with events. Every `checkMs` a
 * refresh looks at all files, so that a lost event only delays an update. Invariants: one refresh at a time; no event waits longer than
 * `longestQuietMs`; refreshes take at most half of the time.
 */
import { posix } from "node:path";
import { messageOf, SdlError } from "@sdl/model";
import type { NotedChanges, RefreshProgress } from "@sdl/repository";
import type { ActionContext } from "../../contract/action.js";
import type { Engine } from "../../contract/engine.js";
import { refreshRepository } from "../../query/refresh-repository.js";
import type { IndexLag, Watcher, WatcherState } from "../../query/watched.js";
import { ChangedPaths } from "./changed-paths.js";
import { DirectoryWatches, type WatchDirectory } from "./directory-watches.js";

/** Delays and intervals of a watcher. */
export interface WatcherTimes {
  /** Time without events before a refresh starts, in ms. */
  readonly quietMs: number;
  /** Maximum time that continued events delay a refresh, in ms. */
  readonly longestQuietMs: number;
  /** Interval of refreshes if nothing can be watched, in ms. */
  readonly pollMs: number;
  /** Interval of refreshes that look at all files, in ms: they find lost events, and new folders that contained no indexed file. */
  readonly checkMs: number;
}

/** Times in production; tests pass shorter ones. */
export const WATCHER_TIMES: WatcherTimes = { quietMs: 100, longestQuietMs: 1000, pollMs: 5000, checkMs: 60_000 };

/** More changed files than this are no save of an editor. */
const SAVED_FILES = 8;

/** Receives the progress of one refresh. */
interface RefreshListener {
  onProgress(progress: RefreshProgress): void;
  onEnd(): void;
}

/** Repository, directories and callbacks of a watcher. */
export interface RepositoryWatcherOptions {
  readonly engine: Engine;
  readonly repoId: string;
  readonly rootPath: string;
  readonly times?: WatcherTimes | undefined;
  readonly watch?: WatchDirectory | undefined;
  /** Called once if files cannot be watched and are polled instead. */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** Called at the start of each refresh; returns the refresh's listener. */
  readonly onRefresh?: (() => RefreshListener) | undefined;
}

/** Watches one repository until it is stopped. */
export class RepositoryWatcher implements Watcher {
  private readonly watches: DirectoryWatches;
  private readonly times: WatcherTimes;
  private timer: NodeJS.Timeout | undefined;
  private isPolling = false;
  private isRefreshing = false;
  private isStopped = false;
  /** Whether the last refresh succeeded, and all directories it read were watched before it read them. */
  private isSettled = false;
  private readonly changed = new ChangedPaths();
  /** When the last refresh began that looked at all files. */
  private checkedMs = -Infinity;
  /** Error message of the last refresh, if it failed. */
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
      onEvent: (path) => this.noteEvent(path),
      onGivenUp: (why) => this.poll(why),
      watch: options.watch,
    });
    options.engine.ending.addEventListener("abort", () => this.stop(), { once: true });
  }

  /** Refreshes the index, then watches. */
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
      ...(this.lastEventMs === undefined ? {} : { lastEventAt: isoTimeOf(this.lastEventMs) }),
      ...(this.lastReindexMs === undefined ? {} : { lastSuccessfulReindexAt: isoTimeOf(this.lastReindexMs) }),
    };
  }

  lag(): IndexLag {
    if (this.failure !== undefined) return { kind: "failed", reason: this.failure };
    const hasChanges = !this.isStopped && this.received > this.processed;
    return { kind: hasChanges ? "changes" : "none" };
  }

  isCurrent(): boolean {
    const isAtRest = !this.isStopped && !this.isPolling && !this.isRefreshing;
    return isAtRest && this.isSettled && this.received === this.processed;
  }

  notedChanges(): NotedChanges | undefined {
    const { paths, isComplete } = this.changed.current();
    if (this.lastEventMs === undefined || paths.size === 0) return undefined;
    const isWatching = this.isSettled && !this.isStopped && !this.isPolling;
    return { paths, isComplete: isComplete && isWatching, lastMs: this.lastEventMs };
  }

  private noteEvent(path: string | undefined): void {
    if (this.isStopped || (path !== undefined && posix.basename(path) === ".sdl")) return;
    const nowMs = this.options.engine.now();
    this.changed.note(path);
    this.received++;
    this.lastEventMs = nowMs;
    this.firstWaitingMs ??= nowMs;
    const waitedMs = nowMs - this.firstWaitingMs;
    this.refreshAfter(Math.max(0, Math.min(this.times.quietMs, this.times.longestQuietMs - waitedMs)));
  }

  private poll(why: string): void {
    this.isPolling = true;
    this.errors++;
    const seconds = this.times.pollMs / 1000;
    this.options.onNotice?.(`Files cannot be watched (${why}); they are checked every ${seconds} s instead.`);
  }

  private refreshAfter(delayMs: number): void {
    if (this.isStopped || this.isRefreshing) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refreshWhenDue(), delayMs).unref();
  }

  /** Refreshes, unless the process of an editor is about to index the changes: a second process would only hold the lease. */
  private async refreshWhenDue(): Promise<void> {
    const waitedMs = this.firstWaitingMs === undefined ? 0 : this.options.engine.now() - this.firstWaitingMs;
    const mayWait = waitedMs < this.times.longestQuietMs;
    if (mayWait && (await this.isIndexedElsewhere())) this.refreshAfter(this.times.quietMs);
    else if (!this.isRefreshing && !this.isStopped) await this.refresh();
  }

  private async isIndexedElsewhere(): Promise<boolean> {
    const { paths, isComplete } = this.changed.current();
    if (paths.size === 0 || paths.size > SAVED_FILES || !isComplete) return false;
    const { engine, repoId } = this.options;
    try {
      const { drafts } = await engine.open(engine.registry.get(repoId));
      return [...paths].every((path) => drafts.isIndexedElsewhere(path));
    } catch {
      return false; // The refresh meets the error.
    }
  }

  /** Never throws: errors are counted, and the next event or interval tries again. */
  private async refresh(): Promise<void> {
    const { engine } = this.options;
    clearTimeout(this.timer);
    const answered = this.received;
    const startedMs = engine.now();
    this.isRefreshing = true;
    const isCheck = startedMs - this.checkedMs >= this.times.checkMs;
    this.changed.begin();
    this.firstWaitingMs = undefined;
    let isWaiting = false;
    try {
      // If directories were newly watched, refreshes again: they may have changed between the refresh and the start of their watch.
      isWaiting = await this.refreshOnce(isCheck);
      this.isSettled = !isWaiting;
      if (isCheck && this.isSettled) this.checkedMs = startedMs;
      this.changed.markIndexed();
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
    this.refreshAfter(isWaiting ? Math.max(this.times.quietMs, tookMs) : Math.max(idleMs, tookMs));
  }

  /** @param isCheck whether to look at all files, whatever events there were @returns whether further directories are watched now */
  private async refreshOnce(isCheck: boolean): Promise<boolean> {
    const { engine, repoId } = this.options;
    const listener = this.options.onRefresh?.();
    const context: ActionContext = { engine, signal: engine.ending };
    try {
      return await engine.releaseOnFault(async () => {
        const repository = await engine.open(engine.registry.get(repoId));
        const { directories } = await refreshRepository(context, repository, {
          ...{ mode: "incremental", reason: "files changed", isAutomatic: true, trustsWatcher: !isCheck },
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

function isoTimeOf(ms: number): string {
  return new Date(ms).toISOString();
}
