/** Delays before a server that ended by itself is started again: short at first, doubled while it keeps ending. Pure. */

const FIRST_MS = 250;
const LONGEST_MS = 60_000;
/** Running time in milliseconds after which a server counts as stable. */
const STABLE_MS = 60_000;

/** Counts unexpected ends in a row. */
export class RestartDelays {
  private endings = 0;

  /** @param ranMs running time of the server in milliseconds @returns delay before the next start in milliseconds */
  afterEnd(ranMs: number): number {
    if (ranMs >= STABLE_MS) this.endings = 0;
    return Math.min(LONGEST_MS, FIRST_MS * 2 ** this.endings++);
  }

  /** Resets the delay, because the user starts the server. */
  reset(): void {
    this.endings = 0;
  }
}
