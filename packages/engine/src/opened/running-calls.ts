/** The calls that run, so that what they may still read is kept until they end, and no longer. */
export class RunningCalls {
  private readonly ends = new Set<Promise<void>>();

  async during<T>(call: () => Promise<T>): Promise<T> {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.ends.add(ended);
    try {
      return await call();
    } finally {
      this.ends.delete(ended);
      end();
    }
  }

  /** Once every call has ended that runs now. */
  async ended(): Promise<void> {
    await Promise.all(this.ends);
  }
}
