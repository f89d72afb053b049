/** Tests of which changed files a question waits for. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openRepository, type SmallRepository } from "../../test/support/small-repository.js";
import { MAX_FRESH_WAIT_MS, refreshIfStale } from "./refresh-if-stale.js";

let place: SmallRepository;
beforeAll(async () => {
  place = await openRepository({ "a.ts": "export function before() {}\n" });
});
afterAll(() => place.remove());
afterEach(() => {
  vi.restoreAllMocks();
});

test("a question leaves a file that was just saved in an editor to the editor, one about changes waits for it", async () => {
  const { engine } = place;
  const entry = await engine.find(undefined);
  const repository = await engine.open(entry);
  const content = "export function after() {}\n";
  writeFileSync(join(entry.rootPath, "a.ts"), content);
  const save = { event: "save", filePath: "a.ts", content, version: 1, isDirty: false, source: "editor" } as const;
  await repository.drafts.push({ ...save, timestampMs: Date.now() + 1000 });
  const refreshes = vi.spyOn(repository, "refresh");
  expect(await refreshIfStale({ engine }, repository, "auto")).toMatchObject({ staleFiles: 0, staleNames: [] });
  expect(refreshes).not.toHaveBeenCalled();
  await refreshIfStale({ engine }, repository, "auto", MAX_FRESH_WAIT_MS);
  expect(refreshes).toHaveBeenCalledOnce();
});

test("a question leaves a file that an editor has just written to the editor, before it tells of the save", async () => {
  const { engine, root } = place;
  const repository = await engine.open(await engine.find(undefined));
  const content = "export function written() {}\n";
  const change = { event: "change", filePath: "a.ts", version: 2, isDirty: true, source: "editor" } as const;
  await repository.drafts.push({ ...change, content, timestampMs: Date.now() });
  await repository.drafts.checkpoint();
  writeFileSync(join(root, "a.ts"), content);
  const refreshes = vi.spyOn(repository, "refresh");
  expect(await refreshIfStale({ engine }, repository, "auto")).toMatchObject({ staleFiles: 0 });
  expect(refreshes).not.toHaveBeenCalled();
  writeFileSync(join(root, "a.ts"), "export function fromElsewhere() {}\n");
  await refreshIfStale({ engine }, repository, "auto");
  expect(refreshes).toHaveBeenCalledOnce();
});
