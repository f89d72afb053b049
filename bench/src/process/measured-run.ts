/**
 * Timed run of one child process, from spawn to exit. Runs one at a time, otherwise CPU times could not be told apart.
 */
import { spawn } from "node:child_process";
import process from "node:process";
import { childrenCpuSeconds, MemoryWatch } from "./usage.js";

/** How to run a program. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /**
   * Whether to sample its memory, fifty times a second; not useful if it measures milliseconds itself. Default: yes.
   */
  readonly watchMemory?: boolean;
}

/** Result of a run. */
export interface MeasuredRun {
  readonly wallMs: number;
  readonly cpuSeconds: number | undefined;
  readonly peakRssBytes: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** From the start until the first text on standard output, and on standard error; `undefined` without any. */
  readonly firstOutMs: number | undefined;
  readonly firstErrMs: number | undefined;
}

const TIMEOUT_MS = 15 * 60_000;

/** Runs a Node.js program. @throws {Error} with its output if it fails */
export async function runNode(file: string, values: readonly string[], options: RunOptions = {}): Promise<MeasuredRun> {
  const cpuBefore = childrenCpuSeconds();
  const started = performance.now();
  const child = spawn(process.execPath, [file, ...values], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const watch = options.watchMemory === false ? undefined : new MemoryWatch(child.pid ?? 0);
  const output = { stdout: "", stderr: "" };
  const first: { out?: number; err?: number } = {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    first.out ??= performance.now() - started;
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    first.err ??= performance.now() - started;
    output.stderr += text;
  });
  let wallMs = 0;
  child.on("exit", () => {
    wallMs = performance.now() - started;
  });
  const status = await new Promise<string>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(signal ?? String(code)));
  });
  watch?.stop();
  if (status !== "0") throw new Error(`ended with ${status}: ${failureReason([output.stderr, output.stdout])}`);
  const cpuAfter = childrenCpuSeconds();
  const cpuSeconds = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore;
  const firsts = { firstOutMs: first.out, firstErrMs: first.err };
  return { wallMs, cpuSeconds, peakRssBytes: watch?.peakBytes, ...output, ...firsts };
}

/** Parses the JSON that a program of the bench prints as its last line. */
export function lastJson<T>(run: MeasuredRun): T {
  return JSON.parse(run.stdout.trimEnd().split("\n").at(-1) ?? "");
}

/**
 * Why a program failed: from the last line that names an error, in the first text that has one; otherwise the last
 * lines.
 */
function failureReason(texts: readonly string[]): string {
  const all = texts.map((text) => text.trim().split("\n"));
  for (const lines of all) {
    const error = lines.findLastIndex((line) => /error/i.test(line) && !/^\s+at /.test(line));
    if (error >= 0) return lines.slice(error, error + 3).join("\n");
  }
  return all.flatMap((lines) => lines.slice(-3)).join("\n");
}
