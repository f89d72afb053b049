/** Saved files: the index reuses the facts of a draft if they are of the file's exact bytes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExtractionPool } from "@sdl/indexer";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { type DraftedPlace, draftedPlace, Editor, openDrafted, symbolsIn } from "./drafted-place.js";

const FILES = { "a.ts": "export function one() {}\n" };
const TYPED = "export function one() {}\nexport function two() {\n  one();\n}\n";

let run: MockInstance<ExtractionPool["run"]>;
beforeEach(() => {
  run = vi.spyOn(ExtractionPool.prototype, "run");
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Paths given to worker threads since the last call. */
function readPaths(): string[] {
  const paths = run.mock.calls.flatMap(([{ jobs }]) => jobs.map(({ path }) => path));
  run.mockClear();
  return paths;
}

/** Sets up a text that was typed and parsed. */
async function typed(text: string): Promise<DraftedPlace> {
  const place = await draftedPlace(FILES);
  await new Editor(place.repository).push("a.ts", text);
  await place.repository.drafts.checkpoint();
  readPaths();
  return place;
}

test("a file saved as typed is not extracted again, whichever process indexes it", async () => {
  const place = await typed(TYPED);
  const other = await openDrafted(place);
  writeFileSync(join(place.root, "a.ts"), TYPED);
  const refreshed = await other.repository.refresh({ mode: "incremental" });
  expect(refreshed).toMatchObject({ created: true, changedFiles: 1 });
  expect(readPaths()).toEqual([]);
  expect(symbolsIn(other.repository.snapshot(), "a.ts")).toEqual(["one:1", "two:2"]);
  // The ledger has the facts by now.
  await new Editor(place.repository).close("a.ts");
  const later = await openDrafted(place);
  expect(symbolsIn(later.repository.snapshot(), "a.ts")).toEqual(["one:1", "two:2"]);
});

test("a file that differs from the typed text by one byte is extracted", async () => {
  const place = await typed(TYPED);
  writeFileSync(join(place.root, "a.ts"), `${TYPED}\n`);
  await place.repository.refresh({ mode: "incremental" });
  expect(readPaths()).toContain("a.ts");
});

test("facts of a text with a secret are found by the file's bytes, not by the masked text", async () => {
  const secret = 'export const key = "AKIAIOSFODNN7EXAMPLE";\n';
  const place = await typed(secret);
  writeFileSync(join(place.root, "a.ts"), secret);
  await place.repository.refresh({ mode: "incremental" });
  expect(readPaths()).toEqual([]);
  expect(symbolsIn(place.repository.snapshot(), "a.ts")).toEqual(["key:1"]);
});

test("a full refresh extracts every file", async () => {
  const place = await typed(TYPED);
  writeFileSync(join(place.root, "a.ts"), TYPED);
  await place.repository.refresh({ mode: "full" });
  expect(readPaths()).toContain("a.ts");
});
