/**
 * A thread that takes a lock and a lease at the same moments as others of its process, and counts in a file what it did under the lock. Says how
 * often it held the lease, and how often together with another.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { whileLocked } from "../../dist/machine/file-lock.js";
import { LeaseTaken, withLease } from "../../dist/machine/lease.js";

const { counter, lease, shared, threads, rounds } = workerData;
/** How many threads have come to a round's start, and how many hold the lease. */
const [ARRIVED, HOLDING] = [0, 1];
const state = new Int32Array(shared);

function meet(round) {
  Atomics.add(state, ARRIVED, 1);
  while (Atomics.load(state, ARRIVED) < round * threads);
}

let together = 0;
let held = 0;
for (let round = 1; round <= rounds; round++) {
  meet(round);
  const done = await withLease({ path: lease, patienceMs: 0, now: Date.now }, async () => {
    if (Atomics.add(state, HOLDING, 1) > 0) together++;
    await new Promise((resolve) => setTimeout(resolve, 2));
    Atomics.sub(state, HOLDING, 1);
  });
  if (!(done instanceof LeaseTaken)) held++;
  if (round % 20 === 0)
    await whileLocked(counter, () => writeFileSync(counter, String(Number(readFileSync(counter, "utf8")) + 1)));
}
parentPort.postMessage({ together, held });
