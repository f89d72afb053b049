/**
 * `node bench/dist/ci-report.js`: measures `sdl ci` on an indexed base: a repository of 5,000 files, made of corpora,
 * and a commit that changes 20 of them. Times are from spawn to exit; the first of `--runs` reads and extracts the
 * changed files, later ones find them. Repository and index are kept between runs, and rebuilt when the corpora or the
 * schema change.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { schemaDirectory } from "@sdl/graph";
import { discoverFiles } from "@sdl/indexer";
import { CLI, CORPORA_FOLDER, KEPT_FOLDER, LOCK_FILE } from "./paths.js";
import { type MeasuredRun, runNode } from "./process/measured-run.js";
import { median } from "./statistics/order.js";

const FILES = 5000;
const CHANGED = 20;
const BAR_MS = 2000;
/** Corpora of both languages. */
const CORPORA = [
  "tsmix",
  "zod",
  "rxjs",
  "query",
  "effect",
  "webpack",
  "blueprint",
  "django",
  "sqlalchemy",
  "sphinx",
  "sympy",
];
const MAX_FILE_BYTES = 300_000;
const MAX_OUTPUT_BYTES = 2 ** 26;

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

async function measure(runs: number): Promise<void> {
  git("reset", "-q", "--hard", "base");
  rmSync(store, { recursive: true, force: true });
  cpSync(kept, store, { recursive: true });
  // A copied store is checked in full before its first use, which is not part of a report.
  await sdl("search", "main", "--json");
  const changed = git("ls-files", "-z")
    .split("\0")
    .filter((_, i) => i % (FILES / CHANGED) === 7);
  for (const file of changed) appendFileSync(join(root, file), changeOf(file));
  git("commit", "-q", "-a", "-m", "change");
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const { wallMs, stdout, cpuSeconds } = await sdl("ci", "--base", "HEAD~1", "--json");
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

function sdl(...args: string[]): Promise<MeasuredRun> {
  const env = { SDL_HOME: join(folder, "home"), SDL_BACKGROUND: "off", CI: "1" };
  return runNode(CLI, [...args, "--store", store], { cwd: root, env });
}

/** Identifies the content of the base. */
function keyOfBase(): string {
  const corpora = createHash("sha256").update(readFileSync(LOCK_FILE)).digest("hex");
  return `${schemaDirectory()} ${FILES} ${corpora}\n`;
}

async function makeBase(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  makeRepository();
  const { wallMs } = await sdl("index", root, "--json");
  console.log(`index and settle of ${FILES} files ${Math.round(wallMs)} ms`);
  cpSync(store, kept, { recursive: true });
  writeFileSync(ready, keyOfBase());
}

function makeRepository(): void {
  let count = 0;
  for (const corpus of CORPORA) {
    const from = join(CORPORA_FOLDER, corpus);
    if (!existsSync(from)) continue;
    for (const { path, sizeBytes } of discoverFiles(from).files) {
      if (count === FILES || sizeBytes > MAX_FILE_BYTES) continue;
      const to = join(corpus, path);
      mkdirSync(dirname(join(root, to)), { recursive: true });
      cpSync(join(from, path), join(root, to));
      count++;
    }
  }
  if (count < FILES) throw new Error(`the corpora have ${count} files; fetch them: pnpm bench --fetch`);
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "base");
  git("tag", "base");
}

function changeOf(file: string): string {
  return file.endsWith(".py") || file.endsWith(".pyi")
    ? "\n\ndef added_by_the_change(count: int) -> int:\n    return count + 1\n"
    : "\n;function addedByTheChange(count) { return count + 1; }\n";
}

function git(...args: string[]): string {
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0"];
  return execFileSync("git", [...identity, ...args], { cwd: root, encoding: "utf8", maxBuffer: MAX_OUTPUT_BYTES });
}
