/** Retirement of snapshots: closes snapshots that no new call receives, once the calls that may still read them have ended. */
import type { LedgerSnapshot } from "@sdl/graph";

/** Longest wait before a snapshot is closed, in milliseconds: for callers that track no calls, or a call that never ends. */
const LONGEST_MS = 30_000;

/** Closes snapshots in time. */
export class Retirement {
  /** Snapshots with the timer that closes each at the latest. */
  private readonly retired = new Map<LedgerSnapshot, NodeJS.Timeout>();

  /** @param callsEnd resolves when all calls that are running at that moment have ended */
  constructor(private readonly callsEnd: (() => Promise<void>) | undefined) {}

  add(snapshot: LedgerSnapshot): void {
    this.retired.set(snapshot, setTimeout(() => this.closeSnapshot(snapshot), LONGEST_MS).unref());
    void this.callsEnd?.().then(() => this.closeSnapshot(snapshot));
  }

  /** Closes all of them now. */
  close(): void {
    for (const snapshot of this.retired.keys()) this.closeSnapshot(snapshot);
  }

  private closeSnapshot(snapshot: LedgerSnapshot): void {
    clearTimeout(this.retired.get(snapshot));
    if (this.retired.delete(snapshot)) snapshot.close();
  }
}
