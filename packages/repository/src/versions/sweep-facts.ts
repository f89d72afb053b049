/** Takes facts out that an index stored and never published, some at a time, so that queries go on. */
import type { Ledger } from "@sdl/graph";

/** Facts of one transaction. */
const BATCH = 256;

export interface SweepRequest {
  /** Facts that stay though no version names them. */
  readonly isNeeded: (key: string) => boolean;
  /** Says what would go, and leaves it. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Ends early when `signal` fires or something is published meanwhile; what is left goes the next time.
 * @returns bytes that are free to be used again
 * @throws {GraphError} `STORE_READ_ONLY`, `STORAGE_FULL`
 */
export async function sweepFacts(
  { retention }: Ledger,
  { isNeeded, dryRun = false, signal }: SweepRequest,
): Promise<number> {
  const plan = retention.planSweep(isNeeded);
  if (plan === undefined) return 0;
  let freedBytes = 0;
  for (let from = 0; from < plan.facts.length; from += BATCH) {
    if (signal?.aborted === true) return freedBytes;
    const facts = plan.facts.slice(from, from + BATCH);
    const bytes = retention.factsBytes(facts);
    if (!dryRun && !retention.sweep(plan, facts)) return freedBytes;
    freedBytes += bytes;
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!dryRun) retention.finishSweep(plan);
  return freedBytes;
}
