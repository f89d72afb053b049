// A worker that takes its time, skips every file, and gives its number and its thread's niceness as the reason.
import { readFileSync } from "node:fs";
import { parentPort, threadId, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "../../dist/pool/low-priority.js";

if (workerData.isLow) lowerThreadPriority();
const stat = readFileSync("/proc/thread-self/stat", "utf8");
const niceness = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16];

parentPort.on("message", ({ batch, jobs }) => {
  if (jobs === undefined) return;
  const outcomes = jobs.map(() => ({ status: "skipped", reason: `${threadId} ${niceness}` }));
  const reply = { batch, outcomes, buffer: new ArrayBuffer(0), heapBytes: 0, retires: false };
  setTimeout(() => parentPort.postMessage(reply), 20);
});
