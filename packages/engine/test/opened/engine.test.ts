import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Engine } from "../../src/contract/engine.js";
import { runAction } from "../../src/dispatch.js";
import { openEngine } from "../../src/opened/open-engine.js";

let folder: string;
let engine: Engine;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-engine-")));
  engine = engineAt(folder);
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

function engineAt(cwd: string): Engine {
  return openEngine({ cwd, env: { SDL_HOME: join(folder, "home") } });
}

function makeRepository(name: string): string {
  const root = join(folder, name);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "a.ts"), `export function ${name}Function() {}\n`);
  return root;
}

test("if there is nothing to index, the error describes the folder's contents", async () => {
  await expect(runAction("symbolSearch", { query: "x" }, { engine })).rejects.toMatchObject({
    code: "repo_not_found",
    message: expect.stringContaining("only ignored files"),
  });
  writeFileSync(join(folder, "main.rs"), "fn main() {}\n");
  await expect(runAction("symbolSearch", { query: "x" }, { engine })).rejects.toMatchObject({
    message: expect.stringMatching(/no TypeScript, JavaScript, Python or Go here: 1 \.rs file$/),
  });
  expect(engine.registry.list()).toEqual([]);
});

test("if all sources were deleted since the last query, the next one fails with that reason", async () => {
  const root = makeRepository("one");
  const asked = { symbolRef: { name: "oneFunction" }, repoId: root };
  expect(await runAction("symbol.getCard", asked, { engine })).toMatchObject({ name: "oneFunction" });
  rmSync(join(root, "a.ts"));
  for (const _ of ["at once", "later"])
    await expect(runAction("symbol.getCard", asked, { engine })).rejects.toMatchObject({
      code: "not_indexed",
      message: expect.stringContaining("nothing to index"),
    });
});

test("a query registers and indexes the repository around the working directory, or the one at the given path", async () => {
  const one = makeRepository("one");
  mkdirSync(join(one, ".git"));
  mkdirSync(join(one, "deep/er"), { recursive: true });
  const within = engineAt(join(one, "deep/er"));
  expect(await runAction("symbolSearch", { query: "oneFunction" }, { engine: within })).toMatchObject({
    results: [{ name: "oneFunction" }],
  });
  expect(within.registry.list()).toMatchObject([{ repoId: "one", rootPath: one }]);
  await within.close();
  for (const repoId of [makeRepository("two"), "two"]) {
    expect(await runAction("symbolSearch", { query: "twoFunction", repoId }, { engine })).toMatchObject({
      results: [{ name: "twoFunction" }],
    });
  }
});

test("concurrent queries share one first index", async () => {
  const root = makeRepository("one");
  const asked = Array.from({ length: 4 }, () => runAction("symbolSearch", { query: "one", repoId: root }, { engine }));
  const versions = (await Promise.all(asked)).map(({ pinned }) => (pinned as { ledgerVersion: string }).ledgerVersion);
  expect(new Set(versions).size).toBe(1);
});

test("a repository nested in a registered folder is a separate repository", async () => {
  const outer = makeRepository("outer");
  await engine.register({ rootPath: outer, settings: {} });
  const inner = makeRepository("outer/inner");
  writeFileSync(join(inner, ".git"), "gitdir: elsewhere\n");
  const within = engineAt(inner);
  await runAction("symbolSearch", { query: "x" }, { engine: within });
  expect(within.resolve(undefined)).toMatchObject({ rootPath: inner });
  await within.close();
});

test("if queries do not index, the error has the command that does, and a refresh by path works", async () => {
  const root = makeRepository("one");
  const still = openEngine({ cwd: root, env: { SDL_HOME: join(folder, "home") }, autoIndex: false });
  const error = { code: "not_indexed", message: `${root} is not indexed; run: sdl index ${root}` };
  await expect(runAction("symbolSearch", { query: "x" }, { engine: still })).rejects.toMatchObject(error);
  await still.register({ rootPath: root, settings: {} });
  expect(await runAction("repoStatus", {}, { engine: still })).toMatchObject({ filesIndexed: 0, healthScore: 0 });
  await expect(runAction("symbolSearch", { query: "x" }, { engine: still })).rejects.toMatchObject(error);
  await runAction("indexRefresh", { repoId: root }, { engine: still });
  expect(await runAction("symbolSearch", { query: "one" }, { engine: still })).toMatchObject({ results: [{}] });
  await still.close();
});

test("a restored index is used unchanged, whatever the registry contains", async () => {
  const root = makeRepository("one");
  await runAction("indexRefresh", { repoId: root }, { engine });
  await engine.close();
  rmSync(join(folder, "home"), { recursive: true });
  const still = openEngine({ cwd: root, env: { SDL_HOME: join(folder, "home") }, autoIndex: false });
  expect(await runAction("symbolSearch", { query: "one" }, { engine: still })).toMatchObject({ results: [{}] });
  await still.close();
});

test("a call without repoId uses the working directory's repository, and no error names another", async () => {
  const one = makeRepository("one");
  await engine.register({ rootPath: one, settings: {} });
  await engine.register({ rootPath: makeRepository("two"), settings: {} });
  expect(engineAt(one).resolve(undefined).repoId).toBe("one");
  for (const repoId of [undefined, "on", "none/at/all"]) {
    const error = await runAction("policyGet", { repoId }, { engine }).then(() => undefined, String);
    expect(error).not.toMatch(/"one"|"two"|\bone\b|\btwo\b/);
  }
});

test("settings of a registration apply at the next refresh", async () => {
  const root = makeRepository("one");
  await runAction("repoRegister", { rootPath: root }, { engine });
  expect(await runAction("indexRefresh", { repoId: "one" }, { engine })).toMatchObject({ addedFiles: 1 });
  await runAction("repoRegister", { rootPath: root, ignore: ["a.ts"] }, { engine });
  expect(await runAction("indexRefresh", { repoId: "one" }, { engine })).toMatchObject({ removedFiles: 1 });
});

test("unregistering deletes only the index; deleteIndex: false keeps it", async () => {
  const root = makeRepository("one");
  await engine.register({ rootPath: root, settings: {} });
  await runAction("indexRefresh", { repoId: "one" }, { engine });
  expect(await runAction("repoUnregister", { repoId: "one", deleteIndex: false }, { engine })).toEqual({
    ok: true,
    deleted: false,
  });
  expect(existsSync(join(root, ".sdl"))).toBe(true);
  await engine.register({ rootPath: root, settings: {} });
  expect(await runAction("repoStatus", { repoId: "one" }, { engine })).toMatchObject({ filesIndexed: 1 });
  expect(await runAction("repoUnregister", { repoId: "one" }, { engine })).toEqual({ ok: true, deleted: true });
  expect([existsSync(join(root, ".sdl")), existsSync(join(root, "a.ts"))]).toEqual([false, true]);
});

test("a custom store folder keeps its other files", async () => {
  const store = join(folder, "store");
  mkdirSync(store);
  writeFileSync(join(store, "mine.txt"), "mine");
  await engine.register({ rootPath: makeRepository("one"), storeDirectory: store, settings: {} });
  await runAction("indexRefresh", { repoId: "one" }, { engine });
  expect(existsSync(join(folder, "one", ".sdl"))).toBe(false);
  await runAction("repoUnregister", { repoId: "one" }, { engine });
  expect(existsSync(join(store, "mine.txt"))).toBe(true);
});

test("one folder can contain the index of only one repository", async () => {
  const [one, two] = ["one", "two"].map(makeRepository) as [string, string];
  const store = join(folder, "store");
  mkdirSync(store);
  symlinkSync(store, join(folder, "link"));
  await engine.register({ rootPath: one, storeDirectory: store, settings: {} });
  for (const storeDirectory of [store, join(folder, "link"), join(store, "..", "store")]) {
    await expect(engine.register({ rootPath: two, storeDirectory, settings: {} })).rejects.toMatchObject({
      code: "invalid_params",
      message: expect.stringMatching(/contains the index of "one".*another folder/),
    });
  }
  await engine.register({ rootPath: two, storeDirectory: join(one, ".sdl"), settings: {} });
  const shared = openEngine({ cwd: folder, env: { SDL_HOME: join(folder, "home") }, storeDirectory: store });
  await shared.open(shared.resolve("one"));
  await expect(shared.open(shared.resolve("two"))).rejects.toMatchObject({ code: "invalid_params" });
  await shared.close();
  rmSync(one, { recursive: true });
  expect(await engine.register({ rootPath: two, storeDirectory: store, settings: {} })).toMatchObject({
    entry: { storeDirectory: store },
  });
});

test("info lists settings and registry, and whether each could be read", async () => {
  const home = join(folder, "home");
  const files = async () => {
    const { config, registry } = await runAction("info", {}, { engine });
    return { config, registry };
  };
  const [path, registry] = ["settings.json", "registry.json"].map((name) => join(home, name));
  const none = { exists: false, loaded: false };
  expect(await files()).toEqual({ config: { path, ...none }, registry: { path: registry, ...none } });
  await engine.register({ rootPath: makeRepository("one"), settings: {} });
  const read = { exists: true, loaded: true };
  for (const [text, loaded] of [
    ["{}", true],
    ['{ "novel": 1 }', true],
    ["[]", false],
    ["{", false],
  ] as const) {
    writeFileSync(path ?? "", text);
    expect(await files()).toEqual({
      config: { path, exists: true, loaded },
      registry: { path: registry, ...read },
    });
  }
});

test("info lists faults, but no value of an environment variable", async () => {
  const root = makeRepository("one");
  await engine.register({ rootPath: root, settings: {} });
  rmSync(root, { recursive: true });
  process.env["SDL_TEST_SECRET"] = "hunter2-hunter2";
  const answer = await runAction("info", {}, { engine });
  expect(answer).toMatchObject({ misconfigurations: [expect.stringContaining("does not exist")] });
  expect(JSON.stringify(answer)).not.toContain("hunter2");
  process.env["SDL_TEST_SECRET"] = undefined;
});

test("an index that takes longer than a query waits continues, and the answer has its progress", async () => {
  const root = makeRepository("one");
  const hasty = openEngine({ cwd: root, env: { SDL_HOME: join(folder, "home") }, patienceMs: 1 });
  const search = () => runAction("symbolSearch", { query: "oneFunction" }, { engine: hasty });
  await expect(search()).rejects.toMatchObject({
    code: "busy",
    message: expect.stringMatching(
      /^one is being indexed: \d+ % done \(.*\)\. Indexing continues; ask again in \d+ s$/,
    ),
  });
  const deadline = performance.now() + 30_000;
  while ((await search().catch(() => undefined)) === undefined) {
    if (performance.now() > deadline) throw new Error("it is never indexed");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await hasty.close();
});
