/** Closes snapshots that nobody is given any more, once the calls have ended that may still read them. */
import type { LedgerSnapshot } from "@sdl/graph";

/** Who knows of no calls, or of one that does not end, waits so long. */
const LONGEST_MS = 30_000;

export class Retirement {
  /** With what closes each at the latest. */
  private readonly retired = new Map<LedgerSnapshot, NodeJS.Timeout>();

  /** @param callsEnd resolves once every call has ended that runs when it is asked */
  constructor(private readonly callsEnd: (() => Promise<void>) | undefined) {}

  add(snapshot: LedgerSnapshot): void {
    this.retired.set(snapshot, setTimeout(() => this.end(snapshot), LONGEST_MS).unref());
    void this.callsEnd?.().then(() => this.end(snapshot));
  }

  /** Closes all of them now. */
  close(): void {
    for (const snapshot of this.retired.keys()) this.end(snapshot);
  }

  private end(snapshot: LedgerSnapshot): void {
    clearTimeout(this.retired.get(snapshot));
    if (this.retired.delete(snapshot)) snapshot.close();
  }
}
