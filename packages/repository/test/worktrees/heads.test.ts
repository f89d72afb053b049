/** Stores of worktrees of one repository: each equals an index of its folder alone, and takes space only for its differences. */
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalDump, derivedDump, familyDirectory, layersBelow, listLayers } from "@sdl/graph";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository } from "../../src/opened/repository.js";
import { GitFixture } from "../../src/testing/index.js";
import { chooseStorePlace } from "../../src/worktrees/store-place.js";

let folder: string;
let main: GitFixture;
let opened: Repository[];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-heads-")));
  main = GitFixture.make(join(folder, "main"));
  opened = [];
});
afterEach(async () => {
  for (const repository of opened) await repository.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Files that import each other in a chain. */
function files(count: number): Record<string, string> {
  const one = (i: number) =>
    `import { step${i + 1} } from "./f${i + 1}";\n/** Step ${i} of the walk. */\nexport function step${i}(n: number) {\n  return step${i + 1}(n) + ${i};\n}\n`;
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`src/f${i}.ts`, one(i)]));
}

const rootOf = (name: string) => join(folder, name);
const storeOf = (name: string) => chooseStorePlace(rootOf(name), join(folder, "cache")).directory;

async function open(name: string, storeDirectory = storeOf(name)): Promise<Repository> {
  const repository = await openRepository({ rootPath: rootOf(name), repoId: name, storeDirectory, workers: 1 });
  opened.push(repository);
  return repository;
}

async function index(name: string, storeDirectory?: string): Promise<Repository> {
  const repository = await open(name, storeDirectory);
  await repository.refresh({ mode: "incremental" });
  return repository;
}

async function close(repository: Repository): Promise<void> {
  opened.splice(opened.indexOf(repository), 1);
  await repository.close();
}

function dump(repository: Repository): string {
  return [...canonicalDump(repository.snapshot())].join("\n");
}

/** The dump of an index of the folder alone, built from scratch. */
async function scratchDump(name: string): Promise<string> {
  const store = mkdtempSync(join(folder, "scratch-"));
  const repository = await index(name, store);
  const text = dump(repository);
  await close(repository);
  return text;
}

function addWorktree(name: string, ...from: string[]): void {
  main.git("worktree", "add", "-q", "-b", name, rootOf(name), ...from);
}

const bytesOf = (path: string): number =>
  readdirSync(path, { recursive: true, encoding: "utf8" }).reduce((sum, name) => {
    const stats = statSync(join(path, name));
    return sum + (stats.isFile() ? stats.size : 0);
  }, 0);

test("a new worktree uses its sibling's index, extracts nothing, and takes little space", async () => {
  main.commit("one", files(200));
  const owner = await index("main");
  await owner.settle();
  await close(owner);
  addWorktree("one");
  const before = bytesOf(rootOf("main/.sdl"));
  const repository = await open("one");
  expect([repository.isFork(), repository.isIndexed()]).toEqual([true, false]);
  const result = await repository.refresh({ mode: "incremental" });
  expect(result).toMatchObject({ created: false, addedFiles: 0, changedFiles: 0, removedFiles: 0 });
  expect([repository.isFork(), repository.isIndexed()]).toEqual([false, true]);
  expect(dump(repository)).toBe(await scratchDump("one"));
  expect(await repository.compareWithDisk()).toMatchObject({ staleFiles: 0 });
  // They are of the same version.
  expect([...derivedDump(repository.snapshot())].length).toBeGreaterThan(100);
  expect(bytesOf(rootOf("main/.sdl")) - before).toBeLessThan(200_000);
  expect(existsSync(rootOf("one/.sdl"))).toBe(false);
});

test("after edits in alternating worktrees, each equals an index of its folder alone", async () => {
  main.commit("one", { ...files(30), "tsconfig.json": "{}", "skipped.min.js": "var a=1;".repeat(900) });
  await close(await index("main"));
  addWorktree("one");
  addWorktree("two");
  const steps: readonly (readonly [string, Readonly<Record<string, string | undefined>>])[] = [
    ["one", { "src/f3.ts": "export const step3 = () => 3;\n" }],
    ["main", { "src/f3.ts": undefined, "src/new.ts": "export function fresh() {}\n" }],
    ["two", { "src/f29.ts": "export function step29() {}\n", "tsconfig.json": '{"compilerOptions":{"baseUrl":"."}}' }],
    ["one", { "src/f4.ts": undefined, "skipped.min.js": "export const small = 1;\n" }],
    ["main", { "src/f10.ts": "import { fresh } from './new';\nexport const step10 = () => fresh();\n" }],
    ["two", { "src/f3.ts": "export const step3 = () => 3;\n" }],
  ];
  for (const [name, change] of steps) {
    const repository = await index(name);
    GitFixture.at(rootOf(name)).write(change);
    await repository.refresh({ mode: "incremental" });
    await close(repository);
  }
  for (const name of ["main", "one", "two"]) {
    const repository = await index(name);
    expect(dump(repository)).toBe(await scratchDump(name));
    await repository.settle();
    await close(repository);
  }
});

test("a worktree with converted line ends equals an index of its folder alone", async () => {
  main.commit("one", files(200));
  await close(await index("main"));
  main.git("config", "core.autocrlf", "true");
  addWorktree("one");
  const text = dump(await index("one"));
  expect(text).toBe(await scratchDump("one"));
  expect(text).not.toBe(await scratchDump("main"));
});

test("a worktree at another branch's commit starts beside that branch's store", async () => {
  // Large enough that the store over the layer becomes a layer too.
  const step = (i: number) => (j: number) =>
    `export function step${i}_${j}(value: number) {\n  return value * ${i + j};\n}\n`;
  const large = Array.from({ length: 30 }, (_, i) => [
    `src/f${i}.ts`,
    Array.from({ length: 150 }, (__, j) => step(i)(j)).join(""),
  ]);
  main.commit("one", Object.fromEntries(large));
  main.git("branch", "old");
  main.commit("two", Object.fromEntries(large.map(([path], i) => [path, `export const x${i} = ${i};\n`])));
  await close(await index("main"));
  addWorktree("first", "old");
  await close(await index("first"));
  addWorktree("second", "old");
  const second = await open("second");
  expect(layersBelow(second.storeDirectory)).toHaveLength(2);
  const result = await second.refresh({ mode: "incremental" });
  expect(result).toMatchObject({ created: false, changedFiles: 0 });
  expect(dump(second)).toBe(await scratchDump("second"));
});

test("an open repository continues over its own layer while another worktree starts", async () => {
  main.commit("one", files(20));
  const owner = await index("main");
  const held = owner.snapshot();
  addWorktree("one");
  const repository = await index("one");
  expect(owner.isInPlace()).toBe(false);
  // Asked before it reads again.
  expect(held.counts.files).toBe(20);
  const again = await open("main");
  expect(again.isIndexed()).toBe(true);
  expect(await again.compareWithDisk()).toMatchObject({ staleFiles: 0 });
  expect(dump(again)).toBe(dump(repository));
});

test("removing worktrees affects no others, and leaves no files", async () => {
  main.git("commit", "-q", "--allow-empty", "-m", "none");
  main.git("clone", "-q", "--bare", ".", rootOf("bare.git"));
  const bare = (...args: string[]) => main.git("--git-dir", rootOf("bare.git"), ...args);
  for (const name of ["first", "second", "third"]) {
    bare("worktree", "add", "-q", "-b", name, rootOf(name));
    if (name === "first") GitFixture.at(rootOf(name)).write(files(40));
    else for (const [path, text] of Object.entries(files(40))) GitFixture.at(rootOf(name)).write({ [path]: text });
    await close(await index(name));
  }
  const family = familyDirectory(storeOf("first"));
  expect(family).toBe(rootOf("bare.git.sdl"));
  const expected = await scratchDump("third");
  const third = await open("third");
  // The first worktree created the layer that they share.
  bare("worktree", "remove", "--force", rootOf("first"));
  await third.settle();
  expect(readdirSync(join(family, "worktrees"))).toHaveLength(2);
  expect(dump(third)).toBe(expected);
  GitFixture.at(rootOf("third")).write({ "src/f1.ts": "export const step1 = 1;\n" });
  await third.refresh({ mode: "incremental" });
  expect(dump(third)).toBe(await scratchDump("third"));
  bare("worktree", "remove", "--force", rootOf("second"));
  await third.settle();
  expect(readdirSync(join(family, "worktrees"))).toHaveLength(1);
  expect(listLayers(family)).toEqual(layersBelow(third.storeDirectory));
  // A missing folder may return as long as git lists it.
  rmSync(rootOf("third"), { recursive: true });
  await third.settle();
  expect(readdirSync(join(family, "worktrees"))).toHaveLength(1);
});

test("damage in a layer rebuilds the indexes over it", async () => {
  main.commit("one", files(20));
  await close(await index("main"));
  addWorktree("one");
  await close(await index("one"));
  const [layer = ""] = layersBelow(storeOf("one"));
  const data = join(layer, readdirSync(layer).find((name) => name.startsWith("v")) ?? "", "ledger", "data.mdb");
  writeFileSync(data, "nonsense");
  const one = await open("one");
  expect(one.warnings().join()).toMatch(/damaged .*below it/);
  await one.whenIndexed(undefined);
  expect(dump(one)).toBe(await scratchDump("one"));
  // The main worktree's store was also set aside, when the other one checked whether it could start there.
  const repository = await index("main");
  expect(dump(repository)).toBe(await scratchDump("main"));
  await repository.settle();
  expect(listLayers(storeOf("main"))).not.toContain(layer);
});

test("a store whose process was killed between creating a layer and the store over it is rebuilt from the layer", async () => {
  main.commit("one", files(20));
  await close(await index("main"));
  addWorktree("one");
  await close(await index("one"));
  rmSync(join(rootOf("main/.sdl"), "worktrees"), { recursive: true });
  for (const name of readdirSync(rootOf("main/.sdl")).filter((one) => one.startsWith("v")))
    rmSync(join(rootOf("main/.sdl"), name, "ledger"), { recursive: true });
  const repository = await open("main");
  expect(repository.isFork()).toBe(true);
  const result = await repository.refresh({ mode: "incremental" });
  expect(result).toMatchObject({ addedFiles: 0, changedFiles: 0 });
  expect(dump(repository)).toBe(await scratchDump("main"));
});
