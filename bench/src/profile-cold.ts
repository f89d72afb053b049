/**
 * `node bench/dist/profile-cold.js FOLDER [--functions N]`: where the time of a cold index goes.
 *
 * The worker's stages run in this one process, on one thread; the first pass pays for compilation as a cold index does, the second
 * shows the code warm.
 */
import { resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { profileFunctions } from "./profile/cpu-functions.js";
import { discoverFiles } from "./profile/indexer-internals.js";
import { installProbes } from "./profile/probes.js";
import { StageClock } from "./profile/stage-clock.js";
import { runWorkerStages, startEngine, type WorkerStages } from "./profile/worker-stages.js";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { functions: { type: "string" } } });
const [folder] = positionals;
if (folder === undefined) throw new Error("name a folder: node bench/dist/profile-cold.js FOLDER [--functions N]");
const root = resolve(folder);

const discovering = performance.now();
const { files, skipped } = discoverFiles(root);
const discoverMs = performance.now() - discovering;
const { engine, startMs } = await startEngine(files);

const clock = new StageClock();
installProbes(clock);
const passes: Map<string, number>[] = [];
let counts: WorkerStages | undefined;
for (let pass = 0; pass < 2; pass++) {
  counts = runWorkerStages(root, files, engine, clock);
  passes.push(new Map(clock.times));
  clock.reset();
}
if (counts !== undefined) printStages(counts);
if (values.functions !== undefined) {
  const top = await profileFunctions(Number(values.functions), () => void runWorkerStages(root, files, engine, clock));
  console.log("\nself ms  function (third pass)");
  for (const { place, selfMs } of top) console.log(`${selfMs.toFixed(0).padStart(7)}  ${place}`);
}
process.exit(0);

function printStages({ files: extracted, sourceBytes, pageBytes, symbols, heapBytes }: WorkerStages): void {
  const [first = new Map(), second = new Map()] = passes;
  const sum = [...first.values()].reduce((a: number, b: number) => a + b, 0);
  console.log(`${extracted} files, ${megabytes(sourceBytes)} MB, ${skipped.length} skipped, ${symbols} symbols`);
  console.log(`facts ${megabytes(pageBytes)} MB, wasm heap ${megabytes(heapBytes)} MB, peak RSS ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
  console.log(`discover ${discoverMs.toFixed(0)} ms, parser start ${startMs.toFixed(0)} ms\n`);
  console.log("stage         first ms    share   ns/byte    warm ms");
  for (const [stage, ms] of [...first].sort((a, b) => b[1] - a[1])) {
    const share = `${((100 * ms) / sum).toFixed(1)} %`;
    const warm = (second.get(stage) ?? 0).toFixed(0);
    console.log(`${stage.padEnd(12)} ${ms.toFixed(0).padStart(9)} ${share.padStart(8)} ${((1e6 * ms) / sourceBytes).toFixed(1).padStart(9)} ${warm.padStart(10)}`);
  }
  const warmSum = [...second.values()].reduce((a: number, b: number) => a + b, 0);
  console.log(`${"sum".padEnd(12)} ${sum.toFixed(0).padStart(9)} ${" ".repeat(8)} ${((1e6 * sum) / sourceBytes).toFixed(1).padStart(9)} ${warmSum.toFixed(0).padStart(10)}`);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
