/** Runner of one checkout's process: ends it at the deadline and cleans up. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { program } from "../paths.js";
import type { CheckoutAnswer, CheckoutRequest } from "./one-checkout.js";

/** Clone, commit and limits of one checkout run. */
export interface RunOptions {
  readonly clone: string;
  readonly commit: string;
  readonly withFloor: boolean;
  readonly deadlineMs: number;
}

/** How long to wait for output after a process has ended. */
const LEFTOVER_MS = 2000;

/** Running process groups and their folders, which an interrupted sweep ends. */
const running = new Map<number, string>();

/** Ends every running checkout and deletes its folder, when the sweep itself ends. */
export function endAll(): void {
  for (const [pid, folder] of running) {
    endGroup(pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  running.clear();
}

/** Runs a checkout. Never rejects: failures are problems of the answer. */
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
  // A separate process group: the deadline also ends the commands that it started.
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
    // Leftover processes may hold its pipes open, so that they never close.
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
