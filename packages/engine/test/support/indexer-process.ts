/** Starts processes that index and search a generated repository. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Generated } from "../../../repository/test/support/generated-repository.js";

const INDEXER = fileURLToPath(new URL("indexer.mjs", import.meta.url));

export type Line = Readonly<Record<string, unknown>>;

export interface Worker {
  readonly child: ChildProcessWithoutNullStreams;
  /** Lines printed so far. */
  readonly lines: Line[];
  /** All printed lines, once the process has ended. */
  readonly ended: Promise<Line[]>;
}

/** @param program a program to run instead of Node, with its first arguments */
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

/** Indexes in a separate process. @returns the answer */
export async function index(repository: Generated, program: readonly string[] = []): Promise<Line> {
  return (await startWorker(repository, ["index"], program).ended).at(-1) ?? {};
}

export interface KilledIndex {
  /** Number of files extracted before the kill. */
  readonly done: number;
  /** Number of these files extracted so shortly before that their facts may not be written yet. */
  readonly recent: number;
}

/** Facts are written after at most 150 ms, and the write itself takes time. */
const UNWRITTEN_MS = 300;

/** Indexes in a process that is killed after the given number of extracted files. */
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
