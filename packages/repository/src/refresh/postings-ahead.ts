/**
 * The postings of a first index in a thread of their own, while this one links: they follow from facts alone. A thread that fails costs
 * time only, for the commit then lays them out itself.
 */
import { Worker } from "node:worker_threads";
import type { LedgerUpdate } from "@sdl/graph";
import type { PostingsRecords } from "@sdl/graph/postings";
import { entryUrl } from "../entry-url.js";

/** With fewer bytes of facts a thread takes longer to start than the postings to lay out. */
const MIN_BYTES = 1024 * 1024;

export interface PostingsAhead {
  /** Waits for the thread, and hands its answer to the update. Does not throw. */
  take(): Promise<void>;
  /** Ends the thread, whether it has answered or not. */
  stop(): Promise<void>;
}

/** @returns `undefined` where a thread is not worth it */
export function beginPostings(update: LedgerUpdate): PostingsAhead | undefined {
  const task = update.postingsTask(MIN_BYTES);
  if (task === undefined) return undefined;
  // Copied, not transferred: a thread in which a buffer is detached compiles its code over typed arrays anew.
  const worker = startWorker(task);
  if (worker === undefined) return undefined;
  const answer = new Promise<PostingsRecords | undefined>((resolve) => {
    worker.once("message", resolve);
    worker.once("error", () => resolve(undefined));
    worker.once("exit", () => resolve(undefined));
  });
  return {
    async take() {
      const records = await answer;
      if (records !== undefined) update.setPostings(records);
    },
    async stop() {
      await worker.terminate();
    },
  };
}

/** Threads are limited, and so is memory for them: without one the commit does its work. */
function startWorker(workerData: unknown): Worker | undefined {
  try {
    return new Worker(entryUrl("postings-worker"), { workerData });
  } catch {
    return undefined;
  }
}
