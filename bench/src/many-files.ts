/** `node bench/dist/many-files.js`: measures time and peak memory of indexing a repository of many one-line files. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { writeOneLineFiles } from "./memory/one-line-files.js";
import { type TreeMemory, TreeMemoryWatch } from "./memory/tree-memory.js";
import { CLI } from "./paths.js";
import { childrenCpuSeconds } from "./process/usage.js";
import { folderBytes, type StorePlace, withStore } from "./product/cold.js";

/** Limit of resident memory while indexing 100,000 files. */
const BAR_BYTES = 1_200_000_000;
const BAR_FILES = 100_000;

const USAGE = `node bench/dist/many-files.js [options]
  --files N     files of the repository; may be given more than once (25000 and 100000)
  --folders N   folders that hold them (500)
  --seed N      which names and imports (1)
  --cli FILE    the program to measure (this checkout's bundle)`;

const { values: options } = parseArgs({
  options: {
    files: { type: "string", multiple: true },
    folders: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    cli: { type: "string", default: CLI },
    help: { type: "boolean", default: false },
  },
});

interface StepFigures {
  readonly step: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly peak: TreeMemory;
}

if (options.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  console.log("| files | step | wall s | CPU s | peak RSS MB | PSS MB | anonymous MB | mapped files MB | store MB |");
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const files of (options.files ?? ["25000", "100000"]).map(Number)) {
    const coldBytes = await withStore((place) => measure(files, place));
    if (files === BAR_FILES && coldBytes > BAR_BYTES) process.exitCode = 1;
  }
}

/** Prints one row per step. @returns the peak of the cold index */
async function measure(files: number, place: StorePlace): Promise<number> {
  const root = join(place.folder, "repository");
  writeOneLineFiles(root, { files, folders: Number(options.folders), seed: Number(options.seed) });
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ["cold index", ["index", root, "--no-settle"]],
    ["nothing changed", ["index", root, "--no-settle"]],
    ["derived layers", ["index", root]],
    ["status", ["status"]],
  ];
  let coldBytes = 0;
  for (const [step, command] of steps) {
    const { wallSeconds, cpuSeconds, peak } = await run(step, [...command, "--store", place.store], {
      root,
      env: place.env,
    });
    coldBytes ||= peak.rssBytes;
    const memory = [peak.rssBytes, peak.pssBytes, peak.anonymousBytes, peak.fileBytes, folderBytes(place.store)];
    const row = [files, step, wallSeconds.toFixed(1), cpuSeconds.toFixed(1), ...memory.map(toMegabytes)];
    console.log(`| ${row.join(" | ")} |`);
  }
  return coldBytes;
}

async function run(
  step: string,
  command: readonly string[],
  { root, env }: { readonly root: string; readonly env: StorePlace["env"] },
): Promise<StepFigures> {
  const cpuBefore = childrenCpuSeconds() ?? 0;
  const started = performance.now();
  const child = spawn(process.execPath, [options.cli, ...command, "--json"], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const watch = new TreeMemoryWatch(child.pid ?? 0);
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  watch.stop();
  if (code !== 0) throw new Error(`${step} ended with ${code}`);
  const wallSeconds = (performance.now() - started) / 1000;
  return { step, wallSeconds, cpuSeconds: (childrenCpuSeconds() ?? 0) - cpuBefore, peak: watch.peak };
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
