/** Wrong times: of files, set back or far ahead, and of the machine. Changes are found by content if stats cannot tell. */
import { lstatSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository } from "../../src/opened/repository.js";

interface Indexed {
  readonly repository: Repository;
  readonly file: string;
}

const HOUR_MS = 3_600_000;

async function indexOne(now: () => number = Date.now): Promise<Indexed> {
  const root = mkdtempSync(join(tmpdir(), "sdl-clock-"));
  const file = join(root, "a.ts");
  writeFileSync(file, "export const one = 1;\n");
  const repository = await openRepository({ rootPath: root, repoId: "r", workers: 1, now });
  onTestFinished(async () => {
    await repository.close();
    rmSync(root, { recursive: true, force: true });
  });
  await repository.refresh({ mode: "incremental" });
  return { repository, file };
}

/** Names of symbols after an incremental refresh. */
async function namesAfter({ repository }: Indexed): Promise<string[]> {
  await repository.refresh({ mode: "incremental" });
  const snapshot = repository.snapshot();
  return snapshot.fileSymbols("a.ts").map((symbol) => snapshot.symbol(symbol).name);
}

function setModified(file: string, time: Date): void {
  utimesSync(file, time, time);
}

test("an edit of the same length is found even if the file's time is restored", async () => {
  const indexed = await indexOne();
  const { mtime } = lstatSync(indexed.file);
  writeFileSync(indexed.file, "export const two = 2;\n");
  setModified(indexed.file, mtime);
  expect(await namesAfter(indexed)).toContain("two");
});

test.each([
  ["a day ahead", 24 * HOUR_MS],
  ["ten years back", -87_600 * HOUR_MS],
  ["at the epoch", -Date.now()],
])("an edit is found in a file whose time is %s, before and after", async (_, offsetMs) => {
  const indexed = await indexOne();
  const time = new Date(Date.now() + offsetMs);
  setModified(indexed.file, time);
  expect(await namesAfter(indexed)).toContain("one");
  writeFileSync(indexed.file, "export const two = 2;\n");
  setModified(indexed.file, time);
  expect(await namesAfter(indexed)).toContain("two");
});

test("edits directly after each refresh are all found", async () => {
  const indexed = await indexOne();
  for (let round = 0; round < 20; round++) {
    const name = `name${String(round).padStart(2, "0")}`;
    writeFileSync(indexed.file, `export const ${name} = 1;\n`);
    expect(await namesAfter(indexed)).toContain(name);
  }
});

test("touching a file creates no version", async () => {
  const indexed = await indexOne();
  const before = indexed.repository.latestVersion();
  setModified(indexed.file, new Date(Date.now() - HOUR_MS));
  expect(await namesAfter(indexed)).toContain("one");
  expect(indexed.repository.latestVersion()).toBe(before);
});

test("with a clock that is set back or stopped, version ids still ascend and all versions are kept", async () => {
  let nowMs = Date.now();
  const indexed = await indexOne(() => nowMs);
  const names = ["back", "still", "stilled", "ahead"];
  for (const [i, offsetMs] of [-48 * HOUR_MS, 0, 0, 96 * HOUR_MS].entries()) {
    nowMs += offsetMs;
    writeFileSync(indexed.file, `export const ${names[i]} = 1;\n`);
    expect(await namesAfter(indexed)).toContain(names[i]);
  }
  const times = (await indexed.repository.keptVersions()).map(({ record }) => Number(record.id.slice(1)));
  expect(times).toHaveLength(5);
  expect(times).toEqual([...new Set(times)].sort((a, b) => b - a));
  const older = await indexed.repository.snapshotAt(await indexed.repository.resolveVersion("@latest~3"));
  expect(older.symbolsNamed("back")).toHaveLength(1);
});
