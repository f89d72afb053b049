/**
 * Lets so many requests work at once, the others wait in the order in which they came: of many that share a processor each would be late, and all of
 * them would hold memory.
 */
export class Turns {
  private working = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** @param signal whoever waits leaves when it fires @throws its reason then, and what `work` throws */
  async during<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.working < this.most) this.working++;
    else await this.wait(signal);
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.working--;
      else next();
    }
  }

  /** Resolves with the turn of one that has ended. */
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
