/**
 * `node bench/dist/product/worktrees.js`: measures the cost of ten worktrees of one repository. The repository has
 * files of the packages that this checkout has installed; it is indexed, then each worktree is made with `git worktree
 * add` and asked one question. Prints a row for each, and whether the bars are reached.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CLI } from "../paths.js";
import { lastJson, type MeasuredRun, runNode } from "../process/measured-run.js";
import { folderBytes, withStore } from "./cold.js";

/** Time limit of a new worktree's first question, as a command from start to end. */
const BAR_MS = 1_000;
/** Limit on the disk space of a new worktree, as a share of the store. */
const BAR_SHARE = 0.05;

const USAGE = `node bench/dist/product/worktrees.js [options]
  --files N      files of the repository (5500, of which some 5000 are indexed)
  --trees N      worktrees (10)
  --edits N      files that are edited and committed in the last worktree afterwards (50)
  --from FOLDER  where the files come from (the installed packages)`;

const { values: options } = parseArgs({
  options: {
    files: { type: "string", default: "5500" },
    trees: { type: "string", default: "10" },
    edits: { type: "string", default: "50" },
    from: { type: "string", default: fileURLToPath(new URL("../../../node_modules/.pnpm/", import.meta.url)) },
    help: { type: "boolean", default: false },
  },
});

/** Size limits in bytes: larger files are data or bundles. */
const SIZES = { least: 600, most: 40_000 };
/** Files with longer lines are taken for minified. */
const MAX_LINE = 400;
/** Folders that are never indexed. */
const IGNORED = /^(?:node_modules|dist|build|out|coverage|target|vendor)$/;

if (options.help) console.log(USAGE);
else await withStore(({ folder, env }) => measure(folder, env));

async function measure(folder: string, env: Readonly<Record<string, string>>): Promise<void> {
  const root = join(folder, "main");
  const paths = copyCorpora(root, Number(options.files));
  runGit(root, "init", "-q", "-b", "main");
  commit(root, "all");
  const cold = await runSdl(["index", "--json"], root, env);
  const { addedFiles } = lastJson<{ addedFiles: number }>(cold);
  const again = await runQuery(root, env);
  const store = join(root, ".sdl");
  const first = folderBytes(store);
  console.log(
    `${addedFiles} files indexed, store ${toMegabytes(first)} MB, load ${loadavg()[0]?.toFixed(1)} on start\n`,
  );
  console.log("| step | wall ms | CPU ms | × a question in an index | adds MB | of the store |");
  console.log("| --- | --- | --- | --- | --- | --- |");
  const row = (step: string, run: MeasuredRun, addedBytes = 0): void => {
    const cpuMs = (run.cpuSeconds ?? 0) * 1000;
    const ratio = cpuMs / ((again.cpuSeconds ?? 0) * 1000);
    const share = `${((addedBytes / first) * 100).toFixed(1)} %`;
    const cells = [step, run.wallMs.toFixed(0), cpuMs.toFixed(0), ratio.toFixed(1), toMegabytes(addedBytes), share];
    console.log(`| ${cells.join(" | ")} |`);
  };
  row("cold index, settled", cold, first);
  row("a question in an index", again);
  let last = { wallMs: 0, addedBytes: 0 };
  const treeOf = (number: number): string => join(folder, `tree${number}`);
  const trees = Array.from({ length: Number(options.trees) }, (_, i) => treeOf(i + 1));
  for (const [i, tree] of trees.entries()) {
    runGit(root, "worktree", "add", "-q", "-b", `branch${i + 1}`, tree);
    const before = folderBytes(store);
    const run = await runQuery(tree, env);
    const addedBytes = folderBytes(store) - before;
    row(`worktree ${i + 1}, first question`, run, addedBytes);
    last = { wallMs: run.wallMs, addedBytes };
  }
  const [oldest = "", newest = ""] = [trees[0], trees.at(-1)];
  for (const path of paths.slice(0, Number(options.edits)))
    copyFileSync(join(root, paths.at(-1) ?? ""), join(newest, path));
  commit(newest, "edits");
  const before = folderBytes(store);
  const edited = await runSdl(["index"], newest, env);
  row(`${options.edits} files edited and settled there`, edited, folderBytes(store) - before);
  runGit(root, "worktree", "remove", "--force", oldest);
  row("a question in the last, the first removed", await runQuery(newest, env));
  const isReached = last.wallMs <= BAR_MS && last.addedBytes <= BAR_SHARE * first;
  console.log(`\nbars (${BAR_MS} ms, ${BAR_SHARE * 100} % of the store): ${isReached ? "reached" : "not reached"}`);
  if (!isReached) process.exitCode = 1;
}

/** @returns repo-relative paths of the copied files, in order */
function copyCorpora(root: string, count: number): string[] {
  const paths: string[] = [];
  const folders = [options.from];
  for (let folder = folders.pop(); folder !== undefined && paths.length < count; folder = folders.pop()) {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? 1 : -1));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && isSource(path) && paths.length < count) paths.push(copyInto(root, path));
    }
  }
  return paths;
}

function isSource(path: string): boolean {
  if (!/\.(?:[cm]?js|ts)$/.test(path)) return false;
  const { size } = statSync(path);
  if (size < SIZES.least || size > SIZES.most) return false;
  return readFileSync(path, "utf8")
    .split("\n")
    .every((line) => line.length <= MAX_LINE);
}

function copyInto(root: string, path: string): string {
  const parts = relative(options.from, path).split("/");
  const copied = parts.map((part) => (IGNORED.test(part) ? `${part}-copy` : part)).join("/");
  mkdirSync(join(root, dirname(copied)), { recursive: true });
  copyFileSync(path, join(root, copied));
  return copied;
}

function runQuery(cwd: string, env: Readonly<Record<string, string>>): Promise<MeasuredRun> {
  return runSdl(["search", "parse", "--limit", "3"], cwd, env);
}

function runSdl(values: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<MeasuredRun> {
  return runNode(CLI, values, { cwd, env, watchMemory: false });
}

function runGit(cwd: string, ...values: string[]): void {
  execFileSync("git", values, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

function commit(cwd: string, message: string): void {
  runGit(cwd, "add", "-A");
  runGit(cwd, "-c", "user.name=bench", "-c", "user.email=bench@example.org", "commit", "-q", "-m", message);
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
