/**
 * Tests that servers end with the process that started them, or after a time without use. Real processes, real signals.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { descendants, isAlive } from "../support/raw-server.js";
import { connect, type Example, indexedExample, PROGRAM } from "../support/server.js";

const IS_LINUX = process.platform === "linux";
const GONE_MS = 20_000;
const QUERY = ["sdl_symbol_search", { query: "validateToken", limit: 1 }] as const;
const found = { results: [expect.objectContaining({ name: "validateToken" })] };

async function until(condition: () => boolean, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!condition() && performance.now() < deadline) await sleep(20);
  return condition();
}

/**
 * Starts the program through another process, as editors and shells do. @param stdio of the program's input and output
 */
function startParent({ root, env }: Example, args: readonly string[], stdio: "pipe" | "inherit"): ChildProcess {
  const script = `require("node:child_process").spawn(process.execPath, ${JSON.stringify([PROGRAM, ...args])}, { stdio: ["${stdio}", "${stdio}", "inherit"] });
setInterval(() => undefined, 1000);`;
  const parent = spawn(process.execPath, ["-e", script], { cwd: root, env, stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  return parent;
}

const INITIALIZE = `${JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
})}\n`;

test.skipIf(!IS_LINUX).each(["pipe", "inherit"] as const)(
  "kill -9 of the parent leaves no process (its pipes: %s)",
  async (stdio) => {
    // Inherited pipes stay open, because this test holds their ends.
    const parent = startParent(indexedExample(), ["serve", "--stdio"], stdio);
    if (stdio === "inherit") parent.stdin?.write(INITIALIZE);
    expect(await until(() => descendants(parent.pid ?? 0).length >= 2, 20_000)).toBe(true);
    await sleep(500);
    const pids = descendants(parent.pid ?? 0);
    parent.kill("SIGKILL");
    expect(await until(() => !pids.some(isAlive), GONE_MS)).toBe(true);
  },
);

test.skipIf(!IS_LINUX)("kill -9 of the front leaves no server", async () => {
  const client = await connect(indexedExample());
  expect(await client.call(...QUERY)).toMatchObject(found);
  const server = client.serverPid();
  client.process.kill("SIGKILL");
  expect(await until(() => !isAlive(server), GONE_MS)).toBe(true);
});

/** @returns the process of a server over HTTP, once it listens */
async function startHttp({ root, env }: Example, ...options: readonly string[]) {
  const args = [PROGRAM, "serve", "--http", "--port", "0", ...options];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr.on("data", (text) => {
    said += String(text);
  });
  expect(await until(() => said.includes("repositories:"), 20_000)).toBe(true);
  return { child, said: () => said };
}

test.skipIf(!IS_LINUX)("kill -9 of the supervisor leaves no server, and frees its port", async () => {
  const example = indexedExample();
  const { child, said } = await startHttp(example);
  const [server = 0] = descendants(child.pid ?? 0);
  expect(isAlive(server)).toBe(true);
  child.kill("SIGKILL");
  expect(await until(() => !isAlive(server), GONE_MS)).toBe(true);
  const [, port = ""] = /:(\d+)\/mcp/.exec(said()) ?? [];
  await startHttp(example, "--port", port);
});

test("a server over HTTP ends after a time without requests", async () => {
  const { child } = await startHttp(indexedExample(), "--idle-exit", "0.02");
  expect(await until(() => child.exitCode === 0, 15_000)).toBe(true);
});

test("a server and its front end after a time without requests", async () => {
  const client = await connect(indexedExample(), "--idle-exit", "0.03");
  const { process: front } = client;
  expect(await until(() => front.exitCode !== null, 15_000)).toBe(true);
  expect(front.exitCode).toBe(0);
});

test.skipIf(!IS_LINUX)("a server ends while idle and restarts without the client noticing", async () => {
  const example = indexedExample();
  const client = await connect({ ...example, env: { ...example.env, SDL_REST_AFTER: "0.02" } });
  for (let rest = 0; rest < 2; rest++) {
    expect(await client.call(...QUERY)).toMatchObject(found);
    const server = client.serverPid();
    expect(await until(() => !isAlive(server), 15_000)).toBe(true);
    expect(isAlive(client.process.pid ?? 0)).toBe(true);
  }
  expect(await client.call(...QUERY)).toMatchObject(found);
  expect(await client.exit()).toBe(0);
  expect(client.errors).toEqual([]);
});

test("five servers on one repository all answer, and share one refresh", async () => {
  const example = indexedExample();
  const clients = await Promise.all(Array.from({ length: 5 }, () => connect(example)));
  const answers = await Promise.all(clients.map((client) => client.call(...QUERY)));
  for (const answer of answers) expect(answer).toMatchObject(found);
  const refreshed = await Promise.all(clients.map((client) => client.call("sdl_index_refresh", { mode: "full" })));
  for (const answer of refreshed) expect(answer).toMatchObject({ ok: true });
  expect(new Set(refreshed.map((answer) => answer["versionId"])).size).toBe(1);
  expect(await Promise.all(clients.map((client) => client.exit()))).toEqual([0, 0, 0, 0, 0]);
});

test("when two calls wait for one refresh and one is cancelled, the other is answered", async () => {
  const client = await connect(indexedExample());
  const ids = [101, 102, 103];
  for (const id of ids)
    client.send({
      id,
      method: "tools/call",
      params: { name: "sdl_index_refresh", arguments: { mode: "full", answerFormat: "json" } },
    });
  client.send({ method: "notifications/cancelled", params: { requestId: 101 } });
  client.send({ method: "notifications/cancelled", params: { requestId: 102 } });
  expect(await client.answer(103)).toMatchObject({ result: { structuredContent: { ok: true } } });
  expect(await client.exit()).toBe(0);
});

test.skipIf(!IS_LINUX)("the token of a server over HTTP is in no process's arguments or environment", async () => {
  const example = indexedExample();
  const { child, said } = await startHttp(example);
  const token = readFileSync(join(example.env["SDL_HOME"] ?? "", "http-token"), "utf8").trim();
  for (const pid of [child.pid ?? 0, ...descendants(child.pid ?? 0)])
    for (const file of ["cmdline", "environ"])
      expect(readFileSync(`/proc/${pid}/${file}`, "latin1")).not.toContain(token);
  expect(said()).not.toContain(token);
});
