/**
 * Lets requests in one after the other, each some rounds of the event loop after the one before. The loop accepts one connection a round (libuv 1.46): where
 * each round worked on all requests that had come, new connections would wait for as many rounds as there are connections before them.
 */

/** A connection that waits is accepted sooner than the requests of others are answered. */
const ROUNDS = 4;

export class Entrance {
  private last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn. */
  pass(): Promise<void> {
    this.last = this.last.then(rounds);
    return this.last;
  }
}

async function rounds(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await new Promise((resolve) => setImmediate(resolve));
}
