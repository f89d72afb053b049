/**
 * Concurrency limit: at most `most` requests run at once, others wait in the order of arrival. If many shared one
 * processor, each would be late and all would hold memory.
 */
export class ConcurrencyLimit {
  private working = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly max: number) {}

  /**
   * Runs `work` when it is its turn. @param signal leaves the queue when it fires @throws the signal's reason then,
   * otherwise what `work` throws
   */
  async runInTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.working < this.max) this.working++;
    else await this.wait(signal);
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.working--;
      else next();
    }
  }

  /** Resolves when a running request ends and passes on its turn. */
  private wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const take = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(take), 1);
        reject(signal.reason);
      };
      this.waiting.push(take);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}
