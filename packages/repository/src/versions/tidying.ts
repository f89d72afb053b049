/**
 * Keeps the store small, off the path of queries and refreshes: some time after a version was published, versions that are kept no longer
 * go, and old facts are packed. Knows when; what goes, others know.
 */

/** While someone edits, every version would be looked at; the layers derived from it come first. */
const QUIET_MS = 5_000;
/** Other processes wait for one that tidies before they index: it does a bit at a time. */
const RUN_MS = 2_000;

export class Tidying {
  private timer: NodeJS.Timeout | undefined;
  private running: { readonly done: Promise<void>; readonly abort: AbortController } | undefined;
  private isClosed = false;

  /** @param tidy does what is to be done; ends early when `signal` fires, with its reason or without */
  constructor(private readonly tidy: (signal: AbortSignal) => Promise<void>) {}

  /** A process that ends meanwhile does not wait for it. */
  scheduleAfterPublish(): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.settle(), QUIET_MS).unref();
  }

  /** Does it now, or a part of it. What stands in its way (a full disk), the next refresh meets too, and says so. */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    this.running ??= this.start();
    await this.running.done;
  }

  /** Ends what runs: somebody is about to index. */
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
    }, RUN_MS).unref();
    const done = this.tidy(abort.signal)
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(limit);
        this.running = undefined;
      });
    return { done, abort };
  }
}
