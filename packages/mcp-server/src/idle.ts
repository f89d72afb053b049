/** Idle detection: calls back after a time without requests. Knows no transport. */

/** Longest time between two checks. */
const CHECK_INTERVAL_MS = 30_000;

/** Options of {@link IdleWatch}. */
export interface IdleOptions {
  /** Absent means never. */
  readonly idleMs: number | undefined;
  /** While this returns true, the server is not idle. */
  readonly isBusy: () => boolean;
  /** Default: a monotonic clock that stops while the machine sleeps. */
  readonly now?: () => number;
}

/** Watches one server until it is idle or stopped. */
export class IdleWatch {
  private lastMs: number;
  private readonly timer: NodeJS.Timeout | undefined;

  /** @param onIdle called once */
  constructor(
    private readonly options: IdleOptions,
    private readonly onIdle: () => void,
  ) {
    this.lastMs = this.now();
    const { idleMs } = options;
    this.timer =
      idleMs === undefined ? undefined : setInterval(() => this.checkIdle(idleMs), Math.min(CHECK_INTERVAL_MS, idleMs));
    this.timer?.unref();
  }

  /** Notes a request. */
  noteRequest(): void {
    this.lastMs = this.now();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private now(): number {
    return (this.options.now ?? (() => performance.now()))();
  }

  private checkIdle(idleMs: number): void {
    if (this.options.isBusy()) this.noteRequest();
    if (this.now() - this.lastMs < idleMs) return;
    this.stop();
    this.onIdle();
  }
}
