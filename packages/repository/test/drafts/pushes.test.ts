/** Pushes of editors: which are accepted or refused, and with which warnings. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_DRAFT_SETTINGS } from "../../src/drafts/draft-request.js";
import { DRAFT_LIFE_MS } from "../../src/drafts/draft-rules.js";
import { draftedGraph, draftedPlace, Editor, openDrafted, symbolsIn } from "./drafted-place.js";

const FILES = {
  "a.ts": "export function saved(): void {}\n",
  "b.ts": "export function other(): void {}\n",
  "notes.txt": "nothing\n",
  ".gitignore": "out/\n",
};
const MINUTE_MS = 60_000;

/** A text with one function of that name. */
function text(name: string): string {
  return `export function ${name}(): void {}\n`;
}

test("a stale version is refused with a warning, and the draft is unchanged", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  const taken = await editor.push("a.ts", text("five"), { version: 5 });
  for (const version of [4, 5]) {
    const refused = await editor.push("a.ts", text("stale"), { version });
    expect(refused).toMatchObject({ accepted: false, isParseScheduled: false, overlayVersion: taken.overlayVersion });
    expect(refused.warnings.join()).toMatch(new RegExp(`version ${version} is stale.*version 5`));
  }
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["five:1"]);
  expect((await editor.push("a.ts", text("six"), { version: 6 })).accepted).toBe(true);
});

test("open restarts the version count, and its text is parsed", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("a.ts", text("nine"), { version: 9 });
  await repository.drafts.checkpoint();
  expect((await editor.push("a.ts", text("one"), { event: "open", version: 1 })).accepted).toBe(true);
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["one:1"]);
  expect(repository.drafts.status(undefined).pending).toBe(0);
  expect((await editor.push("a.ts", text("two"), { version: 2 })).accepted).toBe(true);
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["two:1"]);
});

test("a buffer reopened with the version parsed before does not count as parsed", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("a.ts", text("one"), { version: 1 });
  await repository.drafts.checkpoint();
  await editor.push("a.ts", text("two"), { event: "open", version: 1 });
  expect(repository.drafts.status(undefined).pending).toBe(1);
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["two:1"]);
});

test("a text being parsed when its buffer was closed is not used for the buffer opened next", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  // Large enough to take some time to parse.
  const large = Array.from({ length: 4000 }, (_, i) => text(`large${i}`)).join("");
  const pushes = [
    editor.push("a.ts", large, { version: 7 }),
    editor.push("a.ts", "", { event: "close", version: 8, isDirty: false }),
    editor.push("a.ts", text("one"), { event: "open", version: 1 }),
  ];
  expect((await Promise.all(pushes)).map(({ accepted }) => accepted)).toEqual([true, true, true]);
  expect(symbolsIn(await draftedGraph(repository), "a.ts").slice(0, 3)).toEqual(["one:1"]);
});

test("a stale text is refused even after the buffer was clean", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("a.ts", text("five"), { version: 5 });
  await editor.push("a.ts", FILES["a.ts"], { version: 6, isDirty: false });
  expect((await editor.push("a.ts", text("stale"), { version: 4 })).accepted).toBe(false);
  expect(await repository.drafted()).toBeUndefined();
});

test("an event without new text may repeat the version of the last text, but not an older one", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("a.ts", text("five"), { version: 5 });
  const events = ["checkpoint", "save", "close"] as const;
  for (const event of events) {
    const isDirty = event === "checkpoint";
    const older = await editor.push("a.ts", text("five"), { event, version: 4, isDirty });
    expect([event, older.accepted]).toEqual([event, false]);
    const same = await editor.push("a.ts", text("five"), { event, version: 5, isDirty });
    expect([event, same.accepted]).toEqual([event, true]);
  }
  expect(await repository.drafted()).toBeUndefined();
});

test("versions are counted per editor and file", async () => {
  const { repository } = await draftedPlace(FILES);
  await new Editor(repository, "one").push("a.ts", text("x"), { version: 9 });
  expect((await new Editor(repository, "one").push("b.ts", text("y"), { version: 1 })).accepted).toBe(true);
  expect((await new Editor(repository, "two").push("a.ts", text("z"), { version: 1 })).accepted).toBe(true);
});

test("of two editors' texts of one file the later counts, and both editors get a warning", async () => {
  const { repository } = await draftedPlace(FILES);
  const [one, two] = [new Editor(repository, "one"), new Editor(repository, "two")];
  const at = Date.now();
  expect((await one.push("a.ts", text("byOne"), { timestampMs: at + 5 })).warnings).toEqual([]);
  const older = await two.push("a.ts", text("byTwo"), { timestampMs: at + 4 });
  expect(older).toMatchObject({ accepted: true });
  expect(older.warnings.join()).toMatch(/another editor \(one\).*its text counts/);
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["byOne:1"]);
  const later = await two.push("a.ts", text("byTwoAgain"), { timestampMs: at + 6 });
  expect(later.warnings.join()).toMatch(/another editor \(one\).*this text counts/);
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["byTwoAgain:1"]);
  await two.close("a.ts");
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["byOne:1"]);
  expect((await one.push("a.ts", text("alone"))).warnings).toEqual([]);
});

test.each([
  ["one", "two"],
  ["two", "one"],
])("for texts with equal times, the warning names the one that counts: %s, then %s", async (first, second) => {
  const { repository } = await draftedPlace(FILES);
  const timestampMs = Date.now();
  await new Editor(repository, first).push("a.ts", text(first), { timestampMs });
  const { warnings } = await new Editor(repository, second).push("a.ts", text(second), { timestampMs });
  const [winner] = symbolsIn(await draftedGraph(repository), "a.ts");
  expect(warnings.join()).toContain(winner === `${second}:1` ? "this text counts" : "its text counts");
});

test("closing a buffer that another editor has open gives no warning that the closed text counts", async () => {
  const { repository } = await draftedPlace(FILES);
  const two = new Editor(repository, "two");
  await new Editor(repository, "one").push("a.ts", text("byOne"));
  await two.push("a.ts", text("byTwo"), { timestampMs: Date.now() + 1 });
  const closed = await two.push("a.ts", "", { event: "close", isDirty: false, timestampMs: Date.now() + 2 });
  expect(closed.warnings.join()).not.toContain("this text counts");
});

test("beyond the set number of drafts, 200 by default, none is added, with a warning; existing ones can change", async () => {
  expect(DEFAULT_DRAFT_SETTINGS.maxFiles).toBe(200);
  const set = { ...DEFAULT_DRAFT_SETTINGS, maxFiles: 20 };
  const { repository } = await draftedPlace(FILES, { draftSettings: () => set });
  const editor = new Editor(repository);
  for (let i = 0; i < 20; i++) expect((await editor.push(`new/${i}.ts`, "")).accepted).toBe(true);
  const refused = await editor.push("new/20.ts", text("late"));
  expect(refused).toMatchObject({ accepted: false, isParseScheduled: false });
  expect(refused.warnings.join()).toMatch(/20 drafts.*not kept/);
  expect((await editor.push("new/7.ts", text("goesOn"))).accepted).toBe(true);
  await editor.close("new/8.ts");
  expect((await editor.push("new/20.ts", text("late"))).accepted).toBe(true);
});

test("changed limits apply from the next push on", async () => {
  const set = { debounceMs: 5, idleCheckpointMs: 15_000, maxFiles: 2 };
  const { repository } = await draftedPlace(FILES, { draftSettings: () => ({ ...set }) });
  const editor = new Editor(repository);
  const taken = async (path: string) => (await editor.push(path, text("x"))).accepted;
  expect([await taken("1.ts"), await taken("2.ts"), await taken("3.ts")]).toEqual([true, true, false]);
  set.maxFiles = 3;
  expect([await taken("4.ts"), await taken("5.ts")]).toEqual([true, false]);
});

test("if no push comes for the set time, waiting drafts are parsed", async () => {
  const set = { debounceMs: 600_000, idleCheckpointMs: 50, maxFiles: 200 };
  const { repository } = await draftedPlace(FILES, { draftSettings: () => set });
  const editor = new Editor(repository);
  await editor.push("a.ts", text("first"));
  await editor.push("a.ts", text("waits"));
  expect(repository.drafts.status(undefined).lastCheckpoint).toBeUndefined();
  const read = () => repository.drafts.status(undefined).pending;
  await expect.poll(read, { timeout: 10_000, interval: 10 }).toBe(0);
  expect(repository.drafts.status(undefined).lastCheckpoint).toMatchObject({ failed: 0, error: undefined });
  expect(symbolsIn((await repository.drafted())!.graph, "a.ts")).toEqual(["waits:1"]);
});

test("content of 5 MB is accepted; one byte more is refused and leaves the draft unchanged", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("a.ts", text("small"));
  const most = `${text("large")}// `.padEnd(5_000_000 - 1, "x");
  await expect(editor.push("a.ts", `${most}é`)).rejects.toMatchObject({ code: "too_large" });
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["small:1"]);
  expect(Buffer.byteLength(`${most}x`)).toBe(5_000_000);
  expect((await editor.push("a.ts", `${most}x`)).accepted).toBe(true);
});

test("a draft over the size limit is not indexed, as its file will not be once saved", async () => {
  const { repository } = await draftedPlace(FILES, { settings: { maxFileBytes: 1000 } });
  await new Editor(repository).push("a.ts", `${text("large")}// `.padEnd(2000, "x"));
  await repository.drafts.checkpoint();
  expect(repository.drafts.status(undefined).pending).toBe(0);
  expect((await draftedGraph(repository)).files()).not.toContain("a.ts");
});

test("paths that lead out of the repository are refused", async () => {
  const { root, repository } = await draftedPlace(FILES);
  mkdirSync(join(root, "../outside"));
  writeFileSync(join(root, "../outside/c.ts"), text("c"));
  symlinkSync("../outside", join(root, "folder-link"));
  symlinkSync("../outside/c.ts", join(root, "file-link.ts"));
  symlinkSync("../outside/none.ts", join(root, "dangling.ts"));
  const outside = [
    ...[
      "../outside/c.ts",
      "src/../../outside/c.ts",
      join(root, "../outside/c.ts"),
      "/etc/passwd.ts",
      `${root}-evil/a.ts`,
    ],
    ...["folder-link/c.ts", "folder-link/new.ts", "file-link.ts", "dangling.ts", join(root, "folder-link/c.ts")],
  ];
  for (const path of outside) {
    await expect(new Editor(repository).push(path, text("x")), path).rejects.toMatchObject({
      code: "path_outside_repo",
    });
  }
  await expect(new Editor(repository).push("a\0.ts", text("x"))).rejects.toMatchObject({ code: "invalid_params" });
  expect(await repository.drafted()).toBeUndefined();
});

test("a path may be absolute, or contain a link inside the repository, which is resolved", async () => {
  const { root, repository } = await draftedPlace(FILES);
  symlinkSync("a.ts", join(root, "link.ts"));
  const editor = new Editor(repository);
  expect(await editor.push(join(root, "b.ts"), text("byPath"))).toMatchObject({ accepted: true, path: "b.ts" });
  expect(await editor.push("link.ts", text("byLink"))).toMatchObject({ accepted: true, path: "a.ts" });
  const graph = await draftedGraph(repository);
  expect([...symbolsIn(graph, "a.ts"), ...symbolsIn(graph, "b.ts")]).toEqual(["byLink:1", "byPath:1"]);
});

test("a buffer that is no source or configuration of the repository is refused with a warning, and not stored", async () => {
  const { repository } = await draftedPlace(FILES);
  const cases = [
    ["notes.txt", /neither source nor configuration/],
    ["sdl.config.json", /from when it is saved/],
    ["node_modules/pack/package.json", /left out/],
    ["out/made.ts", /left out/],
    ["node_modules/pack/index.ts", /left out/],
    [".git/hooks/x.py", /left out/],
  ] as const;
  for (const [path, warning] of cases) {
    const refused = await new Editor(repository).push(path, text("x"));
    expect(refused).toMatchObject({ accepted: false, path, isParseScheduled: false, overlayVersion: 0 });
    expect(refused.warnings.join()).toMatch(warning);
  }
  expect(await repository.drafted()).toBeUndefined();
});

test("a language that the settings exclude is refused with a warning", async () => {
  const { repository } = await draftedPlace(FILES, { settings: { languages: ["typescript"] } });
  const refused = await new Editor(repository).push("a.py", "def x():\n    pass\n");
  expect(refused.accepted).toBe(false);
  expect(refused.warnings.join()).toMatch(/python.*not indexed/);
  expect((await new Editor(repository).push("a.ts", text("x"))).accepted).toBe(true);
});

test("the status counts drafts, dirty ones and unparsed ones", async () => {
  let nowMs = 1_900_000_000_000;
  const { repository } = await draftedPlace(FILES, { now: () => nowMs++ });
  const { drafts } = repository;
  expect(drafts.status("editor")).toEqual({
    ...{
      pending: 0,
      held: [],
      dirty: 0,
      queued: 0,
      overlayVersion: 0,
      lastEventMs: undefined,
      lastCheckpoint: undefined,
    },
  });
  const editor = new Editor(repository);
  await editor.push("a.ts", text("x"), { timestampMs: nowMs });
  await editor.push("b.ts", text("y"), { timestampMs: nowMs });
  const { lastEventMs, pending, dirty, queued } = drafts.status("editor");
  expect({ pending, dirty, queued }).toEqual({ pending: 2, dirty: 2, queued: 2 });
  expect(lastEventMs).toBeGreaterThan(1_900_000_000_000);
  const checkpoint = await drafts.checkpoint();
  expect(checkpoint).toMatchObject({ pending: 2, read: 2, failed: 0 });
  await editor.push("b.ts", text("y"), { event: "save", isDirty: false, timestampMs: nowMs });
  await drafts.checkpoint();
  expect(drafts.status("editor")).toMatchObject({ pending: 0, dirty: 1, queued: 0 });
  expect(drafts.status("editor").lastCheckpoint?.error).toBeUndefined();
});

test("drafts of a silent editor expire; a status call keeps them", async () => {
  let nowMs = Date.now();
  const { repository } = await draftedPlace(FILES, { now: () => nowMs });
  const [one, two] = [new Editor(repository, "one"), new Editor(repository, "two")];
  await one.push("a.ts", text("byOne"), { timestampMs: nowMs });
  await two.push("b.ts", text("byTwo"), { timestampMs: nowMs });
  nowMs += DRAFT_LIFE_MS - MINUTE_MS;
  repository.drafts.status("one");
  nowMs += 2 * MINUTE_MS;
  await repository.drafts.checkpoint();
  expect((await repository.drafted())?.unsaved).toEqual(["a.ts"]);
  nowMs += DRAFT_LIFE_MS + 1;
  expect(await repository.drafted()).toBeUndefined();
});

test("a push keeps all drafts of its editor", async () => {
  let nowMs = Date.now();
  const { repository } = await draftedPlace(FILES, { now: () => nowMs });
  const editor = new Editor(repository);
  await editor.push("a.ts", text("x"), { timestampMs: nowMs });
  await editor.push("b.ts", text("y"), { timestampMs: nowMs });
  for (let turn = 0; turn < 3; turn++) {
    nowMs += DRAFT_LIFE_MS / 2;
    await editor.push("b.ts", text(`y${turn}`), { timestampMs: nowMs });
  }
  await repository.drafts.checkpoint();
  expect((await repository.drafted())?.unsaved).toEqual(["a.ts", "b.ts"]);
});

test("renewing drafts does not change the drafted state", async () => {
  let nowMs = Date.now();
  const { repository } = await draftedPlace(FILES, { now: () => nowMs });
  await new Editor(repository).push("a.ts", text("x"), { timestampMs: nowMs });
  const graph = await draftedGraph(repository);
  nowMs += DRAFT_LIFE_MS / 2;
  repository.drafts.status("editor");
  expect((await repository.drafted())?.graph).toBe(graph);
});

test("concurrent pushes are accepted in the order of the calls", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  const pushed = await Promise.all(Array.from({ length: 30 }, (_, i) => editor.push("a.ts", text(`x${i}`))));
  expect(pushed.every(({ accepted }) => accepted)).toBe(true);
  const versions = pushed.map(({ overlayVersion }) => overlayVersion);
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["x29:1"]);
});

test("two openings of one repository immediately see each other's drafts", async () => {
  const place = await draftedPlace(FILES);
  const other = await openDrafted(place);
  expect(await other.repository.drafted()).toBeUndefined();
  await new Editor(place.repository).push("a.ts", text("x"));
  await place.repository.drafts.checkpoint();
  expect(symbolsIn((await other.repository.drafted())!.graph, "a.ts")).toEqual(["x:1"]);
  await new Editor(other.repository, "other").push("b.ts", text("y"));
  await other.repository.drafts.checkpoint();
  expect((await place.repository.drafted())?.unsaved).toEqual(["a.ts", "b.ts"]);
});
