/**
 * Snapshot of the latest version, kept from query to query, so that what search and slices have read stays cached. It
 * releases its read transaction after half a second, so keeping it blocks nothing.
 */
import type { Ledger, LedgerSnapshot } from "@sdl/graph";
import { Retirement } from "../versions/retirement.js";

/** Keeps the latest snapshot open. */
export class HeldSnapshot {
  private held: LedgerSnapshot | undefined;
  /** A query may still run on a version when the next one is published. */
  private readonly retirement: Retirement;

  /** @param callsEnd resolves when all calls that are running at that moment have ended */
  constructor(
    private readonly ledger: Ledger,
    callsEnd?: () => Promise<void>,
  ) {
    this.retirement = new Retirement(callsEnd);
  }

  /** The latest snapshot. @throws {GraphError} if the ledger has no version */
  current(): LedgerSnapshot {
    const { held } = this;
    if (held !== undefined && held.version === this.ledger.latestVersion()?.id) return held;
    const latest = this.ledger.snapshot();
    if (held !== undefined) this.retirement.add(held);
    this.held = latest;
    return latest;
  }

  /** Closes all snapshots; must precede closing the store. */
  close(): void {
    this.held?.close();
    this.held = undefined;
    this.retirement.close();
  }
}
