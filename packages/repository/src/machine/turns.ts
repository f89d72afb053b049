/** Turns of long work on the main thread: between two of them, other work runs. */

/** Longest turn, in milliseconds: other work waits at most this long. */
const TURN_MS = 20;

/** Divides work into turns. */
export class Turns {
  private beganMs = performance.now();

  constructor(private readonly signal: AbortSignal | undefined) {}

  /** Whether the current turn is over. */
  get isOver(): boolean {
    return performance.now() - this.beganMs >= TURN_MS;
  }

  /** Lets other work run. @throws the signal's reason */
  async next(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.signal?.throwIfAborted();
    this.beganMs = performance.now();
  }
}
