/**
 * Shared refresh: runs one refresh for all callers that ask at one time. The refresh itself is passed in. Invariants: a
 * caller gets the result of a refresh that read the files after the call; a caller that leaves does not affect the
 * others; a refresh is aborted when its last caller has left, and accepts no callers from then on.
 */
import type { LeaseHolder } from "../machine/lease.js";
import type { RefreshOptions, RefreshProgress, RefreshResult } from "../refresh/refresh-request.js";

/** How a refresh reads the files: as its most demanding caller requires. */
type BegunRefresh = Pick<RefreshOptions, "mode" | "reason" | "trustsWatcher">;

/** What a refresh receives. */
export interface SharedRun {
  /** Fires when no caller is left. */
  readonly signal: AbortSignal;
  onProgress(progress: RefreshProgress): void;
  /** Called repeatedly while another process blocks this one. */
  onBlocked(holder: LeaseHolder): void;
  /** Fires when a caller that is not automatic wants the result, or waits for this refresh to end. */
  readonly whenAskedFor: AbortSignal;
  /** Must be called before the files are first read: no caller can join from then on. */
  begin(): BegunRefresh;
}

/** Callbacks of a caller. */
export interface SharedRefreshCall extends RefreshOptions {
  /** Throws when the caller stops waiting for another process. */
  readonly onBlocked?: (holder: LeaseHolder) => void;
}

/** A running refresh. */
export interface RefreshState {
  /** On the clock of `performance`. */
  readonly startedMs: number;
  /** The latest progress; absent at first. */
  readonly progress: RefreshProgress | undefined;
}

/** Joins callers to refreshes. */
export class SharedRefresh {
  private current: RefreshRunState | undefined;
  /** Starts when the current one is over. */
  private next: RefreshRunState | undefined;

  constructor(private readonly perform: (run: SharedRun) => Promise<RefreshResult>) {}

  get isRunning(): boolean {
    return this.current !== undefined;
  }

  /** Joins a refresh. @throws errors of the refresh, errors of `onBlocked`, and the reason of the caller's own signal */
  refresh(call: SharedRefreshCall): Promise<RefreshResult> {
    if (call.signal?.aborted === true) return Promise.reject(call.signal.reason);
    if (this.current === undefined) return this.start(new RefreshRunState(), call);
    if (this.current.isOpen) return this.current.attend(call);
    if (call.isAutomatic !== true) this.current.noteRequested();
    // A waiting refresh whose callers all left is never started.
    if (this.next === undefined || this.next.isAborted) this.next = new RefreshRunState();
    return this.next.attend(call);
  }

  /** Waits for the running refresh, if any, and keeps it running. @throws as {@link refresh} */
  async attend(call: Pick<SharedRefreshCall, "signal" | "onBlocked" | "onProgress">): Promise<void> {
    while (this.current?.isAborted === true) await this.current.whenOver;
    call.signal?.throwIfAborted();
    await this.current?.attend({ ...call, mode: "incremental" });
  }

  /** State of the running refresh; `undefined` if there is none. */
  state(): RefreshState | undefined {
    return this.current && { startedMs: this.current.startedMs, progress: this.current.progress };
  }

  /** Resolves when no refresh runs and no caller waits. */
  async idle(): Promise<void> {
    while (this.current !== undefined) await this.current.whenOver;
  }

  private start(run: RefreshRunState, call?: SharedRefreshCall): Promise<RefreshResult> {
    this.current = run;
    const result = call === undefined ? run.result : run.attend(call);
    void run.follow(this.perform).then(() => this.startNext());
    return result;
  }

  private startNext(): void {
    const { next } = this;
    this.current = undefined;
    this.next = undefined;
    if (next !== undefined && !next.isAborted) this.start(next).catch(() => undefined); // Its callers receive the error.
  }
}

interface WaitingCaller {
  readonly call: SharedRefreshCall;
  leave(reason: unknown): void;
}

class RefreshRunState implements SharedRun {
  readonly startedMs = performance.now();
  progress: RefreshProgress | undefined;
  private readonly abort = new AbortController();
  private readonly askedFor = new AbortController();
  private readonly callers = new Set<WaitingCaller>();
  private resolve!: (result: RefreshResult) => void;
  private reject!: (error: unknown) => void;
  /** Whether the refresh has started to read the files, or ended before. */
  private isLate = false;
  private mode: RefreshOptions["mode"] = "incremental";
  private trustsWatcher = true;
  private reason: string | undefined;
  readonly result = new Promise<RefreshResult>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
  /** Never rejects. */
  readonly whenOver = this.result.then(
    () => undefined,
    () => undefined,
  );

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  get whenAskedFor(): AbortSignal {
    return this.askedFor.signal;
  }

  noteRequested(): void {
    this.askedFor.abort();
  }

  get isAborted(): boolean {
    return this.abort.signal.aborted;
  }

  /** Whether a new caller can still share this refresh. */
  get isOpen(): boolean {
    return !this.isLate && !this.isAborted;
  }

  /** Calls `perform` and passes its result to the callers. Never rejects. */
  async follow(perform: (run: SharedRun) => Promise<RefreshResult>): Promise<void> {
    try {
      this.resolve(await perform(this));
    } catch (error) {
      this.reject(error);
    }
    this.isLate = true;
    await this.whenOver;
  }

  attend(call: SharedRefreshCall): Promise<RefreshResult> {
    if (call.mode === "full") this.mode = "full";
    if (call.trustsWatcher !== true) this.trustsWatcher = false;
    if (call.isAutomatic !== true) this.noteRequested();
    this.reason ??= call.reason;
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        settle();
        reject(reason);
        if (this.callers.size === 0) this.abort.abort();
      };
      const caller: WaitingCaller = { call, leave };
      const onAbort = () => leave(call.signal?.reason);
      const settle = () => {
        this.callers.delete(caller);
        call.signal?.removeEventListener("abort", onAbort);
      };
      this.callers.add(caller);
      call.signal?.addEventListener("abort", onAbort, { once: true });
      this.result.then(resolve, reject).finally(settle);
    });
  }

  onProgress(progress: RefreshProgress): void {
    this.progress = progress;
    this.callEachCaller(({ onProgress }) => onProgress?.(progress));
  }

  onBlocked(holder: LeaseHolder): void {
    this.callEachCaller(({ onBlocked }) => onBlocked?.(holder));
  }

  begin(): BegunRefresh {
    this.isLate = true;
    const { mode, reason, trustsWatcher } = this;
    return { mode, reason, trustsWatcher };
  }

  /** Calls a callback of every caller; if it throws, that caller leaves with the error. */
  private callEachCaller(say: (call: SharedRefreshCall) => void): void {
    for (const { call, leave } of [...this.callers]) {
      try {
        say(call);
      } catch (error) {
        leave(error);
      }
    }
  }
}
