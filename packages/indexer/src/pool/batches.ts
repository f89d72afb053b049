/** Batches of extraction jobs. */
import type { ExtractJob } from "./messages.js";

/** Jobs that a worker receives in one message. */
export interface Batch {
  readonly number: number;
  readonly jobs: readonly ExtractJob[];
}

/** Source bytes per batch: enough to hide the cost of messages, few enough to balance workers. */
const BATCH_BYTES = 192 * 1024;
/** Files per batch, for files so small that their number takes the time; files with equal content share facts in it. */
const BATCH_FILES = 256;

/** Cuts jobs into batches, largest files first, so that no large one is left for the end; small files share a batch. */
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
