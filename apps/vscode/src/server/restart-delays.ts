/** When a server that ended by itself is started again: soon at first, later and later while it goes on ending. Pure. */

const FIRST_MS = 250;
const LONGEST_MS = 60_000;
/** A server that ran this long is taken for sound. */
const SOUND_MS = 60_000;

export class RestartDelays {
  private endings = 0;

  /** @param ranMs how long the server ran before it ended @returns how long to wait until the next start */
  afterEnd(ranMs: number): number {
    if (ranMs >= SOUND_MS) this.endings = 0;
    return Math.min(LONGEST_MS, FIRST_MS * 2 ** this.endings++);
  }

  /** The user starts it: what was before does not count. */
  reset(): void {
    this.endings = 0;
  }
}
