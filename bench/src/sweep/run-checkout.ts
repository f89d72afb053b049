/** Starts the process of one checkout, ends it at the deadline, and clears up behind it. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { program } from "../paths.js";
import type { CheckoutAnswer, CheckoutRequest } from "./one-checkout.js";

export interface RunOptions {
  readonly clone: string;
  readonly commit: string;
  readonly withFloor: boolean;
  readonly deadlineMs: number;
}

/** How long the output of a process that has ended is waited for. */
const LEFTOVER_MS = 2000;

/** What ends when the sweep is interrupted: groups of processes and the folders that they work in. */
const running = new Map<number, string>();

/** Ends every checkout that runs and deletes its folder: for the sweep's own end. */
export function endAll(): void {
  for (const [pid, folder] of running) {
    endGroup(pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  running.clear();
}

/** Never rejects: what goes wrong is a problem of the answer. */
export async function runCheckout(options: RunOptions): Promise<CheckoutAnswer> {
  const folder = mkdtempSync(join(tmpdir(), "sdl-sweep-"));
  try {
    return await runIn(folder, options);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function runIn(folder: string, { clone, commit, withFloor, deadlineMs }: RunOptions): Promise<CheckoutAnswer> {
  const request: CheckoutRequest = { clone, commit, folder, withFloor };
  // A group of its own: the deadline ends the commands that it started as well.
  const child = spawn(process.execPath, [program("sweep/one-checkout.js"), JSON.stringify(request)], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = child.pid ?? 0;
  running.set(pid, folder);
  let step = "start";
  let last = "";
  let stderr = "";
  let isLate = false;
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith("step ")) step = line.slice("step ".length);
    else last = line;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(pid);
  }, deadlineMs);
  return new Promise((resolve) => {
    const end = (how: string): void => {
      if (!running.has(pid)) return;
      clearTimeout(timer);
      endGroup(pid);
      running.delete(pid);
      const late = `${step}: not done after ${Math.round(deadlineMs / 1000)} s, the deadline of a checkout`;
      const broken = `${step}: the process of the checkout ended with ${how}: ${stderr.trim().split("\n").at(-1)}`;
      resolve(last.startsWith("{") ? JSON.parse(last) : { date: "", problems: [isLate ? late : broken] });
    };
    child.on("error", (error) => end(error.message));
    // What the process leaves behind may hold its pipes, and then they never close.
    child.on("exit", (code, signal) => setTimeout(() => end(String(signal ?? code)), LEFTOVER_MS));
    child.on("close", (code, signal) => end(String(signal ?? code)));
  });
}

function endGroup(pid: number): void {
  try {
    if (pid > 0) process.kill(-pid, "SIGKILL");
  } catch {
    // The whole group has ended.
  }
}
