/** Behind an answer the index is compared with the disk, for the answers that follow. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";

async function openEdited(answersOnce: boolean) {
  const rootPath = mkdtempSync(join(tmpdir(), "sdl-freshness-"));
  writeFileSync(join(rootPath, "a.ts"), "export const a = 1;\n");
  const repository = await openRepository({ rootPath, repoId: "r", workers: 1, answersOnce });
  onTestFinished(async () => {
    await repository.close();
    rmSync(rootPath, { recursive: true, force: true });
  });
  // A file as young as the index is looked at again.
  do {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await repository.refresh({ mode: "incremental" });
  } while ((await repository.compareWithDisk()).staleFiles > 0);
  writeFileSync(join(rootPath, "b.ts"), "export const b = 1;\n");
  // What the refresh found is no answer to when the disk was looked at last.
  const before = repository.freshness();
  return { repository, before };
}

test("a process that lives on hears what changed", async () => {
  const { repository } = await openEdited(false);
  await vi.waitFor(() => expect(repository.freshness().staleFiles).toBe(1), { timeout: 20_000, interval: 200 });
});

test("a process that answers once looks at nothing behind its answer, and when it is asked to", async () => {
  const { repository, before } = await openEdited(true);
  for (let i = 0; i < 6; i++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(repository.freshness()).toEqual(before);
  }
  expect((await repository.compareWithDisk()).staleFiles).toBe(1);
});
