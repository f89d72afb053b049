/** Code lenses, and the requests beyond the protocol. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CodeLens, Hover } from "vscode-languageserver-protocol";
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

test("a lens stands above what much depends on; its counts come when it is shown", async () => {
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

test("lenses can be switched off, and begin at another number of users", async () => {
  const options = (codeLens: object) => ({ folders: [root], initializationOptions: { codeLens } });
  const off = await Editor.start(place, options({ enabled: false }));
  expect(off.initialized.capabilities.codeLensProvider).toBeUndefined();
  await off.stop();
  const many = await Editor.start(place, options({ minCallers: 100 }));
  await many.open(join(root, "src/core.ts"), FILES["src/core.ts"]);
  expect(await many.request("textDocument/codeLens", { textDocument: { uri } })).toEqual([]);
  await many.stop();
});

test("sdl/slice is the code for the symbol under the cursor, or for a task", async () => {
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

test("a file is the one that the editor means, wherever the server was started", async () => {
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

test("sdl/memories are those of the symbol under the cursor", async () => {
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

test("sdl/blastRadius is of the unsaved text, and sdl/status says that there is some", async () => {
  const text = FILES["src/core.ts"].replace("core(): number", "core(scale: number): number");
  await editor.change(uri, 2, text);
  await eventually(
    () => editor.at<Hover | null>("hover", uri, POSITION),
    (hover) => JSON.stringify(hover).includes("scale"),
  );
  const request = { textDocument: { uri }, base: "@latest" };
  const radius = await editor.request<{ text: string; delta: object }>("sdl/blastRadius", request);
  expect(radius.text).toContain("core");
  expect(radius.text).toContain("src/users.ts");
  expect(radius.delta).toHaveProperty("changedSymbols");
  const status = await editor.request<{ text: string; buffers: { dirtyBuffers: number } }>("sdl/status", {});
  expect(status.buffers.dirtyBuffers).toBe(1);
  expect(status.text).toContain("1 unsaved file");
});

test("a document of no repository is an error that says so", async () => {
  const textDocument = { uri: "file:///nowhere/at/all.ts" };
  await expect(editor.request("sdl/status", { textDocument })).rejects.toThrow("no repository holds");
});
