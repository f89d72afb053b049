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

test("without a repository the error says how to register this one", async () => {
  await expect(runAction("repoStatus", {}, { engine })).rejects.toMatchObject({
    code: "repo_not_found",
    nextBestAction: { tool: "sdl.repo.register", args: { rootPath: folder } },
  });
});

test("an unindexed repository has a status, and queries say what to call", async () => {
  await engine.register({ rootPath: makeRepository("one"), settings: {} });
  expect(await runAction("repoStatus", {}, { engine })).toMatchObject({
    repoId: "one",
    filesIndexed: 0,
    healthScore: 0,
  });
  await expect(runAction("symbolSearch", { query: "x" }, { engine })).rejects.toMatchObject({
    code: "not_indexed",
    nextBestAction: { tool: "sdl.index.refresh", args: { repoId: "one" } },
  });
});

test("of several repositories the working directory's is meant, else repoId is required", async () => {
  const one = makeRepository("one");
  await engine.register({ rootPath: one, settings: {} });
  await engine.register({ rootPath: makeRepository("two"), settings: {} });
  expect(engineAt(one).resolve(undefined).repoId).toBe("one");
  expect(() => engine.resolve(undefined)).toThrow(
    expect.objectContaining({ code: "repo_not_found", candidates: ["one", "two"] }),
  );
});

test("settings of a registration count at the next refresh", async () => {
  const root = makeRepository("one");
  await runAction("repoRegister", { rootPath: root }, { engine });
  expect(await runAction("indexRefresh", {}, { engine })).toMatchObject({ addedFiles: 1 });
  await runAction("repoRegister", { rootPath: root, ignore: ["a.ts"] }, { engine });
  expect(await runAction("indexRefresh", {}, { engine })).toMatchObject({ removedFiles: 1 });
});

test("unregistering deletes the index and nothing else; deleteIndex: false keeps it", async () => {
  const root = makeRepository("one");
  await engine.register({ rootPath: root, settings: {} });
  await runAction("indexRefresh", {}, { engine });
  expect(await runAction("repoUnregister", { repoId: "one", deleteIndex: false }, { engine })).toEqual({
    ok: true,
    deleted: false,
  });
  expect(existsSync(join(root, ".sdl"))).toBe(true);
  await engine.register({ rootPath: root, settings: {} });
  expect(await runAction("repoStatus", {}, { engine })).toMatchObject({ filesIndexed: 1 });
  expect(await runAction("repoUnregister", { repoId: "one" }, { engine })).toEqual({ ok: true, deleted: true });
  expect([existsSync(join(root, ".sdl")), existsSync(join(root, "a.ts"))]).toEqual([false, true]);
});

test("a store of one's own choosing keeps what else lies there", async () => {
  const store = join(folder, "store");
  mkdirSync(store);
  writeFileSync(join(store, "mine.txt"), "mine");
  await engine.register({ rootPath: makeRepository("one"), storeDirectory: store, settings: {} });
  await runAction("indexRefresh", {}, { engine });
  expect(existsSync(join(folder, "one", ".sdl"))).toBe(false);
  await runAction("repoUnregister", { repoId: "one" }, { engine });
  expect(existsSync(join(store, "mine.txt"))).toBe(true);
});

test("one folder holds the index of one repository", async () => {
  const [one, two] = ["one", "two"].map(makeRepository) as [string, string];
  const store = join(folder, "store");
  mkdirSync(store);
  symlinkSync(store, join(folder, "link"));
  await engine.register({ rootPath: one, storeDirectory: store, settings: {} });
  for (const storeDirectory of [store, join(folder, "link"), join(store, "..", "store")]) {
    await expect(engine.register({ rootPath: two, storeDirectory, settings: {} })).rejects.toMatchObject({
      code: "invalid_params",
      message: expect.stringMatching(/holds the index of "one".*another folder/),
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

test("info tells the settings from the registry, and whether each could be read", async () => {
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

test("info names what is wrong and no value of the environment", async () => {
  const root = makeRepository("one");
  await engine.register({ rootPath: root, settings: {} });
  rmSync(root, { recursive: true });
  process.env["SDL_TEST_SECRET"] = "hunter2-hunter2";
  const answer = await runAction("info", {}, { engine });
  expect(answer).toMatchObject({ misconfigurations: [expect.stringContaining("is gone")] });
  expect(JSON.stringify(answer)).not.toContain("hunter2");
  process.env["SDL_TEST_SECRET"] = undefined;
});
