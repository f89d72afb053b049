/**
 * `node bench/dist/ci-report.js`: how long `sdl ci` takes where the base is indexed: a repository of 5,000 files, made of corpora, and a commit
 * that changes 20 of them. From spawn to exit, median of `--runs`; the first run reads and extracts what changed, the others find it.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { discoverFiles } from "@sdl/indexer";
import { CLI, CORPORA_FOLDER } from "./paths.js";
import { runNode } from "./process/measured-run.js";
import { withStore } from "./product/cold.js";
import { median } from "./statistics.js";

const FILES = 5000;
const CHANGED = 20;
const BAR_MS = 2000;
/** A mix of both languages. */
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

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } });

await withStore(async (place) => {
  const root = join(place.folder, "repository");
  const changed = makeRepository(root);
  const run = (...args: string[]) => runNode(CLI, [...args, "--store", place.store], { cwd: root, env: place.env });
  const indexed = await run("index", root, "--json");
  for (const file of changed) appendFileSync(join(root, file), changeOf(file));
  git(root, "commit", "-q", "-a", "-m", "change");
  const times: number[] = [];
  for (let i = 0; i < Number(values.runs); i++) {
    const { wallMs, stdout } = await run("ci", "--base", "HEAD~1", "--json");
    const { changes, files } = JSON.parse(stdout) as { changes: unknown[]; files: unknown[] };
    if (files.length !== CHANGED) throw new Error(`the report names ${files.length} files, not ${CHANGED}`);
    if (i === 0) console.log(`${changes.length} symbols changed in ${files.length} files`);
    times.push(wallMs);
  }
  const [first = 0, ...again] = times.map(Math.round);
  console.log(`index and settle of ${FILES} files ${Math.round(indexed.wallMs)} ms`);
  console.log(`sdl ci ${first} ms, again ${again.join(" ")}; bar ${BAR_MS} ms`);
  if (first > BAR_MS || median(times) > BAR_MS) process.exitCode = 1;
});

/** @returns the files to change: every so many-th */
function makeRepository(root: string): string[] {
  const paths: string[] = [];
  for (const corpus of CORPORA) {
    const from = join(CORPORA_FOLDER, corpus);
    if (!existsSync(from)) continue;
    for (const { path, sizeBytes } of discoverFiles(from).files) {
      if (paths.length === FILES || sizeBytes > MAX_FILE_BYTES) continue;
      const to = join(corpus, path);
      mkdirSync(dirname(join(root, to)), { recursive: true });
      cpSync(join(from, path), join(root, to));
      paths.push(to);
    }
  }
  if (paths.length < FILES) throw new Error(`the corpora have ${paths.length} files; fetch them: pnpm bench --fetch`);
  git(root, "init", "-q", "-b", "main");
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "base");
  return paths.filter((_, i) => i % (FILES / CHANGED) === 7);
}

function changeOf(file: string): string {
  return file.endsWith(".py") || file.endsWith(".pyi")
    ? "\n\ndef added_by_the_change(count: int) -> int:\n    return count + 1\n"
    : "\n;function addedByTheChange(count) { return count + 1; }\n";
}

function git(root: string, ...args: string[]): void {
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0"];
  execFileSync("git", [...identity, ...args], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}
