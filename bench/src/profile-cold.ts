/**
 * `node bench/dist/profile-cold.js FOLDER [--functions N] [--skip-refresh]`: profiles a cold index. First a whole
 * refresh with its threads, phase by phase. Then the stages of a worker on this thread: the first pass includes
 * compilation, as in a cold index; the second pass runs compiled code. With `--functions`, also the functions with the
 * most time in each.
 */
import { resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { type FunctionTime, profileFunctions } from "./profile/cpu-functions.js";
import { type DiscoveredFile, discoverFiles } from "./profile/indexer-internals.js";
import { installProbes } from "./profile/probes.js";
import { type PhaseTime, timePhases } from "./profile/refresh-phases.js";
import { StageClock } from "./profile/stage-clock.js";
import { runWorkerStages, startEngine, type WorkerStages } from "./profile/worker-stages.js";

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { functions: { type: "string" }, "skip-refresh": { type: "boolean", default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("name a folder: node bench/dist/profile-cold.js FOLDER [--functions N]");
const root = resolve(folder);
const functions = options.functions === undefined ? 0 : Number(options.functions);

if (!options["skip-refresh"]) await profileRefresh();
await profileStages();
process.exit(0);

async function profileRefresh(): Promise<void> {
  printPhases(await timePhases(root));
  if (functions > 0)
    printFunctions("main thread, second refresh", await profileFunctions(functions, () => timePhases(root)));
}

async function profileStages(): Promise<void> {
  const started = performance.now();
  const { files, skipped } = discoverFiles(root);
  const discoverMs = performance.now() - started;
  const { engine, startMs } = await startEngine(files);
  const clock = new StageClock(cpuMs);
  installProbes(clock);
  const pass = (): WorkerStages => runWorkerStages(root, files, engine, clock);
  const counts = pass();
  const first = new Map(clock.times);
  clock.reset();
  pass();
  printCounts(counts, files);
  console.log(
    `${skipped.length} files skipped; discover ${discoverMs.toFixed(0)} ms, parser start ${startMs.toFixed(0)} ms\n`,
  );
  printStages(first, clock.times, counts.sourceBytes);
  if (functions > 0) printFunctions("worker, third pass", await profileFunctions(functions, pass));
}

/** CPU time of this process, which other processes do not affect. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function printPhases(phases: readonly PhaseTime[]): void {
  console.log("A cold refresh, worker threads included\n");
  console.log(`${"phase".padEnd(44)}  wall ms   cpu ms`);
  for (const { phase, wallMs, cpuMs } of phases)
    console.log(`${phase.padEnd(44)} ${formatNumber(wallMs, 8)} ${formatNumber(cpuMs, 8)}`);
  const wall = phases.reduce((sum, phase) => sum + phase.wallMs, 0);
  const cpu = phases.reduce((sum, phase) => sum + phase.cpuMs, 0);
  console.log(`${"sum".padEnd(44)} ${formatNumber(wall, 8)} ${formatNumber(cpu, 8)}\n`);
}

function printCounts(
  { files, sourceBytes, pageBytes, symbols, heapBytes }: WorkerStages,
  found: readonly DiscoveredFile[],
): void {
  const peak = process.resourceUsage().maxRSS / 1000;
  console.log("A worker's stages on one thread, in CPU time (the compiler's and the collector's threads included)\n");
  console.log(`${files} of ${found.length} files, ${(sourceBytes / 1e6).toFixed(1)} MB, ${symbols} symbols`);
  console.log(
    `facts ${(pageBytes / 1e6).toFixed(1)} MB, wasm heap ${(heapBytes / 1e6).toFixed(0)} MB, peak RSS ${peak.toFixed(0)} MB`,
  );
}

function printStages(first: ReadonlyMap<string, number>, warm: ReadonlyMap<string, number>, sourceBytes: number): void {
  const sum = sumTimes(first);
  console.log("stage         first ms   share  ns/byte  warm ms");
  const row = (name: string, ms: number, warmMs: number): void => {
    const perByte = ((1e6 * ms) / sourceBytes).toFixed(1).padStart(8);
    console.log(
      `${name.padEnd(12)} ${formatNumber(ms, 9)} ${formatNumber((100 * ms) / sum, 5)} % ${perByte} ${formatNumber(warmMs, 8)}`,
    );
  };
  for (const [stage, ms] of [...first].sort((a, b) => b[1] - a[1])) row(stage, ms, warm.get(stage) ?? 0);
  row("sum", sum, sumTimes(warm));
}

function printFunctions(title: string, top: readonly FunctionTime[]): void {
  console.log(`\nself ms  function (${title})`);
  for (const { place, selfMs } of top) console.log(`${formatNumber(selfMs, 7)}  ${place}`);
  console.log("");
}

function sumTimes(times: ReadonlyMap<string, number>): number {
  return [...times.values()].reduce((sum, ms) => sum + ms, 0);
}

function formatNumber(value: number, width: number): string {
  return value.toFixed(0).padStart(width);
}
