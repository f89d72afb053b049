/** Files with equal content are extracted once and share their facts; their symbols are separate. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canonicalDump } from "@sdl/graph";
import { discoverFiles, ExtractionPool, type ExtractOutcome, symbolIdsOf } from "@sdl/indexer";
import { FactsPage } from "@sdl/model/facts";
import { expect, onTestFinished, test } from "vitest";
import { entryUrl } from "../../src/entry-url.js";
import { openRepository } from "../../src/opened/open-repository.js";

const workerUrl = entryUrl("extraction-worker");

const SHARED = "export function shared(a: number) {\n  return a;\n}\n";
/** As long as {@link SHARED}, so that files of equal size but different content lie between equal ones. */
const OTHER = "export function others(b: number) {\n  return b;\n}\n";
const FILES = {
  "a/index.ts": SHARED,
  "a/index.tsx": SHARED,
  "b/index.ts": SHARED,
  "c/index.ts": OTHER,
  "d/index.ts": SHARED,
  "main.ts": 'import { shared } from "./b/index";\nexport const one = shared(1);\n',
};

function folderOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "sdl-equal-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  write(root, files);
  return root;
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

test("each file gets the facts of its content and language, and the ids of its path", async () => {
  const root = folderOf(FILES);
  const pool = new ExtractionPool({ workerUrl, root, maxFileBytes: 10_000, languages: [] });
  onTestFinished(() => pool.close());
  const outcomes = new Map<string, ExtractOutcome>();
  await pool.run({
    jobs: discoverFiles(root).files,
    workers: 1,
    knownKeys: [],
    onOutcome: ({ path }, outcome) => outcomes.set(path, outcome),
  });
  const factsOf = (path: string) => {
    const outcome = outcomes.get(path);
    if (outcome?.status !== "facts" || outcome.page === undefined) throw new Error(`${path} has no facts`);
    expect(outcome.symbolIds).toEqual(symbolIdsOf(new FactsPage(outcome.page), path));
    return { key: outcome.key, page: Buffer.from(outcome.page).toString("hex") };
  };
  const [first, ...equal] = ["a/index.ts", "b/index.ts", "d/index.ts"].map(factsOf);
  expect(equal).toEqual([first, first]);
  for (const path of ["a/index.tsx", "c/index.ts"]) {
    expect(factsOf(path).key).not.toBe(first?.key);
    expect(factsOf(path).page).not.toBe(first?.page);
  }
});

test("indexing equal files at once equals indexing them one by one", async () => {
  const dumpOf = async (steps: readonly Readonly<Record<string, string>>[]): Promise<string> => {
    const root = folderOf({});
    const repository = await openRepository({ rootPath: root, repoId: "r", workers: 1 });
    onTestFinished(() => repository.close());
    for (const files of steps) {
      write(root, files);
      await repository.refresh({ mode: "incremental" });
    }
    return [...canonicalDump(await repository.snapshot())].join("\n");
  };
  const dump = await dumpOf([FILES]);
  expect(dump).toContain("d/index.ts");
  expect(await dumpOf(Object.entries(FILES).map(([path, text]) => ({ [path]: text })))).toBe(dump);
});
