/**
 * A heap that follows what is alive. V8 lets a heap grow to about twice what the last collection left before it collects again, so an index of a
 * hundred thousand files would take twice the memory that it needs. Where that matters, collections come sooner instead.
 */
import { setFlagsFromString } from "node:v8";

/** A refresh of more files runs with the tight heap: smaller ones hold little, and their time matters more. */
const MANY_FILES = 20_000;
/** How much the heap may grow after a collection, in percent of what was alive; 0: as V8 chooses. */
const TIGHT_PERCENT = 30;
const USUAL_PERCENT = 0;

/** Makes the heap of a process tight that runs beside others, until it ends. */
export function tightenHeap(): void {
  setGrowth(TIGHT_PERCENT);
}

/** Runs `work` with the tight heap, in all threads of this process, where so many files are read. */
export async function withTightHeap<T>(files: number, work: () => Promise<T>): Promise<T> {
  if (files < MANY_FILES) return work();
  setGrowth(TIGHT_PERCENT);
  try {
    return await work();
  } finally {
    setGrowth(USUAL_PERCENT);
  }
}

function setGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
