/** Tests of leftovers in a store, from a killed index and from git revisions: used while they may be useful, removed afterwards. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalDump, inspectStore } from "@sdl/graph";
import { openRepository, type Repository } from "@sdl/repository";
import { GitFixture } from "@sdl/repository/testing";
import { expect, onTestFinished, test } from "vitest";
import {
  type Generated,
  generateRepository,
  readStore,
} from "../../../repository/test/support/generated-repository.js";
import { index, killIndex } from "../support/indexer-process.js";

const FILES = 100;
const PAGE_BYTES = 4096;

/** Changes every file; contents have equal sizes for tags of equal length. */
function editAll({ root }: Generated, tag: string): void {
  for (const name of readdirSync(root)) {
    const path = join(root, name);
    if (name.endsWith(".ts")) writeFileSync(path, `${readFileSync(path, "utf8")}export const ${tag} = 1;\n`);
  }
}

async function prune({ root, store }: Generated, versions = 1): Promise<number> {
  const repository = await openRepository({ rootPath: root, repoId: "r", storeDirectory: store });
  try {
    return (await repository.pruneVersions({ policy: { versions, days: 0 } })).freedBytes;
  } finally {
    await repository.close();
  }
}

async function recordBytes({ store }: Generated): Promise<number> {
  const { faults, sizeBytes } = await inspectStore(store, { writes: 0 });
  expect(faults).toEqual([]);
  return sizeBytes;
}

test("leftovers of a killed index are removed once another index has published without them", async () => {
  const repository = generateRepository(FILES);
  let leftBehind = 0;
  // On a fast machine half of the files are extracted before the first facts are written.
  for (let kills = 0; kills < 5 && leftBehind < FILES / 10; kills++) {
    await killIndex(repository, FILES * (0.5 + kills / 10));
    leftBehind = (await readStore(repository.store)).factsKeys;
  }
  expect(leftBehind).toBeGreaterThan(FILES / 10);
  editAll(repository, "edited");
  await index(repository);
  const before = await recordBytes(repository);
  expect((await readStore(repository.store)).factsKeys).toBe(FILES + leftBehind);
  expect(await prune(repository)).toBeGreaterThan(leftBehind * 500);
  const after = await readStore(repository.store);
  expect(after.factsKeys).toBe(FILES);
  const scratch = generateRepository(FILES);
  editAll(scratch, "edited");
  await index(scratch);
  expect(await prune(scratch)).toBe(0);
  const wanted = await recordBytes(scratch);
  expect(before).toBeGreaterThan(wanted + 10 * PAGE_BYTES);
  expect(Math.abs((await recordBytes(repository)) - wanted)).toBeLessThan(2 * PAGE_BYTES);
  expect(after.dump).toBe((await readStore(scratch.store)).dump);
}, 240_000);

test("leftovers of a killed index are used by the next index, even if the store was pruned in between", async () => {
  const repository = generateRepository(FILES);
  await index(repository);
  editAll(repository, "edited");
  const { done, recent } = await killIndex(repository, FILES / 2);
  expect(await prune(repository)).toBe(0);
  const { factsKeys } = await readStore(repository.store);
  expect(2 * FILES - factsKeys).toBeLessThanOrEqual(1.1 * (FILES - done) + recent);
  expect(await index(repository)).toMatchObject({ changedFiles: FILES });
  // The facts of the first version are still in use; those of the second are used by no other version.
  await prune(repository, 2);
  expect((await readStore(repository.store)).factsKeys).toBe(2 * FILES);
  await prune(repository);
  expect((await readStore(repository.store)).factsKeys).toBe(FILES);
}, 240_000);

const REVISIONS = join(".sdl", "git", "revisions");

async function openFixture(): Promise<{ readonly fixture: GitFixture; readonly repository: Repository }> {
  const fixture = GitFixture.make();
  const repository = await openRepository({ rootPath: fixture.root, repoId: "r", workers: 1 });
  onTestFinished(async () => {
    await repository.close();
    fixture.remove();
  });
  return { fixture, repository };
}

const STRICT = { policy: { versions: 1, days: 0 } };

test("facts of a git revision are kept while it is one of the last revisions requested", async () => {
  const { fixture, repository } = await openFixture();
  const old = fixture.commit("1", { "a.ts": "export const old = 1;\n", "b.ts": "export const kept = 1;\n" });
  fixture.commit("2", { "a.ts": "export const newer = 2;\n" });
  await repository.refresh({ mode: "incremental" });
  const dumpOld = async () =>
    [...canonicalDump(await repository.snapshotAt(await repository.resolveVersion(old)))].join("\n");
  const dump = await dumpOld();
  expect(dump).toContain("old");
  const edit = async (text: string) => {
    fixture.write({ "a.ts": text });
    await repository.refresh({ mode: "incremental" });
    return (await repository.pruneVersions(STRICT)).freedBytes;
  };
  await edit("export const newest = 3;\n");
  expect(readdirSync(join(fixture.root, REVISIONS))).toEqual([old]);
  // Facts of the revision, of the edit, and those from which the branch's commit was indexed.
  expect((await readStore(join(fixture.root, ".sdl"))).factsKeys).toBe(4);
  expect(await dumpOld()).toBe(dump);
  rmSync(join(fixture.root, REVISIONS), { recursive: true });
  expect(await edit("export const newest = 4;\n")).toBeGreaterThan(0);
  expect((await readStore(join(fixture.root, ".sdl"))).factsKeys).toBe(3);
  // Read from git again.
  expect(await dumpOld()).toBe(dump);
});
