/**
 * Heap limits that follow the live data. By default, V8 lets a heap grow to about twice its size after the last
 * collection, so an index of a hundred thousand files would take twice the memory it needs. For large work, collections
 * run earlier.
 */
import { setFlagsFromString } from "node:v8";

/** A refresh of more files than this runs with the tight heap: smaller ones use little memory, and their time matters more. */
const MANY_FILES = 20_000;
/** How much the heap may grow after a collection, in percent of the live data; 0 is V8's choice. */
const TIGHT_PERCENT = 30;
const USUAL_PERCENT = 0;

/** Makes the heap of a background process tight until the process ends. */
export function tightenHeap(): void {
  setGrowth(TIGHT_PERCENT);
}

/** Runs `work` with the tight heap, in all threads of this process, if it reads many files. */
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
