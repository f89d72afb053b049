/**
 * Schedule of tidying, which keeps the store small: some time after a version was published, it prunes versions and
 * packs old facts, so that queries and refreshes never wait for it. The work itself is passed in.
 */

/**
 * Wait after the last publication, in milliseconds: while someone edits, every version would be examined, and derived
 * layers come first.
 */
const QUIET_MS = 5_000;
/** Longest run, in milliseconds: other processes that want to index wait for it. */
const MAX_RUN_MS = 2_000;

/** Schedules runs of `tidy`. */
export class Tidying {
  private timer: NodeJS.Timeout | undefined;
  private running: { readonly done: Promise<void>; readonly abort: AbortController } | undefined;
  private isClosed = false;

  /** @param tidy does the work; ends early when `signal` fires, with or without throwing its reason */
  constructor(private readonly tidy: (signal: AbortSignal) => Promise<void>) {}

  /** Schedules a run after a quiet time. A process that ends meanwhile does not wait for it. */
  scheduleAfterPublish(): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.settle(), QUIET_MS).unref();
  }

  /** Runs now, perhaps in part. Errors (a full disk) are left to the next refresh, which reports them. */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    this.running ??= this.start();
    await this.running.done;
  }

  /** Ends the current run, because a refresh is about to start. */
  async interrupt(): Promise<void> {
    this.running?.abort.abort();
    await this.running?.done;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.interrupt();
  }

  private start(): NonNullable<Tidying["running"]> {
    const abort = new AbortController();
    const limit = setTimeout(() => {
      abort.abort();
      this.scheduleAfterPublish();
    }, MAX_RUN_MS).unref();
    const done = this.tidy(abort.signal)
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(limit);
        this.running = undefined;
      });
    return { done, abort };
  }
}
