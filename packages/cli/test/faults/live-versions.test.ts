/**
 * Tests of two versions of the program at the same time: on one index, as front and server, and one installed over the
 * other while it runs.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { installProgram } from "../support/other-program.js";
import { connect, type Example, indexedExample, PROGRAM, runProgram } from "../support/server.js";

const OWN = (JSON.parse(readFileSync(join(dirname(PROGRAM), "../package.json"), "utf8")) as { version: string })
  .version;
const NEWER = { version: "99.0.0", step: 1 };
const SAME = { version: OWN, step: 0 };

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "sdl-version-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "sdl");
}

/** @returns standard output and error of a command, whatever its exit code */
function tell({ root, env, program = PROGRAM }: Example, ...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: root, env }, (_, out, err) => resolve(out + err));
  });
}

const TOKEN = "src/auth/token.ts";

function edit({ root }: Example, name: string): void {
  const path = join(root, TOKEN);
  writeFileSync(path, `${readFileSync(path, "utf8")}\nexport function ${name}(): void {}\n`);
}

const search = { query: "validateToken", limit: 1 };
const FOUND = { results: [{ name: "validateToken" }] };

/** The version of the index that an answer was read from. */
function versionIn(answer: Readonly<Record<string, unknown>>): string {
  return (answer["pinned"] as { readonly ledgerVersion: string }).ledgerVersion;
}

/** Waits until an indexing process holds the lease, and stops the process. */
async function stopWhileIndexing(root: string, indexer: ChildProcess): Promise<void> {
  const hasLease = () =>
    readdirSync(join(root, ".sdl"), { recursive: true, encoding: "utf8" }).some((name) =>
      name.endsWith("indexer.lease"),
    );
  while (!hasLease()) await sleep(1);
  indexer.kill("SIGSTOP");
}

test("an older running server answers from an index that a newer program updated, and does not change it", async () => {
  const example = indexedExample();
  const newer = { ...example, program: installProgram(place(), NEWER) };
  const server = await connect(example);
  const first = await server.call("sdl_slice_build", { taskText: "validate a token", budget: { maxCards: 2 } });
  runProgram(newer, "index", "--no-settle");
  expect(await server.call("sdl_symbol_search", search)).toMatchObject(FOUND);
  edit(example, "madeByNobody");
  const refused = await server.call("sdl_symbol_search", { ...search, fresh: true });
  expect(JSON.stringify(refused)).toMatch(/"policy_denied".*newer program made the index.*Update this program/);
  expect(await server.call("sdl_symbol_search", search)).toMatchObject(FOUND);
  const { sliceHandle } = first;
  expect(await server.call("sdl_slice_refresh", { sliceHandle, knownVersion: versionIn(first) })).not.toHaveProperty(
    "code",
  );
  // Nothing of the newer index was reverted: the newer program reads only one file again.
  expect(await tell(newer, "index", "--no-settle")).toMatch(/0 added, 1 changed, 0 removed/);
  expect(server.errors.join("")).toBe("");
  await server.exit();
});

test("a newer running server and an older program accept each other's handles, and the newer one's data is kept", async () => {
  const example = indexedExample();
  const newer = { ...example, program: installProgram(place(), NEWER) };
  // Neither watches, so only explicit requests index.
  const server = await connect(newer, "--no-watch");
  await server.call("sdl_index_refresh", { mode: "incremental" });
  const slice = await server.call("sdl_slice_build", { taskText: "validate a token", budget: { maxCards: 1 } });
  const older = await connect(example, "--no-watch");
  const args = { sliceHandle: slice["sliceHandle"], knownVersion: versionIn(slice) };
  await expect.poll(() => older.call("sdl_slice_refresh", args), { timeout: 5_000 }).not.toHaveProperty("code");
  edit(example, "madeByNobody");
  expect(await tell(example, "index", "--no-settle")).toMatch(/policy_denied.*newer program made the index/s);
  const refreshed = await server.call("sdl_index_refresh", { mode: "incremental" });
  expect(refreshed).toMatchObject({ changedFiles: 1, addedFiles: 0 });
  await Promise.all([server.exit(), older.exit()]);
});

test("a command that waits for a stopped indexer of a newer version reports its process id and version", async () => {
  const example = indexedExample();
  for (let i = 0; i < 300; i++)
    writeFileSync(join(example.root, `more${i}.ts`), `export function more${i}() { return ${i}; }\n`);
  const program = installProgram(place(), NEWER);
  const indexer = spawn(process.execPath, [program, "index", "--no-settle"], { cwd: example.root, env: example.env });
  onTestFinished(() => void indexer.kill("SIGKILL"));
  await stopWhileIndexing(example.root, indexer);
  const told = await tell(example, "index", "--no-settle", "--wait", "1");
  expect(told).toContain(`PID ${indexer.pid} (sdl 99.0.0; this program is sdl ${OWN})`);
  expect(told).toContain("[busy]");
  expect(await tell(example, "search", "validateToken")).toContain(TOKEN);
}, 60_000);

test("a front of one version works with a server of another", async () => {
  const example = indexedExample();
  const folder = place();
  const client = await connect({ ...example, program: installProgram(folder, SAME) });
  expect(await client.call("sdl_info", {})).toMatchObject({ version: OWN });
  installProgram(folder, NEWER);
  process.kill(client.serverPid(), "SIGKILL");
  await expect.poll(() => client.call("sdl_info", {}), { timeout: 10_000 }).toMatchObject({ version: "99.0.0" });
  expect(await client.call("sdl_symbol_search", search)).toMatchObject(FOUND);
  expect(
    client.errors
      .join("")
      .split("\n")
      .filter((line) => !line.includes("ended unexpectedly (SIGKILL)")),
  ).toEqual([""]);
  await client.exit();
});

test.each([
  ["another version", () => installProgram],
  ["nothing", () => (folder: string) => rmSync(join(folder, "bundle"), { recursive: true })],
])("a server whose files were replaced by %s reports it, and answers what it can without them", async (_, choose) => {
  const example = indexedExample();
  const folder = place();
  const server = await connect({ ...example, program: installProgram(folder, SAME) });
  expect(await server.call("sdl_symbol_search", search)).toMatchObject(FOUND);
  choose()(folder, NEWER);
  if (!existsSync(join(folder, "bundle"))) rmSync(join(folder, "package.json"));
  edit(example, "madeByNobody");
  const refused = JSON.stringify(await server.call("sdl_symbol_search", { ...search, fresh: true }));
  expect(refused).toMatch(/"busy".*sdl .* runs here, but .*start this program again/);
  for (const [tool, args] of [
    ["sdl_symbol_search", search],
    ["sdl_slice_build", { taskText: "validate a token" }],
    ["sdl_delta_get", { fromVersion: "@latest", toVersion: "@latest" }],
    ["sdl_index_export", { path: "out.sdlindex" }],
    ["sdl_repo_status", {}],
    ["sdl_info", {}],
  ] as const) {
    const answer = JSON.stringify(await server.call(tool, args));
    // Loaded chunks keep working; chunks not loaded yet are refused with the same advice.
    if (/"code":/.test(answer)) expect(answer, tool).toMatch(/"busy".*start (the|this) program again/);
    if (tool === "sdl_symbol_search" || tool === "sdl_info") expect(answer, tool).not.toMatch(/"code":/);
  }
  expect(await tell(example, "index", "--no-settle")).toMatch(/0 added, 1 changed/);
  await server.exit();
});
