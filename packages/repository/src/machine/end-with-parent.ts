/** Ends a process when the one that started it has gone, also while it computes: a thread looks who the parent is. */
import process from "node:process";
import { Worker } from "node:worker_threads";

const WATCH = `const { workerData } = require("node:worker_threads");
setInterval(() => { if (process.ppid !== workerData) process.kill(process.pid, "SIGKILL"); }, 1000);`;
const SMALL = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 };

/** For processes whose work gives no events a turn and whose end loses nothing. Windows names the first parent for ever: nothing happens there. */
export function endWithParent(): void {
  new Worker(WATCH, { eval: true, workerData: process.ppid, resourceLimits: SMALL, execArgv: [] }).unref();
}
