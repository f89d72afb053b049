/**
 * The latest version of one repository, kept from query to query: what search and slices have read of it stays warm.
 * A snapshot gives its read transaction back by itself after half a second, so keeping one blocks nothing.
 */
import type { Workspace } from "../workspace/workspace.js";

export type Snapshot = ReturnType<Workspace["snapshot"]>;

/** A query may still run on a version when the next one is published. */
const RETIREMENT_MS = 2_000;

export class HeldSnapshot {
  private held: Snapshot | undefined;
  private readonly retired = new Set<Snapshot>();

  constructor(private readonly workspace: Workspace) {}

  /** @throws {SdlError} `not_indexed` */
  current(): Snapshot {
    const { held } = this;
    if (held !== undefined && held.version === this.workspace.latestVersion()) return held;
    const latest = this.workspace.snapshot();
    if (held !== undefined) this.retire(held);
    this.held = latest;
    return latest;
  }

  /** Every snapshot must be closed before its store is. */
  close(): void {
    this.held?.close();
    this.held = undefined;
    for (const snapshot of this.retired) snapshot.close();
    this.retired.clear();
  }

  private retire(snapshot: Snapshot): void {
    this.retired.add(snapshot);
    setTimeout(() => {
      if (this.retired.delete(snapshot)) snapshot.close();
    }, RETIREMENT_MS).unref();
  }
}
