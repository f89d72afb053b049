/** Cache of the versions built last, while they can be read. Knows when a version expires, not how it is built. */
import type { LedgerSnapshot } from "@sdl/graph";
import type { VersionId } from "@sdl/model";
import { Retirement } from "./retirement.js";

/** Maximum number of versions kept: each takes some megabytes, for its difference and what was read of it. */
const MAX_KEPT = 4;

interface CachedSnapshot {
  /** The ledger state that the version is read through. */
  readonly generation: number;
  readonly snapshot: Promise<LedgerSnapshot>;
}

/** Caches snapshots by version and generation. */
export class SnapshotCache {
  private readonly kept = new Map<VersionId, CachedSnapshot>();
  private readonly retirement: Retirement;
  private isClosed = false;

  /** @param callsEnd resolves when all calls that are running at that moment have ended */
  constructor(callsEnd?: () => Promise<void>) {
    this.retirement = new Retirement(callsEnd);
  }

  /** The cached version of that generation, or the result of `make`; concurrent callers share it. */
  async get(id: VersionId, generation: number, make: () => Promise<LedgerSnapshot>): Promise<LedgerSnapshot> {
    for (const [old, entry] of this.kept) if (entry.generation !== generation) this.retire(old, entry);
    const known = this.kept.get(id);
    if (known !== undefined) {
      this.kept.delete(id);
      this.kept.set(id, known);
      return known.snapshot;
    }
    const made: CachedSnapshot = { generation, snapshot: make() };
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

  /** The cached version of that generation, if any. */
  find(id: VersionId, generation: number): Promise<LedgerSnapshot> | undefined {
    const known = this.kept.get(id);
    return known?.generation === generation ? known.snapshot : undefined;
  }

  /** Removes a version that turned out to be unreadable. */
  removeUnreadable(id: VersionId): void {
    const known = this.kept.get(id);
    if (known !== undefined) this.retire(id, known);
  }

  /** Closes all snapshots; must precede closing the store. */
  async close(): Promise<void> {
    this.isClosed = true;
    const kept = [...this.kept.values()];
    for (const [id, entry] of this.kept) this.retire(id, entry);
    await Promise.allSettled(kept.map(({ snapshot }) => snapshot));
    this.retirement.close();
  }

  private retire(id: VersionId, { snapshot }: CachedSnapshot): void {
    this.kept.delete(id);
    snapshot.then(
      (made) => (this.isClosed ? made.close() : this.retirement.add(made)),
      () => undefined,
    );
  }
}
