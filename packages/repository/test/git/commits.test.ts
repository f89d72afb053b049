/** Commits of versions: a version records the commit it was built from, if its files equal the commit's. */
import { openLedger } from "@sdl/graph";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository, RepositoryOptions } from "../../src/opened/repository.js";
import { GitFixture } from "../../src/testing/index.js";

let fixture: GitFixture;
let repository: Repository;
beforeEach(async () => {
  fixture = GitFixture.make();
  await open();
});
afterEach(async () => {
  await repository.close();
  fixture.remove();
});

async function open(options: Partial<RepositoryOptions> = {}): Promise<void> {
  repository = await openRepository({ rootPath: fixture.root, repoId: "r", workers: 1, ...options });
}

/** The commit that the latest version records after a refresh. */
async function refreshed(): Promise<string | undefined> {
  await repository.refresh({ mode: "incremental" });
  const ledger = openLedger({ directory: repository.storeDirectory, mode: "read" });
  try {
    return ledger.latestVersion()?.commit;
  } finally {
    await ledger.close();
  }
}

const SOURCES = { "a.ts": "export const a = 1;\n", "src/b.py": "def b():\n    return 1\n", "package.json": "{}\n" };

test("a clean tree has its commit; after an edit, a new or removed file or changed configuration it has none", async () => {
  const first = fixture.commit("one", SOURCES);
  expect(await refreshed()).toBe(first);
  fixture.write({ "a.ts": "export const a = 2;\n" });
  expect(await refreshed()).toBeUndefined();
  fixture.write({ "a.ts": SOURCES["a.ts"] });
  expect(await refreshed()).toBe(first);
  fixture.write({ "new.ts": "export const n = 1;\n" });
  expect(await refreshed()).toBeUndefined();
  fixture.write({ "new.ts": undefined, "src/b.py": undefined });
  expect(await refreshed()).toBeUndefined();
  fixture.write({ "src/b.py": SOURCES["src/b.py"] });
  expect(await refreshed()).toBe(first);
  fixture.write({ "package.json": '{ "name": "x" }\n' });
  expect(await refreshed()).toBeUndefined();
  const second = fixture.commit("two", { "c.ts": "export const c = 1;\n" });
  expect(await refreshed()).toBe(second);
});

test("for a configuration file stored as keys only, the whole content is compared, whenever it was read", async () => {
  const first = fixture.commit("one", { ...SOURCES, "settings.json": '{ "port": 1 }\n' });
  expect(await refreshed()).toBe(first);
  const second = fixture.commit("two", { "a.ts": "export const a = 2;\n" });
  expect(await refreshed()).toBe(second);
  fixture.commit("three", { "a.ts": "export const a = 3;\n" });
  fixture.write({ "settings.json": '{ "port": 2 }\n' });
  expect(await refreshed()).toBeUndefined();
  const fourth = fixture.commit("four", { "a.ts": "export const a = 4;\n" });
  expect(await refreshed()).toBe(fourth);
});

test("changes of files that are never indexed are ignored, but not of files skipped for their content", async () => {
  const minified = `var a=1;${"x();".repeat(4000)}`;
  const commit = fixture.commit("one", { ...SOURCES, "lib.min.js": minified, "notes.md": "n", ".gitignore": "out/\n" });
  fixture.write({ "out/o.ts": "export const o = 1;\n", "notes.md": "changed" });
  expect(await refreshed()).toBe(commit);
  fixture.write({ "lib.min.js": `${minified}y();`, "a.ts": `${SOURCES["a.ts"]}\n` });
  expect(await refreshed()).toBeUndefined();
  fixture.write({ "a.ts": SOURCES["a.ts"] });
  expect(await refreshed()).toBeUndefined();
});

test("another process uses the stored blob index, and rebuilds it if lost", async () => {
  fixture.commit("one", SOURCES);
  await refreshed();
  await repository.close();
  await open();
  const second = fixture.commit("two", { "a.ts": "export const a = 2;\n" });
  expect(await refreshed()).toBe(second);
  await repository.close();
  fixture.write({ ".sdl/git/blobs": "# sdl blobs 1 old\nrubbish\n" });
  await open();
  fixture.commit("three", { "a.ts": "export const a = 3;\n" });
  expect(await refreshed()).toBeUndefined();
});

test("a version's layers have its symbols' churn and its commit", async () => {
  fixture.commit("one", SOURCES);
  const second = fixture.commit("two", { "a.ts": "export const a = 2;\n" });
  await refreshed();
  await repository.settle();
  const snapshot = repository.snapshot();
  const layers = snapshot.derived();
  const churn = ["a.ts", "src/b.py"].map((file) => snapshot.fileSymbols(file).map((symbol) => layers?.churnOf(symbol)));
  expect(churn).toEqual([
    [2, 2],
    [1, 1],
  ]);
  expect(layers?.history()?.commits).toHaveLength(2);
  expect(layers?.version).toContain(second.slice(0, 12));
});

test("a folder of a repository has the commit if its own files equal the commit's", async () => {
  await repository.close();
  const commit = fixture.commit("one", { "app/a.ts": "export const a = 1;\n", "other/b.ts": "export const b = 1;\n" });
  await open({ rootPath: `${fixture.root}/app` });
  expect(await refreshed()).toBe(commit);
});

test("a repository without commits, or without its objects, is indexed normally", async () => {
  fixture.write(SOURCES);
  expect(await refreshed()).toBeUndefined();
  fixture.commit("one", { "c.ts": "export const c = 1;\n" });
  fixture.git("pack-refs", "--all");
  fixture.write({ ".git/HEAD": `${"1".repeat(40)}\n`, "d.ts": "export const d = 1;\n" });
  expect(await refreshed()).toBeUndefined();
});
