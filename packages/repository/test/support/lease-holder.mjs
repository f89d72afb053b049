/**
 * A process that takes a lease. Arguments: the lease's path, how long to wait for it, how long to keep it, both in milliseconds. Prints
 * `held` when it has it, `taken PID` when another keeps it, `free` when it gave it back.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { LeaseTaken, withLease } from "../../dist/machine/lease.js";

const [path, patienceMs, keepMs] = process.argv.slice(2);
const result = await withLease({ path, patienceMs: Number(patienceMs), now: Date.now }, async () => {
  process.stdout.write("held\n");
  await sleep(Number(keepMs));
});
process.stdout.write(result instanceof LeaseTaken ? `taken ${result.holder.pid}\n` : "free\n");
