/** Inspection of a store in the right process: a small one here; a large one, or one to decode, in a process that may crash. */
import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { dataFileBytes, type StoreInspection } from "@sdl/graph";
import { entryUrl } from "../entry-url.js";
import { replacementReason } from "../version.js";
import { type InspectionReply, type InspectionRequest, inspectStoreSafely } from "./inspect-safely.js";

/** Result of an inspection. */
export interface Verdict {
  readonly verdict: "sound" | "damaged" | "unknown";
  /** The problems, or why nothing could be found out. */
  readonly reasons: readonly string[];
  /** Absent if the process crashed, or could not inspect. */
  readonly inspection?: StoreInspection;
}

/** Up to this size, inspecting pages takes less time than starting a process. */
const HERE_BYTES = 8 * 1024 * 1024;
/** Signals caused by the data a process reads, not by other processes. */
const FATAL = new Set(["SIGBUS", "SIGSEGV", "SIGABRT", "SIGILL", "SIGFPE", "SIGTRAP"]);
/** Time limit of an inspection, in milliseconds: only a failing disk takes so long. */
const LIMIT_MS = 15 * 60_000;

interface ProbeEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/** Inspects a store. Never throws: uncertain results are `unknown`. */
export async function probeStore(request: InspectionRequest): Promise<Verdict> {
  if (request.pagesOnly && dataFileBytes(request.directory) <= HERE_BYTES)
    return toVerdict(await inspectStoreSafely(request));
  const end = await runProbe(request);
  if (end.signal !== null && FATAL.has(end.signal)) {
    return { verdict: "damaged", reasons: [`it crashed a process (${end.signal})`] };
  }
  const reply = parseReply(end.output);
  if (reply !== undefined) return toVerdict(reply);
  // No process could be started, or another process ended it: inspect only the pages, without mapping them.
  if (request.pagesOnly) return toVerdict(await inspectStoreSafely(request));
  return { verdict: "unknown", reasons: [`inspecting it ended with ${end.signal ?? end.code ?? end.output}`] };
}

function toVerdict(reply: InspectionReply): Verdict {
  if ("failure" in reply) return { verdict: "unknown", reasons: [reply.failure] };
  return { verdict: reply.faults.length === 0 ? "sound" : "damaged", reasons: reply.faults, inspection: reply };
}

function runProbe({ directory, writes, pagesOnly }: InspectionRequest): Promise<ProbeEnd> {
  const replaced = replacementReason();
  if (replaced !== undefined) return Promise.resolve({ code: null, signal: null, output: replaced });
  const entry = fileURLToPath(entryUrl("probe-process"));
  const args = [entry, directory, String(writes), pagesOnly ? "pages" : "all"];
  return new Promise((resolve) => {
    // Errors that the user need not see: aborting writes to standard error.
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"], windowsHide: true });
    let output = "";
    child.once("error", (error) => {
      clearTimeout(deadline);
      resolve({ code: null, signal: null, output: error.message });
    });
    const deadline = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
    // Absent if the process could not be started.
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
    return undefined; // The process ended without output.
  }
}
