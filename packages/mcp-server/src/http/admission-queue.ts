/**
 * Admission queue for requests: admits one after another, some rounds of the event loop apart. The loop accepts one
 * connection per round (libuv 1.46): if each round worked on all requests that had arrived, a new connection would wait
 * as many rounds as there are connections before it.
 */

/** Rounds between two requests: a waiting connection is accepted before the requests of others are answered. */
const ROUNDS = 4;

/** Queue of the requests that arrived. */
export class AdmissionQueue {
  private last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn. */
  waitForTurn(): Promise<void> {
    this.last = this.last.then(admitInRounds);
    return this.last;
  }
}

async function admitInRounds(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await new Promise((resolve) => setImmediate(resolve));
}
