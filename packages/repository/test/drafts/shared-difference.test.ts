/**
 * Shared differences: the process that parses a draft prepares the version with it; other processes use that
 * difference, or build their own if it does not match.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalDump, DraftStore, Ledger, type LedgerSnapshot } from "@sdl/graph";
import { afterEach, expect, test, vi } from "vitest";
import { DraftOverlay } from "../../src/drafts/draft-overlay.js";
import { draftedGraph, draftedPlace, Editor, linksOf, openDrafted, symbolsIn } from "./drafted-place.js";

const FILES = {
  "tool.ts": "export function saved(): void {}\n",
  "app.ts": 'import { typed } from "./tool";\nexport function run() {\n  typed();\n}\n',
};
const TYPED = "export function typed(): void {}\n";

afterEach(() => {
  vi.restoreAllMocks();
});

function dump(graph: LedgerSnapshot): string {
  return [...canonicalDump(graph)].join("\n");
}

test("another process uses the version that the editor's process built, including links", async () => {
  const place = await draftedPlace(FILES);
  const other = await openDrafted(place);
  await new Editor(place.repository).push("tool.ts", TYPED);
  const own = dump(await draftedGraph(place.repository));
  const makes = vi.spyOn(Ledger.prototype, "beginDraft");
  const taken = await draftedGraph(other.repository);
  expect(dump(taken)).toBe(own);
  expect(linksOf(taken, "tool.ts#typed", "incoming")).toEqual(["call app.ts#run"]);
  expect(makes).not.toHaveBeenCalled();
});

test("a process that publishes a version stores the difference of the drafts from it", async () => {
  const place = await draftedPlace(FILES);
  const other = await openDrafted(place);
  await new Editor(place.repository).push("tool.ts", TYPED);
  await draftedGraph(place.repository);
  writeFileSync(join(place.root, "more.ts"), "export function more(): void {}\n");
  expect((await place.repository.refresh({ mode: "incremental" })).created).toBe(true);
  const makes = vi.spyOn(Ledger.prototype, "beginDraft");
  const taken = await draftedGraph(other.repository);
  expect([symbolsIn(taken, "tool.ts"), symbolsIn(taken, "more.ts")]).toEqual([["typed:1"], ["more:1"]]);
  expect(dump(taken)).toBe(dump(await draftedGraph(place.repository)));
  expect(makes).not.toHaveBeenCalled();
});

test("a version that is published while a draft is parsed gets a difference, too", async () => {
  const place = await draftedPlace(FILES);
  const other = await openDrafted(place);
  const { difference } = DraftOverlay.prototype;
  vi.spyOn(DraftOverlay.prototype, "difference").mockImplementationOnce(async function (this: DraftOverlay, drafts) {
    const made = await difference.call(this, drafts);
    writeFileSync(join(place.root, "more.ts"), "export function more(): void {}\n");
    expect((await other.repository.refresh({ mode: "incremental" })).created).toBe(true);
    return made;
  });
  await new Editor(place.repository).push("tool.ts", TYPED);
  await place.repository.drafts.whenParsed();
  const makes = vi.spyOn(Ledger.prototype, "beginDraft");
  const taken = await draftedGraph(other.repository);
  expect([symbolsIn(taken, "tool.ts"), symbolsIn(taken, "more.ts")]).toEqual([["typed:1"], ["more:1"]]);
  expect(makes).not.toHaveBeenCalled();
});

test("a second draft rebuilds the difference, and closing it removes the difference from the store", async () => {
  const place = await draftedPlace(FILES);
  const other = await openDrafted(place);
  const editor = new Editor(place.repository);
  await editor.push("tool.ts", TYPED);
  await draftedGraph(place.repository);
  await new Editor(other.repository, "second editor").push("app.ts", "export function walk() {}\n");
  const both = await draftedGraph(other.repository);
  expect([symbolsIn(both, "tool.ts"), symbolsIn(both, "app.ts")]).toEqual([["typed:1"], ["walk:1"]]);
  expect(dump(await draftedGraph(place.repository))).toBe(dump(both));
  await editor.close("tool.ts");
  const store = DraftStore.open(place.store);
  expect(store.difference()).toBeUndefined();
  await store.close();
  expect(symbolsIn(await draftedGraph(place.repository), "tool.ts")).toEqual(["saved:1"]);
});

test("an unreadable record only costs building the version", async () => {
  const place = await draftedPlace(FILES);
  const other = await openDrafted(place);
  await new Editor(place.repository).push("tool.ts", TYPED);
  const own = dump(await draftedGraph(place.repository));
  const store = DraftStore.open(place.store);
  const { name = "" } = store.difference() ?? {};
  expect(name).not.toBe("");
  store.change((changing) => changing.putDifference({ name, difference: Uint8Array.of(1, 2, 3) }));
  await store.close();
  expect(dump(await draftedGraph(other.repository))).toBe(own);
  expect([...place.faults, ...other.faults]).toEqual([]);
});
