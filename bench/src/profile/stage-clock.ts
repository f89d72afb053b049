/**
 * Self time by stage: at every moment exactly one stage runs, the innermost that was entered. Knows no stage by name.
 * Invariant: the times add up to what passed between the first `enter` and the last `leave`.
 */
export class StageClock {
  readonly times = new Map<string, number>();
  private readonly open: string[] = [];
  private since = 0;

  /** @param now milliseconds on any clock that only rises */
  constructor(private readonly now: () => number) {}

  enter(stage: string): void {
    this.charge();
    this.open.push(stage);
  }

  leave(): void {
    this.charge();
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

  /** Forgets all times. Only between stages. */
  reset(): void {
    this.times.clear();
  }

  private charge(): void {
    const now = this.now();
    const stage = this.open.at(-1);
    if (stage !== undefined) this.times.set(stage, (this.times.get(stage) ?? 0) + now - this.since);
    this.since = now;
  }
}
