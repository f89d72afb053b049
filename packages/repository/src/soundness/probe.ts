/** Has a store looked at: a small one here, a large one and one that is decoded in a process that may die of it. */
import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { dataFileBytes, type StoreInspection } from "@sdl/graph";
import { entryUrl } from "../entry-url.js";
import { whyReplaced } from "../version.js";
import { type InspectionReply, type InspectionRequest, inspect } from "./inspect-safely.js";

export interface Verdict {
  readonly verdict: "sound" | "damaged" | "unknown";
  /** What is wrong, or why nothing could be found out, in words. */
  readonly reasons: readonly string[];
  /** Absent when the process died of it, or could not look. */
  readonly inspection?: StoreInspection;
}

/** Pages of so much are looked at in less time than a process takes to start. */
const HERE_BYTES = 8 * 1024 * 1024;
/** Signals that a process gets for what it reads, and not from another. */
const FATAL = new Set(["SIGBUS", "SIGSEGV", "SIGABRT", "SIGILL", "SIGFPE", "SIGTRAP"]);
/** A look goes on for as long as the store is large; so long only a disk takes that hardly answers. */
const LIMIT_MS = 15 * 60_000;

interface ProbeEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/** Never throws: what cannot be found out is `unknown`. */
export async function probeStore(request: InspectionRequest): Promise<Verdict> {
  if (request.pagesOnly && dataFileBytes(request.directory) <= HERE_BYTES) return judge(await inspect(request));
  const end = await runProbe(request);
  if (end.signal !== null && FATAL.has(end.signal)) {
    return { verdict: "damaged", reasons: [`reading it ended a process (${end.signal})`] };
  }
  const reply = parseReply(end.output);
  if (reply !== undefined) return judge(reply);
  // No process can be had, or it was ended by somebody. Pages are looked at without being mapped.
  if (request.pagesOnly) return judge(await inspect(request));
  return { verdict: "unknown", reasons: [`looking at it ended with ${end.signal ?? end.code ?? end.output}`] };
}

function judge(reply: InspectionReply): Verdict {
  if ("failure" in reply) return { verdict: "unknown", reasons: [reply.failure] };
  return { verdict: reply.faults.length === 0 ? "sound" : "damaged", reasons: reply.faults, inspection: reply };
}

function runProbe({ directory, writes, pagesOnly }: InspectionRequest): Promise<ProbeEnd> {
  const replaced = whyReplaced();
  if (replaced !== undefined) return Promise.resolve({ code: null, signal: null, output: replaced });
  const entry = fileURLToPath(entryUrl("probe-process"));
  const args = [entry, directory, String(writes), pagesOnly ? "pages" : "all"];
  return new Promise((resolve) => {
    // Aborting writes to standard error what the user need not see.
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"], windowsHide: true });
    let output = "";
    child.once("error", (error) => {
      clearTimeout(deadline);
      resolve({ code: null, signal: null, output: error.message });
    });
    const deadline = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
    // Absent where the process could not be started.
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.once("close", (code, signal) => {
      clearTimeout(deadline);
      resolve({ code, signal, output });
    });
  });
}

function parseReply(output: string): InspectionReply | undefined {
  try {
    return JSON.parse(output) as InspectionReply;
  } catch {
    return undefined; // it ended before it had said anything
  }
}
