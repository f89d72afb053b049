/** Large refreshes run in a process of their own; the result equals that of a refresh in this process. */
import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canonicalDump, type LedgerSnapshot } from "@sdl/graph";
import { expect, onTestFinished, test } from "vitest";
import type { ProgramFault } from "../../src/machine/program-log.js";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository, RepositoryOptions } from "../../src/opened/repository.js";
import type { NotedChanges } from "../../src/refresh/noted-changes.js";
import type { RefreshProgress } from "../../src/refresh/refresh-request.js";

const FILES = 12;
/** All files together have more bytes than what a refresh reads in the process that asks for it. */
const COMMENT = "// a line of a comment, which is quickly parsed\n".repeat(2000);

function sourceOf(file: number): string {
  return `${COMMENT}export const f${file} = () => ${file};\n`;
}

interface Large {
  readonly root: string;
  readonly repository: Repository;
  readonly faults: ProgramFault[];
}

async function openLarge(options: Pick<RepositoryOptions, "notedChanges"> = {}): Promise<Large> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "sdl-large-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (let file = 0; file < FILES; file++) writeFileSync(join(root, `f${file}.ts`), sourceOf(file));
  const faults: ProgramFault[] = [];
  const onFault = (fault: ProgramFault) => faults.push(fault);
  const repository = await openRepository({ rootPath: root, repoId: "large", onFault, ...options });
  onTestFinished(() => repository.close());
  await repository.refresh({ mode: "incremental" });
  return { root, repository, faults };
}

function dump(snapshot: LedgerSnapshot): string {
  return [...canonicalDump(snapshot)].join("\n");
}

async function dumpOfScratch(root: string): Promise<string> {
  const storeDirectory = mkdtempSync(join(tmpdir(), "sdl-scratch-"));
  onTestFinished(() => rmSync(storeDirectory, { recursive: true, force: true }));
  const scratch = await openRepository({ rootPath: root, repoId: "large", storeDirectory });
  try {
    await scratch.refresh({ mode: "incremental" });
    return dump(scratch.snapshot());
  } finally {
    await scratch.close();
  }
}

function editAll(root: string): void {
  for (let file = 0; file < FILES; file++)
    appendFileSync(join(root, `f${file}.ts`), `export const added${file} = 1;\n`);
}

test("a large refresh publishes what an index from scratch has, with drafts on top, and reports progress", async () => {
  const { root, repository, faults } = await openLarge();
  const typed = { event: "change", filePath: "f0.ts", content: "export const typed = 1;\n", isDirty: true } as const;
  await repository.drafts.push({ ...typed, version: 1, timestampMs: Date.now(), source: "editor" });
  await repository.drafted();
  editAll(root);
  const phases = new Set<RefreshProgress["phase"]>();
  let isSeparate = false;
  const onProgress = ({ phase }: RefreshProgress) => {
    phases.add(phase);
    isSeparate ||= process.getActiveResourcesInfo().includes("ProcessWrap");
  };
  const result = await repository.refresh({ mode: "incremental", onProgress });
  expect([isSeparate, faults]).toEqual([true, []]);
  expect(result).toMatchObject({ created: true, changedFiles: FILES, addedFiles: 0 });
  expect([...phases]).toEqual(expect.arrayContaining(["discover", "extract", "publish"]));
  expect(repository.latestVersion()).toBe(result.versionId);
  expect(dump(repository.snapshot())).toBe(await dumpOfScratch(root));
  // The other process stored the difference of the drafts.
  const stored = repository.drafts.difference()?.name;
  const drafted = await repository.drafted();
  expect(stored).toContain(drafted?.graph.version);
  expect(drafted?.graph.fileSymbols("f0.ts").length).toBe(2);
});

test("if a watcher noted a large change, the other process looks at the files as well", async () => {
  let noted: NotedChanges | undefined;
  const { root, repository, faults } = await openLarge({ notedChanges: () => Promise.resolve(noted) });
  const hasProcess = () => process.getActiveResourcesInfo().includes("ProcessWrap");
  const refresh = async (): Promise<boolean> => {
    // The process that derived the layers of the version before may still run.
    await repository.settleLayers();
    while (hasProcess()) await sleep(10);
    const separate: boolean[] = [];
    const onProgress = () => separate.push(hasProcess());
    await repository.refresh({ mode: "incremental", onProgress });
    return separate[0] === true;
  };
  editAll(root);
  const paths = new Set(Array.from({ length: FILES }, (_, file) => `f${file}.ts`));
  noted = { paths, isComplete: true, lastMs: Date.now() };
  expect([await refresh(), faults]).toEqual([true, []]);
  expect(dump(repository.snapshot())).toBe(await dumpOfScratch(root));
  // The version is newer than what was noted, so this process looks itself.
  expect(await refresh()).toBe(false);
  writeFileSync(join(root, "f0.ts"), "export const one = 1;\n");
  noted = { paths: new Set(["f0.ts"]), isComplete: true, lastMs: Date.now() + 1000 };
  expect(await refresh()).toBe(false);
  expect(dump(repository.snapshot())).toBe(await dumpOfScratch(root));
});

test("an aborted refresh leaves the version, and the next one indexes the changes", async () => {
  const { root, repository, faults } = await openLarge();
  const before = repository.latestVersion();
  editAll(root);
  const abort = new AbortController();
  const onProgress = ({ phase }: RefreshProgress) => phase === "extract" && abort.abort();
  const aborted = repository.refresh({ mode: "incremental", signal: abort.signal, onProgress });
  await expect(aborted).rejects.toThrow("aborted");
  expect(repository.latestVersion()).toBe(before);
  expect(await repository.refresh({ mode: "incremental" })).toMatchObject({ created: true, changedFiles: FILES });
  expect(faults).toEqual([]);
});
