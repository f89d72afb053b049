/** Tests of a server that dies, and of the front that starts another. Real processes, real signals. */
import { spawnSync } from "node:child_process";
import { readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { connect, type Example, indexedExample, PROGRAM } from "../support/server.js";

const IS_LINUX = process.platform === "linux";

/** The data file of the example's store. */
function dataFile({ root }: Example): string {
  const store = join(root, ".sdl");
  const [schema = ""] = readdirSync(store).filter((name) => name.startsWith("v"));
  return join(store, schema, "ledger", "data.mdb");
}

const found = { results: [expect.objectContaining({ name: "validateToken" })] };
const QUERY = ["sdl_symbol_search", { query: "validateToken", limit: 1 }] as const;

test.skipIf(!IS_LINUX)("a server that dies while it answers fails that call, and the next is answered", async () => {
  const client = await connect(indexedExample());
  expect(await client.call(...QUERY)).toMatchObject(found);
  for (const signal of ["SIGBUS", "SIGSEGV", "SIGKILL"] as const) {
    const pid = client.serverPid();
    process.kill(pid, "SIGSTOP");
    const call = client.call(...QUERY);
    await sleep(50);
    process.kill(pid, signal);
    process.kill(pid, "SIGCONT");
    expect(await call).toMatchObject({ code: "busy", message: expect.stringContaining(signal) });
    expect(await client.call(...QUERY)).toMatchObject(found);
    expect(client.serverPid()).not.toBe(pid);
  }
  expect(await client.exit()).toBe(0);
  expect(client.errors.filter((text) => !text.includes("ended unexpectedly"))).toEqual([]);
});

test.skipIf(!IS_LINUX)("the front survives servers that die at once, and serves when one stays", async () => {
  const client = await connect(indexedExample());
  for (let death = 0; death < 5; death++) {
    await client.call(...QUERY);
    const pid = client.serverPid();
    if (pid > 0) process.kill(pid, "SIGSEGV");
    await sleep(20);
  }
  await sleep(1_200);
  expect(await client.call(...QUERY)).toMatchObject(found);
  expect(await client.exit()).toBe(0);
});

test("when the store is truncated under a running server, at most one call fails, then the answer is right and reports the rebuild", async () => {
  const example = indexedExample();
  const client = await connect(example);
  expect(await client.call(...QUERY)).toMatchObject(found);
  truncateSync(dataFile(example), 8192);
  let answer = await client.call("sdl_symbol_search", { query: "UserStore", limit: 1 });
  if ("code" in answer) answer = await client.call("sdl_symbol_search", { query: "UserStore", limit: 1 });
  expect(answer).toMatchObject({
    results: [{ name: "UserStore" }],
    warnings: [expect.stringMatching(/^The index was damaged/)],
  });
  expect(await client.call("sdl_info", {})).toMatchObject({
    warnings: expect.arrayContaining([expect.stringContaining("was set aside")]),
  });
  expect(await client.exit()).toBe(0);
});

test("a store whose pages are wiped under a running server is set aside and rebuilt", async () => {
  const example = indexedExample();
  const client = await connect(example);
  expect(await client.call(...QUERY)).toMatchObject(found);
  const file = dataFile(example);
  const { size } = statSync(file);
  truncateSync(file, 2 * 4096);
  truncateSync(file, size);
  const answers = [];
  for (let i = 0; i < 3; i++) answers.push(await client.call("sdl_symbol_search", { query: `authenticate`, limit: 1 }));
  expect(answers.filter((answer) => "code" in answer).length).toBeLessThanOrEqual(1);
  expect(answers.at(-1)).toMatchObject({ results: [{ name: "authenticate" }] });
  expect(await client.exit()).toBe(0);
});

test("a foreign file in the store's place is set aside and the index is rebuilt", async () => {
  const example = indexedExample();
  const file = dataFile(example);
  writeFileSync(file, `SQLite format 3\0${"x".repeat(20_000)}`);
  const client = await connect(example);
  expect(await client.call(...QUERY)).toMatchObject({
    ...found,
    warnings: [expect.stringContaining("no store of this program")],
  });
  expect(await client.exit()).toBe(0);
});

test("wrong arguments end the program in the same way as without a front", () => {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "serve"], { encoding: "utf8" });
  expect(stderr).toContain("--stdio");
  expect(status).toBe(2);
  const help = spawnSync(process.execPath, [PROGRAM, "serve", "--help"], { encoding: "utf8" });
  expect(help.stdout).toContain("MCP tools");
  expect(help.status).toBe(0);
});

test.skipIf(!IS_LINUX)("a server whose front was killed ends by itself", async () => {
  const client = await connect(indexedExample());
  const pid = client.serverPid();
  client.process.kill("SIGKILL");
  const deadline = performance.now() + 4_000;
  while (performance.now() < deadline && isAlive(pid)) await sleep(50);
  expect(isAlive(pid)).toBe(false);
});

test("SIGTERM ends front and server", async () => {
  const client = await connect(indexedExample());
  client.process.kill("SIGTERM");
  expect(await client.exit()).toBe(0);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
