/** Answers while editors hold drafts: new symbols, links in both directions, and the saved state beside them. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalDump } from "@sdl/graph";
import { expect, onTestFinished, test } from "vitest";
import { Drafts } from "../../src/drafts/drafts.js";
import { makePlace, writeFiles } from "../../src/testing/index.js";
import { draftedGraph, draftedPlace, Editor, linksOf, openDrafted, symbolsIn } from "./drafted-place.js";

const FILES = {
  "src/tool.ts": "export function saved(): number {\n  return 1;\n}\n",
  "src/app.ts": 'import { missing } from "./tool";\n\nexport function run(): number {\n  return missing();\n}\n',
  "py/tool.py": "def saved():\n    return 1\n",
  "py/app.py": "from tool import missing\n\n\ndef start():\n    return missing()\n",
};

const TYPED_TS =
  "export function missing(): number {\n  return saved();\n}\n\nexport function saved(): number {\n  return 1;\n}\n";
const TYPED_PY = "def missing():\n    return saved()\n\n\ndef saved():\n    return 1\n";

test("without drafts there is no drafted state", async () => {
  const { repository } = await draftedPlace(FILES);
  expect(await repository.drafted()).toBeUndefined();
  expect(await repository.resolveVersion("@draft")).toBe(repository.latestVersion());
});

test("a TypeScript draft's symbols are in the graph, with calls to and from them", async () => {
  const { repository } = await draftedPlace(FILES);
  const saved = repository.snapshot();
  expect(linksOf(saved, "src/app.ts#run", "outgoing")).not.toContain("call src/tool.ts#missing");
  await new Editor(repository).push("src/tool.ts", TYPED_TS);
  const graph = await draftedGraph(repository);
  expect(symbolsIn(graph, "src/tool.ts")).toEqual(["missing:1", "saved:5"]);
  expect(graph.symbolsNamed("missing").map((handle) => graph.fileOf(handle))).toContain("src/tool.ts");
  expect(linksOf(graph, "src/app.ts#run", "outgoing")).toContain("call src/tool.ts#missing");
  expect(linksOf(graph, "src/tool.ts#saved", "incoming")).toContain("call src/tool.ts#missing");
});

test("a Python draft's symbols are in the graph, with calls to and from them", async () => {
  const { repository } = await draftedPlace({ "py/tool.py": FILES["py/tool.py"], "py/app.py": FILES["py/app.py"] });
  await new Editor(repository).push("py/tool.py", TYPED_PY);
  const graph = await draftedGraph(repository);
  expect(symbolsIn(graph, "py/tool.py")).toEqual(["missing:1", "saved:5"]);
  expect(linksOf(graph, "py/app.py#start", "outgoing")).toContain("call py/tool.py#missing");
  expect(linksOf(graph, "py/tool.py#saved", "incoming")).toContain("call py/tool.py#missing");
});

test("a call in a draft links to the saved file that it calls", async () => {
  const { repository } = await draftedPlace(FILES);
  const typed = 'import { saved } from "./tool";\n\nexport function run(): number {\n  return saved();\n}\n';
  await new Editor(repository).push("src/app.ts", typed);
  const graph = await draftedGraph(repository);
  expect(linksOf(graph, "src/app.ts#run", "outgoing")).toContain("call src/tool.ts#saved");
});

test("the saved state is unchanged while drafts count", async () => {
  const { repository } = await draftedPlace(FILES);
  const before = [...canonicalDump(repository.snapshot())];
  await new Editor(repository).push("src/tool.ts", TYPED_TS);
  const graph = await draftedGraph(repository);
  expect([...canonicalDump(graph)]).not.toEqual(before);
  expect([...canonicalDump(repository.snapshot())]).toEqual(before);
  expect(repository.latestVersion()).toBe(repository.snapshot().version);
});

test("a push is visible without a checkpoint soon after it was accepted", async () => {
  const { repository } = await draftedPlace(FILES);
  await new Editor(repository).push("src/tool.ts", TYPED_TS);
  const drafted = async () => (await repository.drafted())?.graph.symbolsNamed("missing").length ?? 0;
  await expect.poll(drafted, { timeout: 5000, interval: 5 }).toBeGreaterThan(0);
});

test("closing a buffer without saving it restores the saved state", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("src/tool.ts", TYPED_TS);
  await draftedGraph(repository);
  const closed = await editor.close("src/tool.ts");
  expect(closed).toMatchObject({ accepted: true, isParseScheduled: false, isSaved: false, warnings: [] });
  expect(await repository.drafted()).toBeUndefined();
  await repository.drafts.checkpoint();
  expect(await repository.drafted()).toBeUndefined();
});

test("a buffer without changes any more leaves no draft", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("src/tool.ts", TYPED_TS);
  await editor.push("src/tool.ts", FILES["src/tool.ts"], { isDirty: false });
  expect(await repository.drafted()).toBeUndefined();
});

test("a buffer that is opened but not changed makes no draft", async () => {
  const { repository } = await draftedPlace(FILES);
  const opened = await new Editor(repository).push("src/tool.ts", FILES["src/tool.ts"], {
    event: "open",
    isDirty: false,
  });
  expect(opened).toMatchObject({ accepted: true, isParseScheduled: false });
  expect(await repository.drafted()).toBeUndefined();
});

test("a draft may be of a new file in a new folder", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  const pushed = await editor.push("src/new/tool.ts", "export function fresh(): void {}\n");
  expect(pushed).toMatchObject({ accepted: true, path: "src/new/tool.ts", warnings: [] });
  const graph = await draftedGraph(repository);
  expect(graph.files()).toContain("src/new/tool.ts");
  expect(symbolsIn(graph, "src/new/tool.ts")).toEqual(["fresh:1"]);
  expect(repository.snapshot().files()).not.toContain("src/new/tool.ts");
  await editor.close("src/new/tool.ts");
  expect(await repository.drafted()).toBeUndefined();
});

test("an empty draft keeps the file, without symbols", async () => {
  const { repository } = await draftedPlace(FILES);
  await new Editor(repository).push("src/tool.ts", "");
  const graph = await draftedGraph(repository);
  expect(graph.symbolsNamed("saved").map((handle) => graph.fileOf(handle))).toEqual(["py/tool.py"]);
  expect(symbolsIn(graph, "src/tool.ts")).toEqual([]);
});

test("the drafted state has the drafts' texts and the list of unsaved files", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("src/tool.ts", TYPED_TS);
  await editor.push("py/tool.py", TYPED_PY);
  await repository.drafts.checkpoint();
  const state = await repository.drafted();
  expect(state?.unsaved).toEqual(["py/tool.py", "src/tool.ts"]);
  expect(state?.overlay.draft("src/tool.ts")).toMatchObject({ text: TYPED_TS });
  expect(state?.overlay.draft("src/app.ts")).toBeUndefined();
  expect(state?.overlayVersion).toBe(repository.drafts.status(undefined).overlayVersion);
});

test("a byte order mark of a buffer is ignored like that of a file", async () => {
  const { root, repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("src/tool.ts", `\uFEFF${TYPED_TS}`);
  const drafted = [...canonicalDump(await draftedGraph(repository))];
  const shown = (await repository.drafted())?.overlay.draft("src/tool.ts");
  writeFileSync(join(root, "src/tool.ts"), `\uFEFF${TYPED_TS}`);
  await editor.close("src/tool.ts");
  await repository.refresh({ mode: "incremental" });
  expect([...canonicalDump(repository.snapshot())]).toEqual(drafted);
  expect(shown).toMatchObject({ text: TYPED_TS });
});

test("an unparsed text is not marked as the graph's text", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("src/tool.ts", TYPED_TS);
  await draftedGraph(repository);
  expect((await repository.drafted())?.overlay.draft("src/tool.ts")).toEqual({ text: TYPED_TS, isRead: true });
  // The first text of the burst is parsed at once, these follow after the delay.
  for (let lines = 1; lines <= 3; lines++) await editor.push("src/tool.ts", `${"\n".repeat(lines)}${TYPED_TS}`);
  const state = await repository.drafted();
  const [handle] = state?.graph.symbolsNamed("missing") ?? [];
  const { line } = state?.graph.symbol(handle!) ?? {};
  expect(line).toBeLessThan(4);
  expect(state?.overlay.draft("src/tool.ts")).toEqual({ text: `\n\n\n${TYPED_TS}`, isRead: false });
});

test("a returned state keeps its texts when drafts change", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("src/tool.ts", TYPED_TS);
  await repository.drafts.checkpoint();
  const state = await repository.drafted();
  await editor.close("src/tool.ts");
  expect(state?.overlay.draft("src/tool.ts")).toMatchObject({ text: TYPED_TS });
});

test("a returned state keeps its facts when drafts change", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("src/tool.ts", TYPED_TS);
  await repository.drafts.checkpoint();
  const [draft] = (await repository.drafts.live())?.drafts ?? [];
  const page = Buffer.from(draft?.facts?.page ?? []);
  expect(page.length).toBeGreaterThan(0);
  await editor.push("src/tool.ts", "export function third(): void {}\n");
  await repository.drafts.checkpoint();
  expect(Buffer.from(draft?.facts?.page ?? []).equals(page)).toBe(true);
});

test("a repository without an index accepts drafts, which count once it is indexed", async () => {
  const place = makePlace("drafted");
  writeFiles(place.root, FILES);
  onTestFinished(() => place.remove());
  const { repository } = await openDrafted({ root: place.root, store: join(place.folder, "store") });
  expect(await new Editor(repository).push("src/tool.ts", TYPED_TS)).toMatchObject({ accepted: true });
  await repository.drafts.checkpoint();
  await expect(repository.drafted()).rejects.toMatchObject({ code: "not_indexed" });
  await repository.refresh({ mode: "incremental" });
  expect(linksOf(await draftedGraph(repository), "src/app.ts#run", "outgoing")).toContain("call src/tool.ts#missing");
});

test("if the store is read-only, a push is refused with the reason", async () => {
  const place = makePlace("drafted");
  writeFiles(place.root, FILES);
  onTestFinished(() => place.remove());
  const fixed = { rootPath: place.root, storeDirectory: join(place.folder, "store"), settings: {}, now: Date.now };
  const drafts = new Drafts({ ...fixed, canWrite: false, onFault: () => undefined });
  const push = { event: "change", filePath: "src/tool.ts", content: "", version: 1, isDirty: true } as const;
  await expect(drafts.push({ ...push, timestampMs: 1, source: "editor" })).rejects.toMatchObject({
    code: "policy_denied",
  });
  expect(await drafts.live()).toBeUndefined();
  await drafts.close();
});

test("@draft names the drafted state, which can also be requested by its version", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("src/tool.ts", TYPED_TS);
  const graph = await draftedGraph(repository);
  const version = await repository.resolveVersion("@draft");
  expect(version).not.toBe(await repository.resolveVersion("@latest"));
  expect(version).toBe(graph.version);
  expect([...canonicalDump(await repository.snapshotAt(version))]).toEqual([...canonicalDump(graph)]);
  await editor.push("src/tool.ts", `${TYPED_TS}\nexport function third(): void {}\n`);
  await repository.drafts.checkpoint();
  const next = await repository.resolveVersion("@draft");
  expect(next).not.toBe(version);
  expect((await repository.snapshotAt(next)).symbolsNamed("third")).toHaveLength(1);
});

test("a replaced version of drafts can be requested for a while, until the ledger or enough drafts changed", async () => {
  const { root, repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("src/tool.ts", TYPED_TS);
  const graph = await draftedGraph(repository);
  await editor.close("src/tool.ts");
  expect(await repository.resolveVersion("@draft")).toBe(repository.latestVersion());
  expect(await repository.resolveVersion(graph.version)).toBe(graph.version);
  expect(await repository.snapshotAt(graph.version)).toBe(graph);
  writeFileSync(join(root, "src/later.ts"), "export const later = 1;\n");
  await repository.refresh({ mode: "incremental" });
  await expect(repository.snapshotAt(graph.version)).rejects.toMatchObject({ code: "version_not_found" });
});

test("a saved draft counts until its file is indexed, and is removed then", async () => {
  const { root, repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("src/tool.ts", TYPED_TS);
  writeFileSync(join(root, "src/tool.ts"), TYPED_TS);
  const timestampMs = Date.now() + 1;
  const saved = await editor.push("src/tool.ts", TYPED_TS, { event: "save", isDirty: false, timestampMs });
  expect(saved).toMatchObject({ accepted: true, isSaved: true });
  await repository.drafts.checkpoint();
  const state = await repository.drafted();
  expect(state?.graph.symbolsNamed("missing").length).toBeGreaterThan(0);
  expect(state?.unsaved).toEqual([]);
  await repository.refresh({ mode: "incremental" });
  repository.drafts.settleSaved({ path: "src/tool.ts", source: "editor", version: 2 });
  expect(await repository.drafted()).toBeUndefined();
  expect(symbolsIn(repository.snapshot(), "src/tool.ts")).toEqual(["missing:1", "saved:5"]);
});

test("a draft that changed after it was saved is kept", async () => {
  const { root, repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  writeFileSync(join(root, "src/tool.ts"), TYPED_TS);
  await editor.push("src/tool.ts", TYPED_TS, { event: "save", isDirty: false });
  await editor.push("src/tool.ts", `${TYPED_TS}export function later(): void {}\n`);
  await repository.refresh({ mode: "incremental" });
  repository.drafts.settleSaved({ path: "src/tool.ts", source: "editor", version: 1 });
  expect((await draftedGraph(repository)).symbolsNamed("later")).toHaveLength(1);
});

test("after a refresh, drafts are put on top of the new version", async () => {
  const { root, repository } = await draftedPlace(FILES);
  await new Editor(repository).push("src/tool.ts", TYPED_TS);
  const before = await draftedGraph(repository);
  mkdirSync(join(root, "lib"));
  writeFileSync(
    join(root, "lib/more.ts"),
    'import { missing } from "../src/tool";\nexport const more = () => missing();\n',
  );
  await repository.refresh({ mode: "incremental" });
  const after = await draftedGraph(repository);
  expect(after).not.toBe(before);
  expect(linksOf(after, "lib/more.ts#more", "outgoing")).toContain("call src/tool.ts#missing");
});

test("the draft of a file that was deleted on disk is kept", async () => {
  const { root, repository } = await draftedPlace(FILES);
  await new Editor(repository).push("src/tool.ts", TYPED_TS);
  rmSync(join(root, "src/tool.ts"));
  await repository.refresh({ mode: "incremental" });
  expect(repository.snapshot().files()).not.toContain("src/tool.ts");
  expect(symbolsIn(await draftedGraph(repository), "src/tool.ts")).toEqual(["missing:1", "saved:5"]);
});

test("drafts are kept when the repository is reopened, including one that was not parsed before closing", async () => {
  const place = await draftedPlace(FILES);
  const editor = new Editor(place.repository);
  await editor.push("py/tool.py", TYPED_PY);
  await place.repository.drafts.checkpoint();
  await editor.push("src/tool.ts", TYPED_TS);
  await place.repository.close();
  const { repository } = await openDrafted(place);
  const graph = await draftedGraph(repository);
  expect(symbolsIn(graph, "py/tool.py")).toEqual(["missing:1", "saved:5"]);
  expect(symbolsIn(graph, "src/tool.ts")).toEqual(["missing:1", "saved:5"]);
  expect(place.faults).toEqual([]);
});
