/** Watchdog that ends a process when its parent is gone, even while it computes: a thread checks the parent's id. */
import process from "node:process";
import { Worker } from "node:worker_threads";

const WATCHDOG_SCRIPT = `const { workerData } = require("node:worker_threads");
setInterval(() => { if (process.ppid !== workerData) process.kill(process.pid, "SIGKILL"); }, 1000);`;
const SMALL_THREAD = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 };

/**
 * Starts the watchdog, for processes that block the event loop and may die at any time. No effect on Windows, which
 * keeps reporting the first parent.
 */
export function endWithParent(): void {
  new Worker(WATCHDOG_SCRIPT, {
    eval: true,
    workerData: process.ppid,
    resourceLimits: SMALL_THREAD,
    execArgv: [],
  }).unref();
}
