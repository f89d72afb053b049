/** Packing of old facts into less space, a few pages at a time, so that queries continue. */
import type { Ledger, PackedFacts } from "@sdl/graph";

/** Pages per transaction: each transaction waits for the disk. */
const BATCH_PAGES = 16;

/**
 * Packs the ledger. Ends early when `signal` fires; the next call continues.
 * @throws {GraphError} `STORE_READ_ONLY`, `STORAGE_FULL`
 */
export async function packLedger({ retention }: Ledger, signal?: AbortSignal): Promise<void> {
  const plan = retention.planPacking();
  if (plan === undefined) return;
  let waiting: PackedFacts[] = [];
  for (const job of plan.jobs) {
    const packed = retention.packFacts(job, waiting);
    if (packed !== undefined) waiting.push(packed);
    if (waiting.length === BATCH_PAGES) {
      retention.storePacked(waiting);
      waiting = [];
    }
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted === true) return;
  }
  retention.storePacked(waiting);
  retention.finishPacking(plan);
}
