/**
 * Keeps the store small, off the path of queries and refreshes: some time after a version was published, versions that are kept no longer
 * go. Knows when; what goes, others know.
 */

/** While someone edits, every version would be looked at; the layers derived from it come first. */
const QUIET_MS = 5_000;

export class Tidying {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isClosed = false;
  private readonly abort = new AbortController();

  /** @param tidy does what is to be done; ends early when `signal` fires */
  constructor(private readonly tidy: (signal: AbortSignal) => Promise<void>) {}

  /** A process that ends meanwhile does not wait for it. */
  scheduleAfterPublish(): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    // Nobody waits: what stands in the way, the next refresh meets too, and says so.
    this.timer = setTimeout(() => void this.settle().catch(() => undefined), QUIET_MS).unref();
  }

  /** Does it now. @throws what tidying throws; the store is whole then too */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    this.running ??= this.tidy(this.abort.signal).finally(() => {
      this.running = undefined;
    });
    await this.running;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.abort.abort();
    await this.running?.catch(() => undefined);
  }
}
