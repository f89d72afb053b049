/**
 * Tests of clients that do not read, or are gone: real pipes, real kills. The front and every process that it started
 * end; a slow client loses nothing.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { descendants, isAlive, peakMemory } from "../support/raw-server.js";
import { type Example, indexedExample, PROGRAM } from "../support/server.js";

const IS_LINUX = process.platform === "linux";
const END_MS = 20_000;

const call = (id: number, tool = "sdl_file_outline", args: object = { file: "src/auth/token.ts" }) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: tool, arguments: args } })}\n`;
const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "mute", version: "0" } };
const HANDSHAKE = `${JSON.stringify({ jsonrpc: "2.0", id: "h", method: "initialize", params })}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`;

/** A front that answered the handshake, and whose output nobody reads afterwards. */
async function startMute({ root, env }: Example): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn(process.execPath, [PROGRAM, "serve", "--stdio"], {
    cwd: root,
    env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin?.on("error", () => undefined);
  child.stdin?.write(HANDSHAKE);
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  child.stdout?.pause();
  return child as ChildProcess & { readonly pid: number };
}

async function allGone(pids: readonly number[]): Promise<void> {
  const deadline = performance.now() + END_MS;
  while (pids.some(isAlive) && performance.now() < deadline) await sleep(20);
  expect(pids.filter(isAlive)).toEqual([]);
}

async function family(pid: number): Promise<number[]> {
  while (descendants(pid).length === 0) await sleep(10);
  return [pid, ...descendants(pid)];
}

/** The peak memory in megabytes, once it stops rising: on a busy machine calls wait long. */
async function restingPeak(pid: number): Promise<number> {
  for (let last = 0; ; ) {
    await sleep(1_000);
    const peak = peakMemory(pid);
    if (peak === last) return peak;
    last = peak;
  }
}

/** Writes calls until the pipe is full, at most `count`. @returns how many were written */
async function flood(child: ChildProcess, count: number): Promise<number> {
  for (let id = 0; id < count; id++) {
    const written = new Promise<boolean>((resolve) => child.stdin?.write(call(id), () => resolve(true)));
    const isTaken =
      (child.stdin?.writableLength ?? 0) < 1_000_000 || (await Promise.race([written, sleep(2_000, false)]));
    if (!isTaken) return id;
  }
  return count;
}

test.skipIf(!IS_LINUX)("the end of input ends front and server even if output is not read", async () => {
  const child = await startMute(indexedExample());
  await flood(child, 2_000);
  await sleep(500);
  const pids = await family(child.pid);
  expect(pids.every(isAlive)).toBe(true);
  child.stdin?.end();
  await allGone(pids);
});

test.skipIf(!IS_LINUX)("a closed output ends front and server even if input is open", async () => {
  const child = await startMute(indexedExample());
  await flood(child, 2_000);
  await sleep(500);
  const pids = await family(child.pid);
  child.stdout?.destroy();
  await allGone(pids);
});

test.skipIf(!IS_LINUX)(
  "a client that reads late gets every answer, and memory does not grow meanwhile",
  { timeout: 120_000 },
  async () => {
    const child = await startMute(indexedExample());
    const [, server = 0] = await family(child.pid);
    const count = 4_000;
    await flood(child, 1_500);
    const before = { front: await restingPeak(child.pid), server: await restingPeak(server) };
    for (let id = 1_500; id < count; id++) child.stdin?.write(call(id));
    await sleep(6_000);
    expect(peakMemory(child.pid) - before.front).toBeLessThan(50);
    expect(peakMemory(server) - before.server).toBeLessThan(80);
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.stdout?.resume();
    const deadline = performance.now() + 60_000;
    while (text.split("\n").length < count + 1 && performance.now() < deadline) await sleep(100);
    const ids = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).id);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toHaveLength(count);
    child.stdin?.end();
    await allGone([child.pid, server]);
  },
);

test.skipIf(!IS_LINUX)("the front ends if the client keeps writing and never reads", { timeout: 120_000 }, async () => {
  const child = await startMute(indexedExample());
  const pids = await family(child.pid);
  let isOver = false;
  child.once("exit", () => (isOver = true));
  const line = call(1, "sdl_symbol_search", { query: "x".repeat(50_000) });
  let wroteMs = performance.now();
  while (!isOver && performance.now() - wroteMs < 3 * END_MS) {
    if ((child.stdin?.writableLength ?? 0) < 1_000_000) {
      wroteMs = performance.now();
      child.stdin?.write(line);
    }
    await sleep(1);
  }
  expect(isOver).toBe(true);
  await allGone(pids);
});

/** A client that starts a front and waits; it prints the front's process id. */
const CLIENT = `
const { spawn } = require("node:child_process");
const [program, handshake, call, count] = process.argv.slice(1);
const child = spawn(process.execPath, [program, "serve", "--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
child.stdin.write(handshake + call.repeat(count));
child.stdout.once("data", () => { child.stdout.pause(); console.log(child.pid); });
setInterval(() => undefined, 1000);`;

test.skipIf(!IS_LINUX).each([
  ["idle", "", 0],
  ["in the middle of a refresh", call(1, "sdl_index_refresh", { mode: "full" }), 1],
  ["with output that nobody read", call(1), 2_000],
])("a client that is killed leaves no process behind: %s", async (_, line, count) => {
  const { root, env } = indexedExample();
  const client = spawn(process.execPath, ["-e", CLIENT, PROGRAM, HANDSHAKE, line, String(count)], { cwd: root, env });
  onTestFinished(() => void client.kill("SIGKILL"));
  const front = await new Promise<number>((resolve) => client.stdout.once("data", (text) => resolve(Number(text))));
  const pids = await family(front);
  // A separate process derives clusters and vectors two seconds after a refresh.
  if (count === 0) {
    const deadline = performance.now() + 4_000;
    while (descendants(front).length < 2 && performance.now() < deadline) await sleep(10);
  }
  const all = [...pids, ...descendants(front)];
  client.kill("SIGKILL");
  await allGone(all);
});

test.skipIf(!IS_LINUX)("a command whose reader closes the pipe early ends quietly", () => {
  const { root, env } = indexedExample();
  const script = '("$0" "$1" export 2>errors.txt; echo "code $?" >>errors.txt) | head -c 10; cat errors.txt';
  const out = execFileSync("bash", ["-c", script, process.execPath, PROGRAM], { cwd: root, env, encoding: "utf8" });
  expect(out).toMatch(/^.{10}code 0\n$/s);
});
