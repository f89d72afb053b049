/** Repositories of any size, and processes that work on them. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { canonicalDump, openLedger } from "@sdl/graph";
import { onTestFinished } from "vitest";

const INDEXER = fileURLToPath(new URL("indexer.mjs", import.meta.url));

export interface Generated {
  readonly root: string;
  readonly home: string;
  readonly store: string;
}

/** TypeScript files that import each other in a ring; gone when the test ends. */
export function generateRepository(files: number, functions = 20): Generated {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-generated-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "generated");
  mkdirSync(root);
  for (let i = 0; i < files; i++) writeFileSync(join(root, `file${i}.ts`), sourceOf(i, files, functions));
  return { root, home: join(folder, "home"), store: join(folder, "store") };
}

function sourceOf(file: number, files: number, functions: number): string {
  const next = (file + 1) % files;
  const lines = [`import { work${next}x0 } from "./file${next}";`];
  for (let i = 0; i < functions; i++) {
    lines.push(`/** Step ${i} of file ${file}. */`, `export function work${file}x${i}(input: number): number {`);
    lines.push(
      `  const doubled = input * ${i + 2};`,
      "  if (doubled > 100) return doubled;",
      `  return work${next}x0(doubled);`,
      "}",
    );
  }
  return `${lines.join("\n")}\n`;
}

export type Line = Readonly<Record<string, unknown>>;

export interface Worker {
  readonly child: ChildProcessWithoutNullStreams;
  /** What it has printed so far. */
  readonly lines: Line[];
  /** All of that, once it has ended. */
  readonly ended: Promise<Line[]>;
}

/** @param program what to run instead of the interpreter, with its first arguments */
export function startWorker(
  { root, home, store }: Generated,
  args: readonly string[],
  program: readonly string[] = [],
): Worker {
  const [command = "", ...rest] = [...program, process.execPath, INDEXER, root, home, store, ...args];
  const child = spawn(command, rest);
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: Line[] = [];
  createInterface({ input: child.stdout }).on("line", (text) => {
    lines.push(JSON.parse(text));
  });
  child.stderr.pipe(process.stderr);
  return { child, lines, ended: new Promise((resolve) => child.once("close", () => resolve(lines))) };
}

/** Indexes in a process of its own. @returns the answer */
export async function index(repository: Generated, program: readonly string[] = []): Promise<Line> {
  return (await startWorker(repository, ["index"], program).ended).at(-1) ?? {};
}

export interface KilledIndex {
  /** Files extracted by then. */
  readonly done: number;
  /** How many of them so shortly before that their facts may not be written yet. */
  readonly recent: number;
}

/** Facts wait at most 150 ms to be written, and the write takes a while. */
const UNWRITTEN_MS = 300;

/** Indexes in a process that is killed once so many files are extracted. */
export async function killIndex(repository: Generated, files: number): Promise<KilledIndex> {
  const lines = await startWorker(repository, ["index", String(files)]).ended;
  const extracted = lines.filter((line) => line["phase"] === "extract");
  const last = extracted.at(-1);
  if (last !== lines.at(-1) || last?.["done"] !== files) throw new Error(`the index was not killed at file ${files}`);
  const sinceMs = Number(last["atMs"]) - UNWRITTEN_MS;
  return { done: files, recent: extracted.filter((line) => Number(line["atMs"]) > sinceMs).length };
}

export async function search(repository: Generated, name: string, program: readonly string[] = []): Promise<Line> {
  return (await startWorker(repository, ["search", name], program).ended).at(-1) ?? {};
}

export async function readStore(store: string): Promise<{ readonly dump: string; readonly factsKeys: number }> {
  const ledger = openLedger({ directory: store, mode: "read" });
  try {
    const snapshot = ledger.snapshot();
    const dump = [...canonicalDump(snapshot)].join("\n");
    snapshot.close();
    return { dump, factsKeys: ledger.factsKeys().length };
  } finally {
    await ledger.close();
  }
}
