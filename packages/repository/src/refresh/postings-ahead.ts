/**
 * Postings and symbol tables of a first index, built in a thread of their own while this one links: they depend on facts
 * and paths only. If the thread fails, the commit builds them itself, which only costs time.
 */
import { Worker } from "node:worker_threads";
import type { LedgerUpdate } from "@sdl/graph";
import type { PostingsRecords } from "@sdl/graph/postings";
import { entryUrl } from "../entry-url.js";

/** With fewer bytes of facts, starting a thread takes longer than building the postings. */
const MIN_BYTES = 1024 * 1024;

/** The running thread. */
export interface PostingsAhead {
  /** Waits for the thread, and passes its result to the update. Does not throw. */
  take(): Promise<void>;
  /** Ends the thread, finished or not. */
  stop(): Promise<void>;
}

/** Starts the thread. @returns `undefined` if a thread would not save time */
export function beginPostings(update: LedgerUpdate): PostingsAhead | undefined {
  const task = update.postingsTask(MIN_BYTES);
  if (task === undefined) return undefined;
  // Copied rather than transferred: a thread that detaches a buffer recompiles its code over typed arrays.
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

/** Starts a worker; `undefined` if the system has no thread or memory for it, and then the commit does the work. */
function startWorker(workerData: unknown): Worker | undefined {
  try {
    return new Worker(entryUrl("postings-worker"), { workerData });
  } catch {
    return undefined;
  }
}
