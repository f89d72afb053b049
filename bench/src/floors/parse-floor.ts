/**
 * `node parse-floor.js ROOT WORKERS`: the least that any index with this parser costs. With no workers all is done on this thread,
 * else each worker takes the next largest file.
 */
import process from "node:process";
import { fileURLToPath } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { listSources, parseFile, startEngine } from "./bare-parse.js";

if (isMainThread) await runMain();
else await runWorker();

async function runMain(): Promise<void> {
  const [root = ".", workers = "0"] = process.argv.slice(2);
  const files = listSources(root);
  if (workers === "0") {
    const engine = await startEngine(files);
    for (const file of files) parseFile(engine, root, file);
  } else {
    const next = new SharedArrayBuffer(4);
    const setup = { root, files, next };
    await Promise.all(Array.from({ length: Number(workers) }, () => runThread(setup)));
  }
  // As the command line does: what is left over does not hold the process.
  process.exit(0);
}

function runThread(setup: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: setup });
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
}

async function runWorker(): Promise<void> {
  const { root, files, next } = workerData;
  const engine = await startEngine(files);
  const counter = new Int32Array(next);
  for (let i = Atomics.add(counter, 0, 1); i < files.length; i = Atomics.add(counter, 0, 1))
    parseFile(engine, root, files[i]);
}
