/** Tells when nothing was asked for some time. Knows no transport. */

/** Looks are this far apart at most. */
const LOOK_MS = 30_000;

export interface IdleOptions {
  /** Never, when absent. */
  readonly idleMs: number | undefined;
  /** While it is so, nothing is idle. */
  readonly isBusy: () => boolean;
  /** Default: one that stands still while the machine sleeps. */
  readonly now?: () => number;
}

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
    this.timer = idleMs === undefined ? undefined : setInterval(() => this.look(idleMs), Math.min(LOOK_MS, idleMs));
    this.timer?.unref();
  }

  /** Something was asked. */
  note(): void {
    this.lastMs = this.now();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private now(): number {
    return (this.options.now ?? (() => performance.now()))();
  }

  private look(idleMs: number): void {
    if (this.options.isBusy()) this.note();
    if (this.now() - this.lastMs < idleMs) return;
    this.stop();
    this.onIdle();
  }
}
