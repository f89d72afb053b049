/**
 * The latest version of one repository, kept from query to query: what search and slices have read of it stays warm.
 * A snapshot gives its read transaction back by itself after half a second, so keeping one blocks nothing.
 */
import { Retirement } from "../versions/retirement.js";
import type { Workspace } from "./repository.js";

export type Snapshot = ReturnType<Workspace["snapshot"]>;

export class HeldSnapshot {
  private held: Snapshot | undefined;
  /** A query may still run on a version when the next one is published. */
  private readonly retirement: Retirement;

  /** @param callsEnd resolves once every call has ended that runs when it is asked */
  constructor(
    private readonly workspace: Workspace,
    callsEnd?: () => Promise<void>,
  ) {
    this.retirement = new Retirement(callsEnd);
  }

  /** @throws {SdlError} `not_indexed` */
  current(): Snapshot {
    const { held } = this;
    if (held !== undefined && held.version === this.workspace.latestVersion()) return held;
    const latest = this.workspace.snapshot();
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
