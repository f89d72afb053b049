/** Reading ahead: files edited last are extracted before discovery finds them; the outcome is dropped if discovery finds another state. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalDump } from "@sdl/graph";
import { discoverFiles, ExtractionPool, factsKeyOf } from "@sdl/indexer";
import { expect, onTestFinished, test } from "vitest";
import { entryUrl } from "../../src/entry-url.js";
import { openRepository } from "../../src/opened/open-repository.js";
import { begunOutcome, ReadAhead } from "../../src/refresh/read-ahead.js";

const workerUrl = entryUrl("extraction-worker");

/** A repository with one file, of which a refresh has read `source`. */
function edited(source: string) {
  const root = mkdtempSync(join(tmpdir(), "sdl-ahead-"));
  const pool = new ExtractionPool({ workerUrl, root, maxFileBytes: 10_000, languages: [] });
  onTestFinished(async () => {
    await pool.close();
    rmSync(root, { recursive: true, force: true });
  });
  const write = (text: string) => writeFileSync(join(root, "a.ts"), text);
  const find = () => discoverFiles(root).files;
  write(source);
  const ahead = new ReadAhead();
  ahead.note(find());
  const recorded = new Map(find().map((file) => [file.path, file]));
  const begin = () => ahead.begin(root, recorded, { pool, isKnown: () => false });
  const keysTaken = async (meanwhile?: () => void) => {
    const begun = await pool.take();
    meanwhile?.();
    return find().map((file) => {
      const outcome = begunOutcome(begun, file);
      return outcome?.status === "facts" ? outcome.key : undefined;
    });
  };
  return { write, begin, keysTaken };
}

function keyOf(text: string): string {
  return factsKeyOf(Buffer.from(text), { language: "typescript", path: "" }, false);
}

test("a file edited again is extracted before discovery finds it", async () => {
  const { write, begin, keysTaken } = edited("export const a = 1;\n");
  write("export const a = 23;\n");
  begin();
  expect(await keysTaken()).toEqual([keyOf("export const a = 23;\n")]);
  expect(await keysTaken()).toEqual([undefined]);
});

test("a file that was not edited is not read ahead", async () => {
  const { begin, keysTaken } = edited("export const a = 1;\n");
  begin();
  expect(await keysTaken()).toEqual([undefined]);
});

test("the outcome of a file that changed again is not used", async () => {
  const { write, begin, keysTaken } = edited("export const a = 1;\n");
  write("export const a = 23;\n");
  begin();
  expect(await keysTaken(() => write("export const a = 456;\n"))).toEqual([undefined]);
});

/** Steps, each of which edits the file of the step before again; `undefined` deletes. */
const STEPS: readonly Readonly<Record<string, string | undefined>>[] = [
  { "a.ts": "export function f() { return g(); }\nfunction g() {}\n" },
  { "a.ts": "export function f() { g(); return g(); }\nfunction g() {}\n" },
  { "a.ts": "export function h() {}\n" },
  { "a.ts": "export function f() {}\n", "b.ts": 'import { f } from "./a";\nexport const b = () => f();\n' },
  { "a.ts": "export function f() {}\nexport function h() {}\n", "b.ts": 'import { h } from "./a";\nh();\n' },
  { "a.ts": undefined },
  { "a.ts": "export function f() {}\nexport function h() { f( }\n" },
  { "a.ts": "export function f() {}\n", ".gitignore": "a.ts\n" },
  { "a.ts": "export function f() { return 1; }\n" },
  { ".gitignore": undefined },
  { "a.ts": "export function f() { return 2; }\n" },
];

test("a repeatedly edited file is indexed as from scratch", async () => {
  const root = mkdtempSync(join(tmpdir(), "sdl-again-"));
  let stores = 0;
  const open = () =>
    openRepository({ rootPath: root, repoId: "again", storeDirectory: join(root, ".sdl", String(stores++)) });
  const dumpAfterRefresh = async (repository: Awaited<ReturnType<typeof open>>) => {
    await repository.refresh({ mode: "incremental" });
    const snapshot = repository.snapshot();
    const dump = [...canonicalDump(snapshot)];
    return dump;
  };
  const kept = await open();
  onTestFinished(async () => {
    await kept.close();
    rmSync(root, { recursive: true, force: true });
  });
  writeFileSync(join(root, "b.ts"), 'import { f } from "./a";\nf();\n');
  for (const step of STEPS) {
    for (const [path, text] of Object.entries(step)) {
      if (text === undefined) rmSync(join(root, path));
      else writeFileSync(join(root, path), text);
    }
    const dump = await dumpAfterRefresh(kept);
    const scratch = await open();
    expect(dump).toEqual(await dumpAfterRefresh(scratch));
    await scratch.close();
  }
});
