/**
 * Self time by stage: at any moment the innermost entered stage runs. Knows no stage by name.
 * Invariant: the times add up to the time between the first `enter` and the last `leave`.
 */
export class StageClock {
  readonly times = new Map<string, number>();
  private readonly open: string[] = [];
  private since = 0;

  /** @param now milliseconds of any monotonic clock */
  constructor(private readonly now: () => number) {}

  enter(stage: string): void {
    this.chargeStage();
    this.open.push(stage);
  }

  leave(): void {
    this.chargeStage();
    this.open.pop();
  }

  run<T>(stage: string, work: () => T): T {
    this.enter(stage);
    try {
      return work();
    } finally {
      this.leave();
    }
  }

  /** Forgets all times. Call it only between stages. */
  reset(): void {
    this.times.clear();
  }

  private chargeStage(): void {
    const now = this.now();
    const stage = this.open.at(-1);
    if (stage !== undefined) this.times.set(stage, (this.times.get(stage) ?? 0) + now - this.since);
    this.since = now;
  }
}
