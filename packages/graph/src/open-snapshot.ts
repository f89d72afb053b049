/**
 * Opening of a store for one answer: reads the latest version without what a ledger needs to write, prune or derive, so that a process that answers
 * once loads and runs less.
 */
import { openLatest } from "./read/open-latest.js";
import { LedgerSnapshot } from "./read/snapshot.js";
import { PageCaches } from "./read/state.js";
import { StoreEnvironment } from "./store/environment.js";
import { checkFormat } from "./store/format.js";

/**
 * A snapshot of the latest version. Closing it ends its transaction; the store stays open until the process ends.
 * @param factsCacheBytes upper bound in bytes, estimated, on decoded facts pages in memory
 * @throws {GraphError} as `openLedger` in mode "read"
 */
export function openSnapshot(directory: string, factsCacheBytes: number): LedgerSnapshot {
  const environment = StoreEnvironment.open(directory, "read");
  try {
    checkFormat(environment);
    const { reader, view } = openLatest(environment, { caches: PageCaches.ofSize(factsCacheBytes) });
    return new LedgerSnapshot(reader, () => view.close());
  } catch (error) {
    void environment.close();
    throw error;
  }
}
