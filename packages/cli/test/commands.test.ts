/** Tests of exit codes, JSON output, and the choice of the repository. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Bench, openBench } from "./run.js";

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.remove());

/** An index with all derived layers, for tests that do not change it. */
let indexed: Bench;
beforeAll(async () => {
  indexed = openBench();
  await indexed.run("index");
});
afterAll(() => indexed.remove());

test("a query that may not index names the command to type, with exit code 3", async () => {
  const { err, exitCode } = await bench.run("search", "token", "--no-auto-index");
  expect(err).toContain("sdl index");
  expect(exitCode).toBe(3);
});

test("a query builds the index that it needs", async () => {
  const { out, exitCode } = await bench.run("search", "validateToken");
  expect(out).toContain("src/auth/token.ts:12");
  expect(exitCode).toBe(0);
});

test("the suggested next command shows the following references, until none are left", async () => {
  const seen: string[] = [];
  let command = ["refs", "Token", "--limit", "1"];
  for (let page = 0; command.length > 0 && page < 20; page++) {
    const { out, exitCode } = await indexed.run(...command);
    expect(exitCode).toBe(0);
    seen.push(...out.split("\n").filter((line) => / {2}at \d/.test(line)));
    const [, next = ""] = /^Next: sdl (refs .*?) {2}/m.exec(out) ?? [];
    command = next.split(" ").filter((word) => word !== "");
  }
  const whole = (await indexed.run("refs", "Token")).out;
  expect(seen.length).toBeGreaterThan(1);
  expect(seen).toEqual(whole.split("\n").filter((line) => / {2}at \d/.test(line)));
});

test("--json prints the action's answer, or its error", async () => {
  expect(JSON.parse((await bench.run("index", "--json")).out)).toMatchObject({
    ok: true,
    repoId: "my-app",
    addedFiles: 6,
  });
  expect(JSON.parse((await bench.run("slice", "login", "--json")).out)).toMatchObject({
    slice: { cards: expect.any(Array) },
  });
  expect(JSON.parse((await bench.run("status", "--json")).out)).toMatchObject({ filesIndexed: 6 });
  const failed = await bench.run("card", "nobody", "--json");
  expect(JSON.parse(failed.out)).toMatchObject({ error: { code: "symbol_not_found" } });
  expect([failed.err, failed.exitCode]).toEqual(["", 3]);
});

test("an index is exported from one repository and imported into another", async () => {
  await bench.run("index", "--no-settle");
  const written = await bench.run("index", "export", "../index.sdlindex");
  expect([written.err, written.exitCode]).toEqual(["", 0]);
  expect(written.out).toMatch(/^my-app {2}\d+ kB in \.\.\/index\.sdlindex {2}v\d+\n$/);
  const into = await bench.run("index", "import", "../index.sdlindex", "--store", "../other-store", "--json");
  expect(JSON.parse(into.out)).toMatchObject({ ok: true, created: true, files: 6 });
  const found = await bench.run("search", "validateToken", "--store", "../other-store");
  expect(found.out).toContain("src/auth/token.ts:12");
  const refused = await bench.run("index", "import", "package.json");
  expect(refused.err).toContain("the index is not valid");
  expect(refused.exitCode).toBe(2);
});

test("tool runs every action with JSON as an argument, an option, or from standard input", async () => {
  const json = '{"query":"decode","limit":1}';
  const runs = [
    await indexed.run("tool", "symbol.search", "--json", json),
    await indexed.run("tool", "sdl_symbol_search", json),
    await indexed.runWith({ stdin: json }, "tool", "symbolSearch", "-"),
    await indexed.runWith({ stdin: json }, "tool", "sdl.symbol.search", "--json", "-"),
  ];
  for (const { out } of runs) expect(JSON.parse(out)).toHaveProperty("results.0.name", "decode");
  expect(JSON.parse((await indexed.run("tool", "slice.build", "--schema")).out)).toHaveProperty(
    "input.properties.taskText",
  );
});

test.each([
  [["tool", "symbol.search", "--json", "{"], 2],
  [["tool", "symbol.serch"], 2],
  [["search"], 2],
  [["search", "x", "--limit", "many"], 2],
  [["search", "x", "--kind", "enum"], 2],
  [["index", "/does/not/exist"], 2],
  [["serve"], 2],
  [["--version"], 0],
  [["help", "slice"], 0],
])("%s: exit code %i", async (args, exitCode) => {
  expect((await indexed.run(...args)).exitCode).toBe(exitCode);
});

test("Ctrl-C is exit code 130 and leaves the index as it was", async () => {
  await age();
  await bench.run("index", "--no-settle");
  writeFileSync(join(bench.root, "late.ts"), "export const late = 1;\n");
  const { exitCode, err } = await bench.runWith({ signal: AbortSignal.abort() }, "index");
  expect([exitCode, err]).toEqual([130, "Interrupted.\n"]);
  expect(JSON.parse((await bench.run("status", "--json")).out)).toMatchObject({ filesIndexed: 6, staleFiles: 1 });
});

test("a repository is found from a folder inside it, by its path and by its id", async () => {
  const outside = dirname(indexed.root);
  const runs = [
    await indexed.runWith({ cwd: join(indexed.root, "src", "auth") }, "outline", "src/server.ts"),
    await indexed.runWith({ cwd: outside }, "outline", "src/server.ts", "--repo", "my-app"),
    await indexed.runWith({ cwd: outside }, "outline", "src/server.ts", "--repo", indexed.root),
    await indexed.runWith({ cwd: outside }, "outline", "src/server.ts", "--repo", "./my-app"),
  ];
  for (const { exitCode } of runs) expect(exitCode).toBe(0);
});

test("index without a path indexes the enclosing repository, not just the working directory", async () => {
  mkdirSync(join(bench.root, ".git"));
  const { out } = await bench.runWith({ cwd: join(bench.root, "src") }, "index", "--json");
  expect(JSON.parse(out)).toMatchObject({ repoId: "my-app", addedFiles: 6 });
});

test("a stack trace from standard input starts a slice", async () => {
  const stdin = "TokenExpiredError: token expired\n    at validateToken (src/auth/token.ts:14:11)\n";
  const { out } = await indexed.runWith({ stdin }, "slice", "--trace", "-");
  expect(out).toContain("validateToken(bearer: string, now: number): Token");
});

test("a store in a chosen folder is found again", async () => {
  const store = join(dirname(bench.root), "store");
  await bench.run("index", "--no-settle", "--store", store);
  expect((await bench.run("search", "decode")).out).toContain("src/auth/token.ts:18");
});

test("changed files are reported, and --fresh indexes them", async () => {
  await age();
  await bench.run("index", "--no-settle");
  writeFileSync(join(bench.root, "src", "late.ts"), "export function lateComer() {}\n");
  expect((await bench.run("status")).out).toContain("without 1 changed file");
  expect((await bench.run("search", "lateComer", "--fresh")).out).toContain("src/late.ts:1");
});

/**
 * Sets the file's times back: a file as young as the scan counts as changed, because its next write could have an equal
 * stat.
 */
async function age(): Promise<void> {
  await sleep(100);
}

test("versions lists kept versions, prune removes the others, and queries can read a kept one", async () => {
  await bench.run("index", "--no-settle");
  for (const body of ["1", "2", "3"]) {
    writeFileSync(join(bench.root, "src/new.ts"), `export const made${body} = ${body};\n`);
    await bench.run("index", "--no-settle");
  }
  const list = async () => JSON.parse((await bench.run("versions", "--json")).out);
  expect(await list()).toMatchObject({
    total: 4,
    versions: [{ keptBy: "latest", changedFiles: 1 }, { keptBy: "recent" }, { changedFiles: 1 }, { files: 6 }],
    retention: { versions: 50, days: 30 },
  });
  expect((await bench.run("versions")).out).toMatch(
    /^my-app: 4 versions, newest first; .*\nRetention: the last 50 .*\n {2}@latest {2}.* 1 file changed\n( {2}@latest~\d .*\n){3}$/,
  );
  expect((await bench.run("card", "made2", "--as-of", "@latest~1")).out).toContain("made2");
  expect((await bench.run("prune", "--keep", "2", "--days", "0", "--dry-run")).out).toMatch(
    /^my-app: 2 versions would be removed, .*; 2 versions kept\n/,
  );
  expect(await list()).toMatchObject({ total: 4 });
  expect((await bench.run("prune", "--keep", "2", "--days", "0", "--always")).out).toMatch(
    /^my-app: 2 versions removed, .*; 2 versions kept\n/,
  );
  expect(await list()).toMatchObject({ total: 2, retention: { versions: 2, days: 0 } });
  expect((await bench.run("card", "made2", "--as-of", "@latest~1")).out).toContain("made2");
  const { err, exitCode } = await bench.run("card", "made1", "--as-of", "@latest~2");
  expect([exitCode, err]).toEqual([3, expect.stringContaining("keeps 2 versions")]);
}, 120_000);
