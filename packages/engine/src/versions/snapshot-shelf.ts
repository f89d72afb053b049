/** Keeps the versions that were made last, while they can be read. Knows when one is of no use any more, not how one is made. */
import type { LedgerSnapshot } from "@sdl/graph";
import type { VersionId } from "@sdl/model";

/** A version holds what it differs in, and what was read of it: some megabytes. */
const MAX_KEPT = 4;
/** A query may still run on a version that was taken off. */
const RETIREMENT_MS = 30_000;

interface Kept {
  /** The state of the ledger that it is read through. */
  readonly generation: number;
  readonly snapshot: Promise<LedgerSnapshot>;
}

export class SnapshotShelf {
  private readonly kept = new Map<VersionId, Kept>();
  private readonly retired = new Set<LedgerSnapshot>();
  private isClosed = false;

  /** The kept one of that generation, or the one that `make` gives; askers at one time share it. */
  async get(id: VersionId, generation: number, make: () => Promise<LedgerSnapshot>): Promise<LedgerSnapshot> {
    const known = this.kept.get(id);
    if (known?.generation === generation) {
      this.kept.delete(id);
      this.kept.set(id, known);
      return known.snapshot;
    }
    if (known !== undefined) this.retire(id, known);
    const made: Kept = { generation, snapshot: make() };
    this.kept.set(id, made);
    made.snapshot.catch(() => {
      if (this.kept.get(id) === made) this.kept.delete(id);
    });
    for (const [oldest, entry] of this.kept) {
      if (this.kept.size <= MAX_KEPT) break;
      this.retire(oldest, entry);
    }
    return made.snapshot;
  }

  /** Takes a version off that turned out not to be readable. */
  drop(id: VersionId): void {
    const known = this.kept.get(id);
    if (known !== undefined) this.retire(id, known);
  }

  /** Every snapshot must be closed before its store is. */
  async close(): Promise<void> {
    this.isClosed = true;
    const kept = [...this.kept.values()];
    for (const [id, entry] of this.kept) this.retire(id, entry);
    await Promise.allSettled(kept.map(({ snapshot }) => snapshot));
    for (const snapshot of this.retired) snapshot.close();
    this.retired.clear();
  }

  private retire(id: VersionId, { snapshot }: Kept): void {
    this.kept.delete(id);
    snapshot.then(
      (made) => this.closeLater(made),
      () => undefined,
    );
  }

  private closeLater(snapshot: LedgerSnapshot): void {
    this.retired.add(snapshot);
    snapshot.forget();
    if (this.isClosed) return;
    setTimeout(() => {
      if (this.retired.delete(snapshot)) snapshot.close();
    }, RETIREMENT_MS).unref();
  }
}
