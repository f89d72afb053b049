/**
 * The latest version of a ledger, kept from query to query: what search and slices have read of it stays warm.
 * A snapshot gives its read transaction back by itself after half a second, so keeping one blocks nothing.
 */
import type { Ledger, LedgerSnapshot } from "@sdl/graph";
import { Retirement } from "../versions/retirement.js";

export class HeldSnapshot {
  private held: LedgerSnapshot | undefined;
  /** A query may still run on a version when the next one is published. */
  private readonly retirement: Retirement;

  /** @param callsEnd resolves once every call has ended that runs when it is asked */
  constructor(
    private readonly ledger: Ledger,
    callsEnd?: () => Promise<void>,
  ) {
    this.retirement = new Retirement(callsEnd);
  }

  /** @throws {GraphError} where the ledger has no version */
  current(): LedgerSnapshot {
    const { held } = this;
    if (held !== undefined && held.version === this.ledger.latestVersion()?.id) return held;
    const latest = this.ledger.snapshot();
    if (held !== undefined) this.retirement.add(held);
    this.held = latest;
    return latest;
  }

  /** Every snapshot must be closed before its store is. */
  close(): void {
    this.held?.close();
    this.held = undefined;
    this.retirement.close();
  }
}
