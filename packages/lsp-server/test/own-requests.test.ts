/** Tests of code lenses and of the requests beyond the protocol. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CodeLens, Hover, Location } from "vscode-languageserver-protocol";
import { Editor, eventually, Place } from "./client.js";

const FILES = {
  "src/core.ts": `/** Used a lot. */
export function core(): number {
  return 1;
}
export function rare(): number {
  return core();
}
`,
  "src/users.ts": `import { core } from "./core";
export const a = () => core();
export const b = () => core();
`,
  "test/core.test.ts": `import { core } from "../src/core";
test("core", () => core());
`,
};

const place = new Place();
const root = place.addRepository("app", FILES);
let editor: Editor;
let uri: string;
beforeAll(async () => {
  place.sdl(root, "index");
  place.sdl(root, "memory", "add", "Core is slow", "Do not call it in loops.", "--symbol", "core");
  editor = await Editor.start(place, { folders: [root] });
  uri = await editor.open(join(root, "src/core.ts"), FILES["src/core.ts"]);
});
afterAll(async () => {
  await editor.stop();
  place.remove();
});

const POSITION = { line: 1, character: 18 };

test("symbols with many users have a lens, whose counts are computed when it is shown", async () => {
  const ask = () => editor.request<CodeLens[]>("textDocument/codeLens", { textDocument: { uri } });
  const withTests = async () => {
    const lenses = await ask();
    return Promise.all(lenses.map((lens) => editor.request<CodeLens>("codeLens/resolve", lens)));
  };
  const lenses = await eventually(withTests, ([lens]) => lens?.command?.title.includes("test") === true);
  expect(lenses).toHaveLength(1);
  expect(lenses[0]?.range.start).toEqual({ line: 1, character: 16 });
  expect(lenses[0]?.command?.title).toMatch(/^[34] callers, 1 test$/);
  expect((await ask())[0]?.command).toBeUndefined();
});

test("a lens shows the risk of an unsaved change regardless of the number of users, and disappears with the change", async () => {
  const options = { folders: [root], initializationOptions: { codeLens: { minCallers: 100, minRisk: 20 } } };
  const typing = await Editor.start(place, options);
  const opened = await typing.open(join(root, "src/core.ts"), FILES["src/core.ts"]);
  const ask = async () => {
    const lenses = await typing.request<CodeLens[]>("textDocument/codeLens", { textDocument: { uri: opened } });
    return Promise.all(lenses.map((lens) => typing.request<CodeLens>("codeLens/resolve", lens)));
  };
  expect(await ask()).toEqual([]);
  const changed = FILES["src/core.ts"].replace(/export function (\w+)\(/, "export function $1(added: string, ");
  expect(changed).not.toBe(FILES["src/core.ts"]);
  await typing.change(opened, 2, changed);
  const lenses = await eventually(ask, (found) => found.length > 0);
  expect(lenses.map(({ command }) => command?.title)).toEqual([
    expect.stringMatching(/^risk \d+, [34] callers, 1 test$/),
  ]);
  await typing.close(opened);
  expect(await eventually(ask, (found) => found.length === 0)).toEqual([]);
  await typing.stop();
});

test("lenses can be disabled, and their smallest number of users can be set", async () => {
  const options = (codeLens: object) => ({ folders: [root], initializationOptions: { codeLens } });
  const off = await Editor.start(place, options({ enabled: false }));
  expect(off.initialized.capabilities.codeLensProvider).toBeUndefined();
  await off.stop();
  const many = await Editor.start(place, options({ minCallers: 100 }));
  await many.open(join(root, "src/core.ts"), FILES["src/core.ts"]);
  expect(await many.request("textDocument/codeLens", { textDocument: { uri } })).toEqual([]);
  await many.stop();
});

test("a lens runs the client's command, and lens settings can change while the server runs", async () => {
  const capabilities = { workspace: { codeLens: { refreshSupport: true } } };
  const initializationOptions = { codeLens: { command: "show.them" } };
  const other = await Editor.start(place, { folders: [root], capabilities, initializationOptions });
  let refreshes = 0;
  other.connection.onRequest("workspace/codeLens/refresh", () => {
    refreshes++;
    return null;
  });
  await other.open(join(root, "src/core.ts"), FILES["src/core.ts"]);
  const ask = () => other.request<CodeLens[]>("textDocument/codeLens", { textDocument: { uri } });
  const [lens] = await eventually(ask, (found) => found.length === 1);
  const { command } = await other.request<CodeLens>("codeLens/resolve", lens as CodeLens);
  expect(command).toMatchObject({ command: "show.them", arguments: [uri, { line: 1, character: 16 }] });
  const before = refreshes;
  const settings = { sdl: { codeLens: { minCallers: 100 } } };
  await other.connection.sendNotification("workspace/didChangeConfiguration", { settings });
  expect(await eventually(ask, (found) => found.length === 0)).toEqual([]);
  expect(
    await eventually(
      () => refreshes,
      (count) => count > before,
    ),
  ).toBeGreaterThan(before);
  await other.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  expect(await ask()).toEqual([]);
  await other.stop();
});

test("sdl/slice returns the code for the symbol under the cursor or for a task", async () => {
  const about = { textDocument: { uri }, position: POSITION, budget: 1000 };
  const slice = await editor.request<{ text: string; tokens: number; sliceHandle: string }>("sdl/slice", about);
  expect(slice.text).toContain("src/core.ts");
  expect(slice.tokens).toBeGreaterThan(0);
  expect(slice.tokens).toBeLessThanOrEqual(1000);
  expect(slice.sliceHandle).toMatch(/^h_/);
  const task = await editor.request<{ text: string }>("sdl/slice", { taskText: "core is slow" });
  expect(task.text).toContain("core");
  await expect(editor.request("sdl/slice", {})).rejects.toMatchObject({ code: -32602 });
});

test("sdl/slice also starts from a failing test, edited files or a stack trace, and returns the locations of its symbols", async () => {
  interface Slice {
    readonly symbols: readonly { readonly name: string; readonly shows: string; readonly location: Location }[];
    readonly markdown: { readonly text: string; readonly tokens: number };
  }
  const test = pathToFileURL(join(root, "test/core.test.ts")).href;
  const core = { uri, range: { start: { line: 1, character: 16 }, end: { line: 1, character: 20 } } };
  for (const start of [
    { failingTest: { uri: test, names: ["core"] } },
    { editedFiles: [uri] },
    { stackTrace: `Error: no\n    at core (${join(root, "src/core.ts")}:3:3)` },
  ]) {
    const { symbols, markdown } = await editor.request<Slice>("sdl/slice", start);
    expect(symbols.find(({ name }) => name === "core")).toMatchObject({ shows: "body", location: core });
    expect(markdown.text).toContain("## src/core.ts\n");
    expect(markdown.text).toContain("**core** (function, line 2)");
    expect(markdown.text).toContain("```typescript\nexport function core(): number {");
    expect(markdown.tokens).toBeGreaterThan(20);
  }
  const elsewhere = { failingTest: { uri: "file:///nowhere.test.ts" } };
  await expect(editor.request("sdl/slice", elsewhere)).rejects.toThrow("no repository contains");
});

test("sdl/card returns the card of a symbol given by id or position", async () => {
  const card = await editor.request<{ text: string }>("sdl/card", { textDocument: { uri }, position: POSITION });
  expect(card.text).toContain("core(): number");
  const { symbols } = await editor.request<{ symbols: { symbolId: string }[] }>("sdl/slice", { editedFiles: [uri] });
  const { symbolId } = symbols[0] ?? {};
  expect((await editor.request<{ text: string }>("sdl/card", { symbolId })).text).toContain("core");
  await expect(editor.request("sdl/card", {})).rejects.toThrow("the index has no symbol at this position");
});

test("file paths are resolved independently of the server's working directory", async () => {
  const nested = place.addRepository("nested", {
    "src/a.ts": "export function outer() {}\n",
    "pkg/src/a.ts": "export function inner() {}\n",
  });
  place.sdl(nested, "index");
  const other = await Editor.start(place, { folders: [nested], cwd: join(nested, "pkg") });
  const outer = await other.open(join(nested, "src/a.ts"), "export function outer() {}\n");
  const hover = await other.at<Hover | null>("hover", outer, { line: 0, character: 18 });
  expect(JSON.stringify(hover)).toContain("function outer, src/a.ts:1");
  const slice = await other.request<{ text: string }>("sdl/slice", { textDocument: { uri: outer } });
  expect(slice.text).toContain("function outer");
  await other.stop();
});

test("sdl/memories returns the memories of the symbol under the cursor", async () => {
  const found = await editor.request<{ text: string; memories: { title: string }[] }>("sdl/memories", {
    textDocument: { uri },
    position: POSITION,
  });
  expect(found.memories.map(({ title }) => title)).toEqual(["Core is slow"]);
  expect(found.text).toContain("Do not call it in loops.");
  const other = await editor.request<{ memories: object[] }>("sdl/memories", {
    textDocument: { uri },
    position: { line: 4, character: 18 },
  });
  expect(other.memories).toEqual([]);
});

test("a memory can be linked to a symbol, a file or nothing, and sdl/memories returns the locations", async () => {
  const store = (params: object) => editor.request<{ created: boolean }>("sdl/storeMemory", params);
  const about = { textDocument: { uri }, position: { line: 4, character: 18 } };
  expect(await store({ title: "Rare is fine", content: "It is.", ...about })).toMatchObject({ created: true });
  expect(await store({ title: "Rare is fine", content: "It is.", ...about })).toMatchObject({ created: false });
  await store({ title: "Of the file", content: "All of it.", type: "bugfix", textDocument: { uri } });
  await store({ title: "Of all", content: "Everything." });
  interface Memories {
    readonly memories: readonly {
      readonly title: string;
      readonly type: string;
      readonly uris: readonly string[];
      readonly uri?: string;
      readonly about: readonly { readonly name: string; readonly location: Location }[];
    }[];
  }
  const { memories } = await editor.request<Memories>("sdl/memories", { all: true });
  const byTitle = new Map(memories.map((memory) => [memory.title, memory]));
  expect([...byTitle.keys()].sort()).toEqual(["Core is slow", "Of all", "Of the file", "Rare is fine"]);
  expect(byTitle.get("Rare is fine")).toMatchObject({
    uris: [uri],
    about: [{ name: "rare", location: { uri, range: { start: { line: 4, character: 16 } } } }],
  });
  expect(byTitle.get("Of the file")).toMatchObject({ type: "bugfix", uris: [uri], about: [] });
  expect(byTitle.get("Of all")).toMatchObject({ uris: [], about: [] });
  const file = fileURLToPath(byTitle.get("Core is slow")?.uri ?? "");
  expect(readFileSync(file, "utf8")).toContain("Do not call it in loops.");
  await expect(store({ title: "", content: "x" })).rejects.toMatchObject({ code: -32602 });
});

test("sdl/reindex indexes changed files, and sdl/doctor returns its findings", async () => {
  place.write(root, "src/extra.ts", "export function extra() {}\n");
  const folder = pathToFileURL(root).href;
  const reindexed = await editor.request<{ text: string; symbols: number }>("sdl/reindex", { folder, full: true });
  expect(reindexed.symbols).toBeGreaterThan(5);
  expect(place.sdl(root, "search", "extra")).toContain("function extra()");
  const found = await editor.request<{ findings: { subject: string; level: string }[]; problems: number }>(
    "sdl/doctor",
    {
      folder,
    },
  );
  expect(found.problems).toBe(0);
  expect(found.findings).toContainEqual(expect.objectContaining({ subject: "index", level: "ok" }));
  await expect(editor.request("sdl/doctor", { folder: "file:///nowhere" })).rejects.toThrow("no repository contains");
});

test("sdl/blastRadius uses unsaved text, and sdl/status reports that there is some", async () => {
  const text = FILES["src/core.ts"].replace("core(): number", "core(scale: number): number");
  await editor.change(uri, 2, text);
  await eventually(
    () => editor.at<Hover | null>("hover", uri, POSITION),
    (hover) => JSON.stringify(hover).includes("scale"),
  );
  const request = { textDocument: { uri }, base: "@latest" };
  const radius = await editor.request<{ text: string; delta: object; symbols: object[] }>("sdl/blastRadius", request);
  expect(radius.text).toContain("core");
  expect(radius.text).toContain("src/users.ts");
  expect(radius.delta).toHaveProperty("changedSymbols");
  expect(radius.symbols).toContainEqual(
    expect.objectContaining({ name: "core", location: expect.objectContaining({ uri }) }),
  );
  expect(radius.symbols).toContainEqual(expect.objectContaining({ name: "a", file: "src/users.ts" }));
  const status = await editor.request<{ text: string; buffers: { dirtyBuffers: number } }>("sdl/status", {});
  expect(status.buffers.dirtyBuffers).toBe(1);
  expect(status.text).toContain("1 unsaved file");
});

test("a request about a document outside all repositories is an error that says so", async () => {
  const textDocument = { uri: "file:///nowhere/at/all.ts" };
  await expect(editor.request("sdl/status", { textDocument })).rejects.toThrow("no repository contains");
});

interface Graph {
  readonly html: string;
  readonly title: string;
  readonly symbols: number;
  readonly files: Readonly<Record<string, string>>;
}

const NONCE = "0123456789abcdefABCD";

test("sdl/graph returns a page for the symbol under the cursor, a document, a task, given symbols, changes or a folder", async () => {
  const ask = (params: object) => editor.request<Graph>("sdl/graph", { nonce: NONCE, ...params });
  const symbol = await ask({ textDocument: { uri }, position: POSITION });
  expect([symbol.title, symbol.html.includes(`script-src 'nonce-${NONCE}'`)]).toEqual(["core", true]);
  expect(symbol.symbols).toBeGreaterThanOrEqual(4);
  expect(symbol.files["src/core.ts"]).toBe(uri);
  expect((await ask({ textDocument: { uri } })).title).toBe("src/core.ts");
  expect((await ask({ taskText: "core is slow" })).title).toBe("core is slow");
  const { symbols } = await editor.request<{ symbols: { symbolId: string }[] }>("sdl/slice", {
    taskText: "core is slow",
  });
  const ids = symbols.map(({ symbolId }) => symbolId);
  const given = await ask({ symbols: { title: "the slice", ids } });
  expect([given.title, given.symbols]).toEqual(["the slice", ids.length]);
  expect((await ask({ folder: pathToFileURL(root).href })).title).toBe("app");
  await expect(ask({ base: "no-such-revision" })).rejects.toThrow(/no-such-revision/);
});

test("sdl/graph refuses a nonce that would break the page's content security policy", async () => {
  const ask = (params: object) => editor.request("sdl/graph", { textDocument: { uri }, ...params });
  await expect(ask({})).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("nonce is missing") });
  await expect(ask({ nonce: "'unsafe-inline'" })).rejects.toThrow(/nonce must be/);
});
