/** Sweep of facts that were stored but never published, some at a time, so that queries continue. */
import type { Ledger } from "@sdl/graph";

/** Facts per transaction. */
const BATCH_FACTS = 256;

/** Options of a sweep. */
export interface SweepRequest {
  /** Whether facts are kept though no version names them. */
  readonly isNeeded: (key: string) => boolean;
  /** Whether only to report what would be deleted. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Deletes facts. Ends early when `signal` fires or something is published meanwhile; the next call continues.
 * @returns bytes that can be reused
 * @throws {GraphError} `STORE_READ_ONLY`, `STORAGE_FULL`
 */
export async function sweepFacts(
  { retention }: Ledger,
  { isNeeded, dryRun = false, signal }: SweepRequest,
): Promise<number> {
  const plan = retention.planSweep(isNeeded);
  if (plan === undefined) return 0;
  let freedBytes = 0;
  for (let from = 0; from < plan.facts.length; from += BATCH_FACTS) {
    if (signal?.aborted === true) return freedBytes;
    const facts = plan.facts.slice(from, from + BATCH_FACTS);
    const bytes = retention.factsBytes(facts);
    if (!dryRun && !retention.sweep(plan, facts)) return freedBytes;
    freedBytes += bytes;
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!dryRun) retention.finishSweep(plan);
  return freedBytes;
}
