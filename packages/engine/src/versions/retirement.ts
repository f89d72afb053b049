/** Closes snapshots that nobody is given any more, once the calls have ended that may still read them. */
import type { LedgerSnapshot } from "@sdl/graph";

/** Who knows of no calls, or of one that does not end, waits so long. */
const LONGEST_MS = 30_000;

export class Retirement {
  private readonly retired = new Set<LedgerSnapshot>();

  /** @param callsEnd resolves once every call has ended that runs when it is asked */
  constructor(private readonly callsEnd: (() => Promise<void>) | undefined) {}

  add(snapshot: LedgerSnapshot): void {
    this.retired.add(snapshot);
    const timer = setTimeout(() => this.end(snapshot), LONGEST_MS).unref();
    void this.callsEnd?.().then(() => {
      clearTimeout(timer);
      this.end(snapshot);
    });
  }

  /** Closes all of them now. */
  close(): void {
    for (const snapshot of this.retired) this.end(snapshot);
  }

  private end(snapshot: LedgerSnapshot): void {
    if (this.retired.delete(snapshot)) snapshot.close();
  }
}
