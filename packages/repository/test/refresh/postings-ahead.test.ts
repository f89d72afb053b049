/** Postings of a larger first index are built in a separate thread, with the same result. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { canonicalDump, LedgerUpdate } from "@sdl/graph";
import { expect, onTestFinished, test, vi } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository } from "../../src/opened/repository.js";
import { generateRepository } from "../support/generated-repository.js";

const FILES = 80;

async function open(rootPath: string, storeDirectory: string): Promise<Repository> {
  const repository = await openRepository({ rootPath, repoId: "generated", storeDirectory });
  onTestFinished(() => repository.close());
  return repository;
}

async function dumpAfterRefresh(repository: Repository): Promise<string[]> {
  await repository.refresh({ mode: "incremental" });
  const snapshot = repository.snapshot();
  const dump = [...canonicalDump(snapshot)];
  return dump;
}

test("a larger first index equals one that grew step by step", async () => {
  const setPostings = vi.spyOn(LedgerUpdate.prototype, "setPostings");
  onTestFinished(() => setPostings.mockRestore());
  const { root, store } = generateRepository(FILES, 100);
  const first = await dumpAfterRefresh(await open(root, join(store, "first")));
  expect(setPostings).toHaveBeenCalledTimes(1);

  const names = Array.from({ length: FILES - 1 }, (_, i) => `file${i}.ts`);
  for (const name of names) renameSync(join(root, name), join(store, name));
  const grown = await open(root, join(store, "grown"));
  await grown.refresh({ mode: "incremental" });
  for (const name of names) renameSync(join(store, name), join(root, name));
  expect(await dumpAfterRefresh(grown)).toEqual(first);
  expect(setPostings).toHaveBeenCalledTimes(1);
});
