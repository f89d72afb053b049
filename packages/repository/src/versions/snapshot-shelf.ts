/** Keeps the versions that were made last, while they can be read. Knows when one is of no use any more, not how one is made. */
import type { LedgerSnapshot } from "@sdl/graph";
import type { VersionId } from "@sdl/model";
import { Retirement } from "./retirement.js";

/** A version holds what it differs in, and what was read of it: some megabytes. */
const MAX_KEPT = 4;

interface Kept {
  /** The state of the ledger that it is read through. */
  readonly generation: number;
  readonly snapshot: Promise<LedgerSnapshot>;
}

export class SnapshotShelf {
  private readonly kept = new Map<VersionId, Kept>();
  private readonly retirement: Retirement;
  private isClosed = false;

  /** @param callsEnd resolves once every call has ended that runs when it is asked */
  constructor(callsEnd?: () => Promise<void>) {
    this.retirement = new Retirement(callsEnd);
  }

  /** The kept one of that generation, or the one that `make` gives; askers at one time share it. */
  async get(id: VersionId, generation: number, make: () => Promise<LedgerSnapshot>): Promise<LedgerSnapshot> {
    for (const [old, entry] of this.kept) if (entry.generation !== generation) this.retire(old, entry);
    const known = this.kept.get(id);
    if (known !== undefined) {
      this.kept.delete(id);
      this.kept.set(id, known);
      return known.snapshot;
    }
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

  /** The kept one of that generation, if there is one. */
  find(id: VersionId, generation: number): Promise<LedgerSnapshot> | undefined {
    const known = this.kept.get(id);
    return known?.generation === generation ? known.snapshot : undefined;
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
    this.retirement.close();
  }

  private retire(id: VersionId, { snapshot }: Kept): void {
    this.kept.delete(id);
    snapshot.then(
      (made) => (this.isClosed ? made.close() : this.retirement.add(made)),
      () => undefined,
    );
  }
}
