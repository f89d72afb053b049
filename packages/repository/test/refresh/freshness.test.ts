/** Freshness: a comparison with the disk names the changes, and its result is kept until the next one. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";

test("a comparison counts and names changes, and runs only on request", async () => {
  const rootPath = mkdtempSync(join(tmpdir(), "sdl-freshness-"));
  writeFileSync(join(rootPath, "a.ts"), "export const a = 1;\n");
  const repository = await openRepository({ rootPath, repoId: "r", workers: 1 });
  onTestFinished(async () => {
    await repository.close();
    rmSync(rootPath, { recursive: true, force: true });
  });
  // A file as young as the index is looked at again.
  do {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await repository.refresh({ mode: "incremental" });
  } while ((await repository.compareWithDisk()).staleFiles > 0);
  // The second comparison only compares stats.
  expect(await repository.compareWithDisk()).toMatchObject({ staleFiles: 0, staleNames: [] });
  const before = repository.freshness();
  for (const name of ["e", "d", "c", "b"]) writeFileSync(join(rootPath, `${name}.ts`), "export {};\n");
  expect(repository.freshness()).toEqual(before);
  const stale = { staleFiles: 4, staleNames: ["b.ts", "c.ts", "d.ts"] };
  expect(await repository.compareWithDisk()).toMatchObject(stale);
  expect(repository.freshness()).toMatchObject(stale);
});

test("a refresh continues from a version that another process published in the same turn of the event loop", async () => {
  const rootPath = mkdtempSync(join(tmpdir(), "sdl-freshness-"));
  writeFileSync(join(rootPath, "a.ts"), "export const a = 1;\n");
  const repository = await openRepository({ rootPath, repoId: "r", workers: 1 });
  onTestFinished(async () => {
    await repository.close();
    rmSync(rootPath, { recursive: true, force: true });
  });
  await repository.refresh({ mode: "incremental" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(repository.snapshot().counts.files).toBe(1);
  writeFileSync(join(rootPath, "b.ts"), "export const b = 1;\n");
  const refresh = fileURLToPath(new URL("../support/refresh-once.mjs", import.meta.url));
  execFileSync(process.execPath, [refresh, rootPath, repository.storeDirectory], { stdio: "ignore" });
  writeFileSync(join(rootPath, "c.ts"), "export const c = 1;\n");
  expect(await repository.refresh({ mode: "incremental" })).toMatchObject({ addedFiles: 1, created: true });
  expect(repository.snapshot().counts.files).toBe(3);
});
