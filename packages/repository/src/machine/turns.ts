/** Long work on the main thread, in turns: between two of them whatever else waits for the thread is done. */

/** Other work waits so long at most. */
const TURN_MS = 20;

export class Turns {
  private beganMs = performance.now();

  constructor(private readonly signal: AbortSignal | undefined) {}

  /** Whether others are to be let through. */
  get isOver(): boolean {
    return performance.now() - this.beganMs >= TURN_MS;
  }

  /** Lets others through. @throws the signal's reason */
  async next(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.signal?.throwIfAborted();
    this.beganMs = performance.now();
  }
}
