/** Tests of `sdl clean` and of the limit `store.maxBytes`: what is removed, kept and printed. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cleaned } from "@sdl/engine";
import { writeExampleRepository } from "@sdl/engine/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "./run.js";
import { connect, removeFolder } from "./support/server.js";

let folder: string;
let home: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-clean-")));
  home = join(folder, "home");
});
afterEach(() => removeFolder(folder));

function run(name: string, ...args: string[]) {
  return runCommand({ cwd: join(folder, name), home }, args);
}

/** @returns the folder of the index's schema */
async function indexed(name: string): Promise<string> {
  writeExampleRepository(join(folder, name));
  expect(await run(name, "index", "--no-settle")).toMatchObject({ exitCode: 0 });
  return schemaOf(name);
}

function schemaOf(name: string): string {
  const store = join(folder, name, ".sdl");
  const [schema = ""] = readdirSync(store).filter((one) => /^v\d/.test(one) && one !== "v1.1");
  return join(store, schema);
}

interface Result {
  readonly items: readonly Cleaned[];
  readonly freedBytes: number;
  readonly leftBytes: number;
}

async function clean(name: string, ...args: string[]): Promise<Result> {
  const { out, err, exitCode } = await run(name, "clean", "--json", ...args);
  expect([err, exitCode]).toEqual(["", 0]);
  return JSON.parse(out) as Result;
}

function kinds({ items }: Result): string[] {
  return items.map(({ kind }) => kind).sort();
}

/** Creates the leftovers of a newer and an older program, of damage, and of a killed process. */
async function litter(name: string): Promise<string> {
  const schema = await indexed(name);
  cpSync(schema, join(folder, name, ".sdl/v1.1"), { recursive: true });
  cpSync(join(schema, "ledger"), join(schema, "ledger.bad-1700000000000"), { recursive: true });
  writeFileSync(join(folder, name, ".sdl/revisions.1234.tmp"), "half");
  writeFileSync(join(folder, name, ".sdl/audit.jsonl"), "{}\n");
  mkdirSync(join(folder, name, ".sdl/memory"), { recursive: true });
  writeFileSync(join(folder, name, ".sdl/memory/memories.jsonl"), "{}\n");
  return schema;
}

test("unneeded files are removed; the index, memories and the audit log are kept", async () => {
  const schema = await litter("one");
  const before = await clean("one", "--dry-run");
  expect(kinds(before)).toEqual(["leftover", "other-version", "set-aside"]);
  expect(existsSync(join(folder, "one/.sdl/v1.1"))).toBe(true);
  const { freedBytes, leftBytes, ...after } = await clean("one");
  expect([freedBytes, leftBytes]).toEqual([before.freedBytes, before.leftBytes]);
  expect(freedBytes).toBeGreaterThan(10_000);
  for (const { path } of after.items) expect(existsSync(path)).toBe(false);
  expect(existsSync(join(schema, "ledger/data.mdb"))).toBe(true);
  for (const path of ["audit.jsonl", "memory/memories.jsonl"])
    expect(readFileSync(join(folder, "one/.sdl", path), "utf8")).toBe("{}\n");
  // The program may store what it saw of the files that memories name.
  expect((await run("one", "search", "validateToken")).exitCode).toBe(0);
  expect((await run("one", "clean")).out).toMatch(/^0 bytes freed, [\d.]+ (?:kB|MB) left\n$/);
});

test("--all also removes indexes and caches of the named repositories", async () => {
  const one = await litter("one");
  const two = await litter("two");
  expect(kinds(await clean("one", "--all", "one"))).toContain("index");
  expect([existsSync(one), existsSync(two)]).toEqual([false, true]);
  expect(readFileSync(join(folder, "one/.sdl/audit.jsonl"), "utf8")).toBe("{}\n");
  expect((await run("one", "clean", "nobody")).exitCode).toBe(3);
});

test("--older-than keeps recently written files", async () => {
  await litter("one");
  expect(kinds(await clean("one", "--older-than", "2", "--dry-run"))).toEqual([]);
  const leftover = join(folder, "one/.sdl/revisions.1234.tmp");
  const longAgo = new Date(Date.now() - 3 * 86_400_000);
  utimesSync(leftover, longAgo, longAgo);
  expect((await clean("one", "--older-than", "2")).items).toMatchObject([{ path: leftover }]);
});

test("an index whose repository is gone is removed", async () => {
  writeExampleRepository(join(folder, "one"));
  await run("one", "index", "--no-settle", "--store", join(home, "cache/one"));
  await indexed("two");
  rmSync(join(folder, "one"), { recursive: true });
  expect(kinds(await clean("two"))).toEqual(["orphan"]);
  expect(readdirSync(join(home, "cache/one"))).not.toContainEqual(expect.stringMatching(/^v/));
});

test("--max-size removes the longest unused indexes until the limit holds; an index in use by a server is kept", async () => {
  const used = await indexed("used");
  const old = await indexed("old");
  const recent = await indexed("recent");
  for (const [path, days] of [
    [used, 30],
    [old, 20],
    [recent, 0],
  ] as const)
    age(path, days);
  const server = await connect({
    root: join(folder, "used"),
    env: { PATH: process.env["PATH"] ?? "", SDL_HOME: home, SDL_BACKGROUND: "off" },
  });
  await server.call("sdl_repo_status", {});
  const { leftBytes } = await clean("recent", "--dry-run");
  const all = await clean("recent", "--all", "--dry-run");
  expect(all.items).toContainEqual(expect.objectContaining({ path: used, kept: "a process uses it" }));
  const oldBytes = all.items.find(({ path }) => path === old)?.sizeBytes ?? 0;
  // Half of an index as tolerance: writes of the server and blocks that the file system frees must not decide the test.
  const { items } = await clean("recent", "--max-size", String(leftBytes - oldBytes / 2));
  expect(items).toMatchObject([{ path: old }]);
  expect([existsSync(used), existsSync(old), existsSync(recent)]).toEqual([true, false, true]);
  await server.exit();
}, 60_000);

/** Sets all times of a folder back. */
function age(path: string, days: number): void {
  const time = new Date(Date.now() - days * 86_400_000);
  for (const one of [...readdirSync(path, { recursive: true }).map((name) => join(path, String(name))), path])
    utimesSync(one, time, time);
}

test("store.maxBytes limits the size of indexes, and reports what was removed", async () => {
  const first = await indexed("first");
  const { leftBytes } = await clean("first", "--dry-run");
  age(first, 9);
  writeFileSync(join(home, "settings.json"), JSON.stringify({ "store.maxBytes": Math.ceil(leftBytes * 1.5) }));
  writeExampleRepository(join(folder, "second"));
  const { err } = await run("second", "index", "--no-settle");
  expect(err).toMatch(
    /Indexes take [\d.]+ (?:kB|MB) of the [\d.]+ (?:kB|MB) that store\.maxBytes allows; [\d.]+ (?:kB|MB) were removed\./,
  );
  expect([existsSync(first), existsSync(schemaOf("second"))]).toEqual([false, true]);
  expect((await run("second", "status")).out).toMatch(
    /All indexes take [\d.]+ (?:kB|MB) of the [\d.]+ (?:kB|MB) that store\.maxBytes allows\n/,
  );
  expect((await run("second", "doctor")).out).toMatch(/ok +disk +indexes take .* that store\.maxBytes allows/);
  writeFileSync(join(home, "settings.json"), JSON.stringify({ "store.maxBytes": 1000 }));
  expect((await run("second", "status")).out).toMatch(/; raise the limit, or: sdl clean --all/);
  expect((await run("second", "doctor")).out).toMatch(/PROBLEM disk[\s\S]*-> raise the limit, or: sdl clean --all/);
});
