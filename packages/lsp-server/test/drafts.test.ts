/** Unsaved text of an editor in the answers of other processes. */
import { Buffer } from "node:buffer";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Hover, Location, SymbolInformation } from "vscode-languageserver-protocol";
import { Editor, type EditorOptions, eventually, Place } from "./client.js";

const TEXT = "export function first(): number {\n  return 1;\n}\n";
const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

let place: Place;
let root: string;
const editors: Editor[] = [];
beforeEach(() => {
  place = new Place();
  root = place.addRepository("app", { "src/a.ts": TEXT, "src/b.ts": "export const untouched = 1;\n" });
  place.sdl(root, "index");
});
afterEach(async () => {
  await Promise.all(editors.splice(0).map((editor) => editor.kill()));
  place.remove();
});

async function start(options: Partial<EditorOptions> = {}): Promise<Editor> {
  const editor = await Editor.start(place, { folders: [root], ...options });
  editors.push(editor);
  return editor;
}

/** Another process's search result for a name, as soon as it fits. */
function searched(name: string, isFound: boolean, folder = root): Promise<string> {
  return eventually(
    () => place.sdl(folder, "search", name),
    (found) => found.includes(`function ${name}()`) === isFound,
  );
}

test("typed text is found by another process before it is saved; closing without saving removes it", async () => {
  const editor = await start();
  const uri = await editor.open(join(root, "src/a.ts"), TEXT);
  for (const [index, typed] of ["export ", "function ", "typed() {", " first(); }\n"].entries()) {
    const character = ["", "export ", "export function ", "export function typed() {"][index]?.length ?? 0;
    const range = { start: { line: 0, character }, end: { line: 0, character } };
    await editor.change(uri, index + 2, typed, range);
  }
  const found = await searched("typed", true);
  expect(found).toContain("src/a.ts:1");
  expect(found).toContain("1 unsaved file: src/a.ts");
  expect(place.sdl(root, "refs", "first")).toContain("typed");
  await editor.close(uri);
  expect(await searched("typed", false)).not.toContain("unsaved");
});

test("an undone edit, or text that the editor reads from disk, does not count as unsaved", async () => {
  const editor = await start();
  const uri = await editor.open(join(root, "src/a.ts"), TEXT);
  await editor.change(uri, 2, `${TEXT}export function typed() {}\n`);
  expect(await searched("typed", true)).toContain("1 unsaved file");
  await editor.change(uri, 3, TEXT);
  expect(await searched("typed", false)).not.toContain("unsaved");
  const outside = `${TEXT}export function outside() {}\n`;
  place.write(root, "src/a.ts", outside);
  await editor.change(uri, 4, outside);
  expect(await searched("outside", true)).not.toContain("unsaved");
});

test("answers have the coordinates of the typed text", async () => {
  const editor = await start();
  const uri = await editor.open(join(root, "src/a.ts"), TEXT);
  const text = `// 😀\r\n\r\nexport function caller() { return first(); }\r\n${TEXT}`;
  await editor.change(uri, 2, text);
  const hover = () => editor.at<Hover | null>("hover", uri, { line: 2, character: 36 });
  expect((await eventually(hover, (answer) => answer !== null))?.contents).toMatchObject({
    value: expect.stringContaining("called by caller (src/a.ts:3)"),
  });
  const at = { line: 3, character: 18 };
  expect(await editor.at<Location[]>("references", uri, at, { context: { includeDeclaration: true } })).toEqual([
    { uri, range: { start: { line: 3, character: 16 }, end: { line: 3, character: 21 } } },
    { uri, range: { start: { line: 2, character: 34 }, end: { line: 2, character: 39 } } },
  ]);
  const [first] = await editor.request<SymbolInformation[]>("workspace/symbol", { query: "first" });
  expect(first?.location.range.start).toEqual({ line: 3, character: 16 });
});

test("lines of unsaved text can end at a lone CR", async () => {
  const editor = await start();
  const uri = await editor.open(join(root, "src/a.ts"), TEXT);
  await editor.change(uri, 2, "// 😀\rexport function mac() {}\r\texport function caller() { mac(); }\r");
  expect(await searched("mac", true)).toContain("src/a.ts:2");
  const at = { line: 1, character: 17 };
  expect(await editor.at<Location[]>("references", uri, at, { context: { includeDeclaration: false } })).toEqual([
    { uri, range: { start: { line: 2, character: 28 }, end: { line: 2, character: 31 } } },
  ]);
});

test("saved text is indexed and no longer a draft", async () => {
  const editor = await start();
  const uri = await editor.open(join(root, "src/a.ts"), TEXT);
  const text = `export function saved() {}\n${TEXT}`;
  await editor.change(uri, 2, text);
  place.write(root, "src/a.ts", text);
  await editor.save(uri);
  const found = await eventually(
    () => place.sdl(root, "search", "saved"),
    (answer) => answer.includes("function saved()") && !answer.includes("unsaved"),
  );
  expect(found).toContain("src/a.ts:1");
  await editor.close(uri);
  expect(place.sdl(root, "search", "saved")).toContain("src/a.ts:1");
});

test("renaming a document closes the old name and opens the new one", async () => {
  const editor = await start();
  const text = `export function moved() {}\n${TEXT}`;
  const uri = await editor.open(join(root, "src/a.ts"), TEXT);
  await editor.change(uri, 2, text);
  await searched("moved", true);
  await editor.close(uri);
  await editor.open(join(root, "src/new/c.ts"), text);
  expect(
    await eventually(
      () => place.sdl(root, "search", "moved"),
      (found) => found.includes("src/new/c.ts:1"),
    ),
  ).toContain("src/new/c.ts:1");
  expect(place.sdl(root, "search", "moved")).not.toContain("src/a.ts:1");
});

test("after a kill, a new server has the documents that the editor opens again and drops those that it closes", async () => {
  const first = await start();
  const uri = await first.open(join(root, "src/a.ts"), TEXT);
  const text = `export function survivor() {}\n${TEXT}`;
  await first.change(uri, 2, text);
  await searched("survivor", true);
  await first.kill();
  expect(place.sdl(root, "search", "survivor")).toContain("function survivor()");
  const second = await start();
  const again = `export function later() {}\n${text}`;
  await second.open(join(root, "src/a.ts"), again);
  expect(await searched("later", true)).toContain("src/a.ts:1");
  await second.change(uri, 2, "export function evenLater() {}\n", START);
  await searched("evenLater", true);
  expect(place.sdl(root, "search", "survivor")).toContain("src/a.ts:3");
  await second.close(uri);
  expect(await searched("evenLater", false)).not.toContain("unsaved");
  expect(place.sdl(root, "search", "survivor")).not.toContain("function survivor()");
});

test("the drafts of an editor that ends without closing its documents are dropped", async () => {
  const editor = await Editor.start(place, { folders: [root] });
  const uri = await editor.open(join(root, "src/a.ts"), TEXT);
  await editor.change(uri, 2, "export function forgotten() {}\n", START);
  await searched("forgotten", true);
  expect(await editor.stop()).toBe(0);
  expect(await searched("forgotten", false)).not.toContain("unsaved");
});

test("each folder has its own repository, and folders can be added and removed", async () => {
  const other = place.addRepository("other", { "lib/x.py": "def elsewhere():\n    pass\n" });
  const editor = await start({ folders: [root, other] });
  const uri = await editor.open(join(other, "lib/x.py"), "def elsewhere():\n    pass\n");
  await editor.change(uri, 2, "def only_there():\n    pass\n");
  const there = () => place.sdl(other, "search", "only_there");
  expect(await eventually(there, (found) => found.includes("lib/x.py:1"))).toContain("lib/x.py:1");
  expect(place.sdl(root, "search", "only_there")).not.toContain("lib/x.py");
  const symbols = (query: string) => editor.request<SymbolInformation[]>("workspace/symbol", { query });
  expect(
    (
      await eventually(
        () => symbols("only_there"),
        (found) => found.length > 0,
      )
    )[0]?.location.uri,
  ).toBe(uri);
  expect((await symbols("first"))[0]?.location.uri).toBe(pathToFileURL(join(root, "src/a.ts")).href);
  const removed = [{ uri: pathToFileURL(other).href, name: "other" }];
  await editor.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event: { added: [], removed } });
  expect(await symbols("only_there")).toEqual([]);
});

test("answers use the editor's URIs for a folder behind a link and with a blank in its name", async () => {
  const link = join(place.folder, "my link");
  symlinkSync(root, link);
  const editor = await start({ folders: [link] });
  const uri = await editor.open(join(link, "src/a.ts"), TEXT);
  expect(uri).toContain("my%20link");
  await editor.change(uri, 2, "export function linked() {}\n", START);
  await searched("linked", true);
  const symbols = (query: string) => editor.request<SymbolInformation[]>("workspace/symbol", { query });
  expect(
    (
      await eventually(
        () => symbols("linked"),
        (found) => found.length > 0,
      )
    )[0]?.location.uri,
  ).toBe(uri);
  expect((await symbols("untouched"))[0]?.location.uri).toBe(pathToFileURL(join(link, "src/b.ts")).href);
});

test("ranges of changes are read in the editor's encoding", async () => {
  const editor = await start({ encodings: ["utf-8"] });
  const text = `const é = "😀"; ${TEXT}`;
  const uri = await editor.open(join(root, "src/a.ts"), text);
  const character = Buffer.byteLength('const é = "😀"; export function ');
  const range = { start: { line: 0, character }, end: { line: 0, character: character + "first".length } };
  await editor.change(uri, 2, "réécrit", range);
  expect(await searched("réécrit", true)).toContain("src/a.ts:1");
  await editor.change(uri, 3, "again", {
    ...range,
    end: { line: 0, character: character + Buffer.byteLength("réécrit") },
  });
  expect(await searched("again", true)).toContain("src/a.ts:1");
});

test("documents outside repositories and files that are no source cause no messages", async () => {
  const editor = await start();
  const outside = await editor.open(join(place.folder, "outside.ts"), "export const x = 1;\n");
  await editor.change(outside, 2, "export const y = 1;\n");
  const readme = await editor.open(join(root, "README.md"), "# App\n");
  await editor.change(readme, 2, "# App 2\n");
  await editor.connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri: "untitled:Untitled-1", languageId: "typescript", version: 1, text: "x" },
  });
  const uri = await editor.open(join(root, "src/a.ts"), TEXT);
  await editor.change(uri, 2, "export function after() {}\n", START);
  await searched("after", true);
  for (const other of [outside, readme, "untitled:Untitled-1"])
    expect(await editor.at("hover", other, { line: 0, character: 2 })).toBeNull();
  expect(editor.messages).toEqual([]);
});
