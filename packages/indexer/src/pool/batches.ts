/** How jobs are shared out. */
import type { ExtractJob } from "./messages.js";

export interface Batch {
  readonly number: number;
  readonly jobs: readonly ExtractJob[];
}

/** Source bytes a batch: enough to hide the messages, little enough to balance. */
const BATCH_BYTES = 192 * 1024;
const BATCH_FILES = 64;

/** Largest files first, so that none is left alone at the end; small ones share a batch. */
export function cutBatches(jobs: readonly ExtractJob[]): Batch[] {
  const sorted = [...jobs].sort((a, b) => b.sizeBytes - a.sizeBytes || (a.path < b.path ? -1 : 1));
  const batches: Batch[] = [];
  let current: ExtractJob[] = [];
  let bytes = 0;
  for (const job of sorted) {
    current.push(job);
    bytes += job.sizeBytes;
    if (bytes < BATCH_BYTES && current.length < BATCH_FILES) continue;
    batches.push({ number: batches.length, jobs: current });
    current = [];
    bytes = 0;
  }
  if (current.length > 0) batches.push({ number: batches.length, jobs: current });
  return batches;
}
