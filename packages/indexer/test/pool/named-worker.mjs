// A worker that skips every file and gives its own number as the reason.
import { parentPort, threadId } from "node:worker_threads";

parentPort.on("message", ({ batch, jobs }) => {
  if (jobs === undefined) return;
  const outcomes = jobs.map(() => ({ status: "skipped", reason: String(threadId) }));
  parentPort.postMessage({ batch, outcomes, buffer: new ArrayBuffer(0), heapBytes: 0, retires: false });
});
