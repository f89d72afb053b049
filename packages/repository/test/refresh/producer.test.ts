/** Indexes of another program version: facts and links are rebuilt where this version would make others. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalDump, type FileEntry, type LedgerUpdate, openLedger } from "@sdl/graph";
import { extractFacts, ParseEngine, symbolIdsOf } from "@sdl/indexer";
import { FactsPage } from "@sdl/model/facts";
import { NO_SECRETS } from "@sdl/model/text";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository } from "../../src/opened/repository.js";
import { isNewerProducer } from "../../src/refresh/producer.js";

const NEWER = "facts 9999 links 1";
const FILES = {
  "a.ts": 'import { used } from "./b";\nexport const one = used();\n',
  "b.ts": "export function used(): number {\n  return 1;\n}\n",
  "package.json": "{}\n",
};

async function open(root: string): Promise<Repository> {
  const repository = await openRepository({ rootPath: root, repoId: "r", workers: 1 });
  onTestFinished(() => repository.close());
  return repository;
}

async function indexed(): Promise<{ readonly root: string; readonly dump: string }> {
  const root = mkdtempSync(join(tmpdir(), "sdl-producer-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(root, path), text);
  const repository = await open(root);
  await repository.refresh({ mode: "incremental" });
  const dump = dumpOf(repository);
  await repository.close();
  return { root, dump };
}

function dumpOf(repository: Repository): string {
  return [...canonicalDump(repository.snapshot())].join("\n");
}

/** Rewrites an index as another program could have made it of the same files, with equal stats. */
async function rewrite(
  root: string,
  work: (update: LedgerUpdate) => void,
  producer = "facts 0 links 0",
): Promise<void> {
  const ledger = openLedger({ directory: join(root, ".sdl") });
  const update = ledger.beginUpdate();
  work(update);
  update.commit({ nowMs: Date.now(), producer });
  await ledger.close();
}

/** Removes all links, as of a program without them. */
function unlink(update: LedgerUpdate, path: string): void {
  const file = update.file(path)!;
  const edges = { length: 0, from: new Uint32Array(0), toFile: new Uint32Array(0), toSymbol: new Uint32Array(0) };
  const none = new Uint8Array(0);
  update.setLinks({
    file,
    edges: { ...edges, kind: none, confidence: none, resolver: none, count: none },
    unresolved: [],
    lookups: new Uint32Array(0),
  });
}

const engine = await ParseEngine.create();

/** Stores the facts of another source, as of a program that extracts differently. */
function misread(update: LedgerUpdate, path: string, text: string): void {
  const { stat }: FileEntry = update.entry(update.file(path)!);
  const language = "typescript";
  const page = extractFacts(engine, { language, text, generated: false }, NO_SECRETS);
  const factsKey = "ab".repeat(16);
  update.putFile({ path, language, factsKey, stat, symbolIds: symbolIdsOf(new FactsPage(page), path), page });
  unlink(update, path);
}

test("facts of another program are extracted again, and files that link to them are relinked", async () => {
  const { root, dump } = await indexed();
  await rewrite(root, (update) => {
    misread(update, "b.ts", "export function misread() {}\n");
    unlink(update, "a.ts");
  });
  const repository = await open(root);
  expect(dumpOf(repository)).toContain("misread");
  expect((await repository.compareWithDisk()).staleFiles).toBe(3);
  expect(await repository.refresh({ mode: "incremental" })).toMatchObject({ created: true, changedFiles: 1 });
  expect(dumpOf(repository)).toBe(dump);
  expect((await repository.compareWithDisk()).staleFiles).toBe(0);
  expect(await repository.refresh({ mode: "incremental" })).toMatchObject({ created: false });
});

test("links of another program are computed again from the same facts", async () => {
  const { root, dump } = await indexed();
  await rewrite(root, (update) => unlink(update, "a.ts"));
  const repository = await open(root);
  expect(dumpOf(repository)).not.toBe(dump);
  expect(await repository.refresh({ mode: "incremental" })).toMatchObject({ created: true, changedFiles: 0 });
  expect(dumpOf(repository)).toBe(dump);
});

test("if the other program's result is the same, no version is created, and files are read once", async () => {
  const { root, dump } = await indexed();
  await rewrite(root, () => undefined);
  const repository = await open(root);
  const before = repository.latestVersion();
  expect(await repository.refresh({ mode: "incremental" })).toMatchObject({ created: false, changedFiles: 0 });
  expect([repository.latestVersion(), dumpOf(repository)]).toEqual([before, dump]);
  expect((await repository.compareWithDisk()).staleFiles).toBe(0);
});

test("an exported index records its producer", async () => {
  const { root, dump } = await indexed();
  const file = await (await open(root)).exportIndex();
  const other = await indexed();
  rmSync(join(other.root, ".sdl"), { recursive: true });
  const repository = await open(other.root);
  await repository.importIndex(file);
  // Stats are those of another machine: every file is read, and none differs.
  expect(await repository.refresh({ mode: "incremental" })).toMatchObject({ created: false, changedFiles: 0 });
  await repository.close();
  const ledger = openLedger({ directory: join(other.root, ".sdl") });
  const snapshot = ledger.snapshot();
  const original = openLedger({ directory: join(root, ".sdl"), mode: "read" });
  const exported = original.snapshot();
  expect([snapshot.producer(), [...canonicalDump(snapshot)].join("\n")]).toEqual([exported.producer(), dump]);
  expect(snapshot.producer()).toMatch(/^facts [\d.]+ links \d+$/);
  for (const one of [snapshot, exported]) one.close();
  await Promise.all([ledger.close(), original.close()]);
});

test("an index of a newer program is read but not rebuilt", async () => {
  const { root } = await indexed();
  await rewrite(root, (update) => unlink(update, "a.ts"), NEWER);
  const repository = await open(root);
  const dump = dumpOf(repository);
  expect((await repository.compareWithDisk()).staleFiles).toBe(0);
  expect(await repository.refresh({ mode: "incremental" })).toMatchObject({ created: false, changedFiles: 0 });
  writeFileSync(join(root, "b.ts"), "export function used(): number {\n  return 2;\n}\n");
  expect((await repository.compareWithDisk()).staleFiles).toBe(1);
  await expect(repository.refresh({ mode: "incremental" })).rejects.toMatchObject({
    code: "policy_denied",
    message: expect.stringMatching(/newer program .*facts 9999 links 1.* 1 files have changed.*sdl index --full/),
  });
  expect(dumpOf(repository)).toBe(dump);
  await repository.compareWithDisk();
  expect(repository.warnings().join()).toContain("A newer program made the index");
});

test("a full refresh lets an older program rebuild the index", async () => {
  const { root, dump } = await indexed();
  await rewrite(root, (update) => unlink(update, "a.ts"), NEWER);
  const repository = await open(root);
  await repository.refresh({ mode: "full" });
  expect(dumpOf(repository)).toBe(dump);
  expect(repository.warnings()).toEqual([]);
  expect(await repository.refresh({ mode: "incremental" })).toMatchObject({ created: false });
});

test.each([
  ["", false],
  ["facts 3.5 links 7", false],
  ["facts 3.4 links 7", false],
  ["facts 3.5 links 6", false],
  ["facts 3.10 links 7", true],
  ["facts 3.5.1 links 7", true],
  ["facts 4.0 links 1", true],
  ["facts 3.4 links 8", true],
  ["schema 1 of a later day", true],
])("compared with facts 3.5 links 7, %j is newer: %j", (producer, expected) => {
  expect(isNewerProducer(producer, "facts 3.5 links 7")).toBe(expected);
});
