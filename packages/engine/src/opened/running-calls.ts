/** Tracks running calls, so that data they may still read is kept until they end. */
export class RunningCalls {
  private readonly ends = new Set<Promise<void>>();

  async trackCall<T>(call: () => Promise<T>): Promise<T> {
    let end: () => void = () => undefined;
    const waitForEnd = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.ends.add(waitForEnd);
    try {
      return await call();
    } finally {
      this.ends.delete(waitForEnd);
      end();
    }
  }

  /** Resolves when all calls that run now have ended. */
  async allEnded(): Promise<void> {
    await Promise.all(this.ends);
  }
}
