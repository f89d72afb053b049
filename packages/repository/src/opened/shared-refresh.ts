/**
 * Runs one refresh for all callers that ask at one time. Knows no index: what a refresh does is handed in.
 * Invariants: a caller gets the result of a refresh that looked at the files after the call came; a caller that leaves changes nothing for
 * the others; a refresh is aborted when its last caller has left, and nobody joins it from then on.
 */
import type { LeaseHolder } from "../machine/lease.js";
import type { RefreshOptions, RefreshProgress, RefreshResult } from "../refresh/refresh-request.js";

/** What one refresh is given. */
export interface SharedRun {
  /** Fires when no caller is left. */
  readonly signal: AbortSignal;
  onProgress(progress: RefreshProgress): void;
  /** Another process keeps this one waiting: called again and again until it does no longer. */
  onBlocked(holder: LeaseHolder): void;
  /** Fires when a caller wants the result that is not automatic, or waits for this refresh to be over. */
  readonly whenAskedFor: AbortSignal;
  /** Must be called before the first look at the files: nobody joins from then on. */
  begin(): Pick<RefreshOptions, "mode" | "reason">;
}

/** What a caller wants beside the result. */
export interface SharedRefreshCall extends RefreshOptions {
  /** Throws when the caller waits no longer for another process. */
  readonly onBlocked?: (holder: LeaseHolder) => void;
}

/** A refresh that is under way. */
export interface RefreshState {
  /** On the clock of `performance`. */
  readonly startedMs: number;
  /** The last that was said; absent at first. */
  readonly progress: RefreshProgress | undefined;
}

export class SharedRefresh {
  private current: Run | undefined;
  /** Starts when the current one is over. */
  private next: Run | undefined;

  constructor(private readonly perform: (run: SharedRun) => Promise<RefreshResult>) {}

  get isRunning(): boolean {
    return this.current !== undefined;
  }

  /** @throws what the refresh throws, what `onBlocked` throws, and the reason of the caller's own signal */
  refresh(call: SharedRefreshCall): Promise<RefreshResult> {
    if (call.signal?.aborted === true) return Promise.reject(call.signal.reason);
    if (this.current === undefined) return this.start(new Run(), call);
    if (this.current.isOpen) return this.current.attend(call);
    if (call.isAutomatic !== true) this.current.noteAskedFor();
    // One whose callers all left is never started.
    if (this.next === undefined || this.next.isAborted) this.next = new Run();
    return this.next.attend(call);
  }

  /** Waits for the refresh that is under way, if there is one, and keeps it going. @throws as {@link refresh} */
  async attend(call: Pick<SharedRefreshCall, "signal" | "onBlocked" | "onProgress">): Promise<void> {
    while (this.current?.isAborted === true) await this.current.whenOver;
    call.signal?.throwIfAborted();
    await this.current?.attend({ ...call, mode: "incremental" });
  }

  /** How far the refresh is that is under way; `undefined` when none is. */
  state(): RefreshState | undefined {
    return this.current && { startedMs: this.current.startedMs, progress: this.current.progress };
  }

  /** Resolves when nothing runs and nobody waits. */
  async idle(): Promise<void> {
    while (this.current !== undefined) await this.current.whenOver;
  }

  private start(run: Run, call?: SharedRefreshCall): Promise<RefreshResult> {
    this.current = run;
    const result = call === undefined ? run.result : run.attend(call);
    void run.follow(this.perform).then(() => this.startNext());
    return result;
  }

  private startNext(): void {
    const { next } = this;
    this.current = undefined;
    this.next = undefined;
    if (next !== undefined && !next.isAborted) this.start(next).catch(() => undefined); // its callers are told
  }
}

interface Caller {
  readonly call: SharedRefreshCall;
  leave(reason: unknown): void;
}

class Run implements SharedRun {
  readonly startedMs = performance.now();
  progress: RefreshProgress | undefined;
  private readonly abort = new AbortController();
  private readonly askedFor = new AbortController();
  private readonly callers = new Set<Caller>();
  private resolve!: (result: RefreshResult) => void;
  private reject!: (error: unknown) => void;
  /** Whether it has looked at the files, or is over without. */
  private isLate = false;
  private mode: RefreshOptions["mode"] = "incremental";
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

  noteAskedFor(): void {
    this.askedFor.abort();
  }

  get isAborted(): boolean {
    return this.abort.signal.aborted;
  }

  /** Whether a caller that comes now gets what it wants. */
  get isOpen(): boolean {
    return !this.isLate && !this.isAborted;
  }

  /** Calls `perform`, and passes on how it ends. Never rejects. */
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
    if (call.isAutomatic !== true) this.noteAskedFor();
    this.reason ??= call.reason;
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        settle();
        reject(reason);
        if (this.callers.size === 0) this.abort.abort();
      };
      const caller: Caller = { call, leave };
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
    this.tell(({ onProgress }) => onProgress?.(progress));
  }

  onBlocked(holder: LeaseHolder): void {
    this.tell(({ onBlocked }) => onBlocked?.(holder));
  }

  begin(): Pick<RefreshOptions, "mode" | "reason"> {
    this.isLate = true;
    const { mode, reason } = this;
    return { mode, reason };
  }

  /** What a caller throws is its own end. */
  private tell(say: (call: SharedRefreshCall) => void): void {
    for (const { call, leave } of [...this.callers]) {
      try {
        say(call);
      } catch (error) {
        leave(error);
      }
    }
  }
}
