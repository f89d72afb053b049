/** Closing a repository while drafts are parsed: it ends soon, reports no fault, and loses no accepted draft. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { DraftParser } from "../../src/drafts/draft-parser.js";
import { Drafts } from "../../src/drafts/drafts.js";
import { makePlace, writeFiles } from "../../src/testing/index.js";
import { draftedGraph, draftedPlace, Editor, openDrafted, symbolsIn } from "./drafted-place.js";

const SAVED = "export function saved(): number {\n  return 1;\n}\n";
const BROKEN = `${SAVED}\nexport functi fresh( {\n\nexport function last( {{\n`;
const PATIENCE_MS = 10_000;

async function endsSoon(closing: Promise<unknown>): Promise<boolean> {
  const patience = new AbortController();
  const late = sleep(PATIENCE_MS, false, { signal: patience.signal }).catch(() => false);
  const ended = await Promise.race([closing.then(() => true), late]);
  patience.abort();
  return ended;
}

test.each([0, 20, 60, 120])("closing ends if a broken draft was pushed %i ms ago", async (waitMs) => {
  const place = await draftedPlace({ "a.ts": SAVED });
  const editor = new Editor(place.repository);
  await editor.push("a.ts", BROKEN);
  await editor.push("a.ts", `${BROKEN}\n`);
  await sleep(waitMs);
  expect(await endsSoon(place.repository.close())).toBe(true);
  expect(place.faults).toEqual([]);
});

test("closing ends right after a checkpoint that waited for a draft to be parsed", async () => {
  const place = await draftedPlace({ "a.ts": SAVED });
  const editor = new Editor(place.repository);
  for (let turn = 0; turn < 4; turn++) {
    await editor.push("a.ts", `${SAVED}// ${turn}\n`);
    await editor.push("a.ts", `${SAVED}// ${turn} again\n`);
    await place.repository.drafts.checkpoint();
  }
  await sleep(60);
  expect(await endsSoon(place.repository.close())).toBe(true);
  expect(place.faults).toEqual([]);
});

test("a draft that was accepted but not parsed before closing is parsed after reopening", async () => {
  const place = await draftedPlace({ "a.ts": SAVED });
  const editor = new Editor(place.repository);
  await editor.push("a.ts", `${SAVED}// first\n`);
  await editor.push("a.ts", `${SAVED}export function fresh(): void {}\n`);
  await place.repository.close();
  const { repository } = await openDrafted(place);
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["saved:1", "fresh:4"]);
  expect(place.faults).toEqual([]);
});

test("a parser that is closed while a text arrives ends, and rejects the text's caller", async () => {
  const place = makePlace();
  onTestFinished(() => place.remove());
  writeFiles(place.root, { "a.ts": SAVED });
  const parser = new DraftParser({ rootPath: place.root });
  const draft = { path: "a.ts", language: "typescript", text: SAVED } as const;
  expect(await parser.parse(draft, undefined)).toMatchObject({ errors: 0 });
  const closing = parser.close();
  // Its thread is about to end.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  const late = parser.parse(draft, undefined).catch(() => undefined);
  expect(await endsSoon(late)).toBe(true);
  expect(await endsSoon(closing)).toBe(true);
});

test("parsing a text ends when the parser is closed", async () => {
  const place = makePlace();
  onTestFinished(() => place.remove());
  writeFiles(place.root, { "a.ts": SAVED });
  const parser = new DraftParser({ rootPath: place.root });
  const parsing = parser.parse({ path: "a.ts", language: "typescript", text: BROKEN }, SAVED).catch(() => undefined);
  await sleep(1);
  expect(await endsSoon(parser.close())).toBe(true);
  expect(await endsSoon(parsing)).toBe(true);
});

test("a push in progress while drafts are closed leaves no running work", async () => {
  const place = makePlace();
  onTestFinished(() => place.remove());
  writeFiles(place.root, { "a.ts": SAVED });
  const drafts = new Drafts({
    ...{ rootPath: place.root, storeDirectory: join(place.folder, "store"), settings: {}, canWrite: true },
    draftSettings: () => ({ debounceMs: 5, idleCheckpointMs: 50, maxFiles: 200 }),
    ...{ now: Date.now, onFault: () => undefined },
  });
  const push = { event: "change", filePath: "a.ts", content: SAVED, version: 1, isDirty: true } as const;
  const pushing = drafts.push({ ...push, timestampMs: 1, source: "editor" });
  await drafts.close();
  expect((await pushing).accepted).toBe(true);
  await sleep(200);
  expect(drafts.status(undefined).lastCheckpoint).toBeUndefined();
  await drafts.close();
});
