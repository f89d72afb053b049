/** Processes that index and search a generated repository. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Generated } from "../../../repository/test/support/generated-repository.js";

const INDEXER = fileURLToPath(new URL("indexer.mjs", import.meta.url));

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
