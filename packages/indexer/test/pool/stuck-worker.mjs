// A worker that never comes back from its first file: it computes, or waits.
import { parentPort, workerData } from "node:worker_threads";

parentPort.on("message", ({ jobs }) => {
  if (jobs === undefined) return;
  const pulse = new Int32Array(workerData.pulse);
  Atomics.store(pulse, 0, 0);
  if (jobs[0].path === "waits.ts") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  for (;;) Atomics.load(pulse, 0);
});
