/**
 * `node bench/dist/ci-report.js`: measures the time of `sdl ci` when the base is indexed: a repository of 5,000 files
 * copied from corpora, and a commit that changes 20 of them. Times run from spawn to exit; the first of `--runs` reads
 * and extracts the changes, later runs reuse the result. The repository and its index are kept for the next call, and
 * rebuilt when the corpora or the schema change. Then measures the output of `sdl delta` and `sdl ci` for 300 changed
 * files: time until progress and the first lines, width of lines, and whether any line contains Markdown.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { commitChanges, FILES, keyOfBase, makeRepository, runGit } from "./mixed-repository.js";
import { CLI, KEPT_FOLDER } from "./paths.js";
import { type MeasuredRun, runNode } from "./process/measured-run.js";
import { median } from "./statistics/order.js";

const CHANGED = 20;
const BAR_MS = 2000;
const MANY_CHANGED = 300;
/** A process starts, and after a second a person sees that something is going on. */
const PROGRESS_BAR_MS = 1500;
const FIRST_LINES_BAR_MS = 3000;
const COLUMNS = 100;
/** A heading, a row of a table, a quote, an item of a list, or code between ticks. */
const MARKDOWN = /^(?:#{1,6} |\||> |- )|\*\*/;

const folder = join(KEPT_FOLDER, "ci-report");
const root = join(folder, "repository");
/** The store after indexing the base. */
const kept = join(folder, "store");
/** The store of one measurement. */
const store = join(folder, "store-now");
const ready = join(folder, "ready");

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } });

if (!existsSync(ready) || readFileSync(ready, "utf8") !== keyOfBase()) await makeBase();
await measure(Number(values.runs));
await measureSeen("delta", "HEAD~1", "HEAD");
await measureSeen("ci", "--base", "HEAD~1");

/** A commit that changes many files, on a copy of the index that does not contain the commit. */
async function commitChange(count: number): Promise<void> {
  runGit(root, "reset", "-q", "--hard", "base");
  rmSync(store, { recursive: true, force: true });
  cpSync(kept, store, { recursive: true });
  // A copied store is checked in full before its first use, which is not part of a report.
  await runSdl("search", "main", "--json");
  commitChanges(root, count);
}

async function measureSeen(...args: readonly string[]): Promise<void> {
  await commitChange(MANY_CHANGED);
  const run = await runSdl(...args, "--format", "text");
  const { wallMs, firstOutMs = wallMs, firstErrMs = wallMs, stdout } = run;
  const lines = stdout.split("\n");
  const widest = Math.max(...lines.map(({ length }) => length));
  const markdown = lines.filter((line) => MARKDOWN.test(line)).length;
  console.log(
    `sdl ${args[0]}, ${MANY_CHANGED} files: progress after ${Math.round(firstErrMs)} ms, first lines after ${Math.round(firstOutMs)} ms, all after ${Math.round(wallMs)} ms; ${lines.length} lines, the widest of ${widest} columns, ${markdown} of Markdown`,
  );
  const isSeen = firstErrMs <= PROGRESS_BAR_MS || firstOutMs <= PROGRESS_BAR_MS;
  if (!isSeen || firstOutMs > FIRST_LINES_BAR_MS || widest > COLUMNS || markdown > 0) process.exitCode = 1;
}

async function measure(runs: number): Promise<void> {
  await commitChange(CHANGED);
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const { wallMs, stdout, cpuSeconds } = await runSdl("ci", "--base", "HEAD~1", "--json");
    const { changes, files } = JSON.parse(stdout) as { changes: unknown[]; files: unknown[] };
    if (files.length !== CHANGED) throw new Error(`the report names ${files.length} files, not ${CHANGED}`);
    if (i === 0) console.log(`${changes.length} symbols changed in ${files.length} files`);
    console.log(`sdl ci ${Math.round(wallMs)} ms, CPU ${cpuSeconds?.toFixed(1) ?? "?"} s`);
    times.push(wallMs);
  }
  const [first = 0] = times;
  console.log(`first ${Math.round(first)} ms, median ${Math.round(median(times))} ms; bar ${BAR_MS} ms`);
  if (first > BAR_MS || median(times) > BAR_MS) process.exitCode = 1;
}

function runSdl(...args: string[]): Promise<MeasuredRun> {
  const env = { SDL_HOME: join(folder, "home"), SDL_BACKGROUND: "off", CI: "1" };
  return runNode(CLI, [...args, "--store", store], { cwd: root, env });
}

async function makeBase(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  makeRepository(root);
  const { wallMs } = await runSdl("index", root, "--json");
  console.log(`index and settle of ${FILES} files ${Math.round(wallMs)} ms`);
  cpSync(store, kept, { recursive: true });
  writeFileSync(ready, keyOfBase());
}
