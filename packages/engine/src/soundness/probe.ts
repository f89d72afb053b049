/** Has a store looked at by a process that may die of it. */
import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { StoreWalk } from "@sdl/graph";

/** What the process says; `failure` when it could not look. */
export type ProbeReply = StoreWalk | { readonly failure: string };

export interface Verdict {
  readonly verdict: "sound" | "damaged" | "unknown";
  /** What is wrong, or why nothing could be found out, in words. */
  readonly reasons: readonly string[];
  /** Absent when the process died of it, or could not look. */
  readonly walk?: StoreWalk;
}

export interface ProbeOptions {
  readonly directory: string;
  /** The store was written at least so often. */
  readonly writes: number;
  /** How long to read records; everything is read and decoded without it. */
  readonly budgetMs?: number;
}

/** Signals that a process gets for what it reads, and not from another. */
const FATAL = new Set(["SIGBUS", "SIGSEGV", "SIGABRT", "SIGILL", "SIGFPE", "SIGTRAP"]);
/** A walk through a damaged tree may have no end. */
const START_MS = 20_000;
const FULL_MS = 15 * 60_000;

interface ProbeEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly isLate: boolean;
}

/** Never throws: what cannot be found out is `unknown`. */
export async function probeStore(options: ProbeOptions): Promise<Verdict> {
  const end = await runProbe(options);
  if (end instanceof Error) return { verdict: "unknown", reasons: [`it could not be looked at: ${end.message}`] };
  if (end.isLate) return { verdict: "damaged", reasons: ["reading it comes to no end"] };
  if (end.signal !== null && FATAL.has(end.signal)) {
    return { verdict: "damaged", reasons: [`reading it ended a process (${end.signal})`] };
  }
  const reply = parseReply(end.output);
  if (reply === undefined)
    return { verdict: "unknown", reasons: [`looking at it ended with ${end.signal ?? end.code}`] };
  if ("failure" in reply) return { verdict: "unknown", reasons: [reply.failure] };
  return { verdict: reply.faults.length === 0 ? "sound" : "damaged", reasons: reply.faults, walk: reply };
}

function runProbe({ directory, writes, budgetMs }: ProbeOptions): Promise<ProbeEnd | Error> {
  const entry = fileURLToPath(new URL("./probe-process.js", distUrl()));
  const args = [entry, directory, String(writes), budgetMs === undefined ? "all" : String(budgetMs)];
  return new Promise((resolve) => {
    // Aborting writes to standard error what the user need not see.
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"], windowsHide: true });
    let output = "";
    let isLate = false;
    child.once("error", (error) => {
      clearTimeout(deadline);
      resolve(error);
    });
    const deadline = setTimeout(
      () => {
        isLate = true;
        child.kill("SIGKILL");
      },
      budgetMs === undefined ? FULL_MS : START_MS + budgetMs,
    );
    // Absent where the process could not be started.
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.once("close", (code, signal) => {
      clearTimeout(deadline);
      resolve({ code, signal, output, isLate });
    });
  });
}

function parseReply(output: string): ProbeReply | undefined {
  try {
    return JSON.parse(output) as ProbeReply;
  } catch {
    return undefined; // it ended before it had said anything
  }
}

/** The built package's folder, also when this file runs from `src`: a process runs built code only. */
function distUrl(): URL {
  return new URL(import.meta.url.includes("/src/soundness/") ? "../../dist/soundness/" : "./", import.meta.url);
}
