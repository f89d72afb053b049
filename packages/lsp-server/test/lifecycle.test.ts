/** Lifecycle of the server process: handshake, invalid requests, end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { SymbolInformation } from "vscode-languageserver-protocol";
import { Editor, eventually, Place, PROGRAM } from "./client.js";
import { EXAMPLE } from "./example.js";

const place = new Place();
const root = place.addRepository("shapes", EXAMPLE);
const editors: Editor[] = [];
beforeAll(() => {
  place.sdl(root, "index");
});
afterEach(async () => {
  await Promise.all(editors.splice(0).map((editor) => editor.kill()));
});
afterAll(() => place.remove());

async function start(options: Partial<Parameters<typeof Editor.start>[1]> = {}): Promise<Editor> {
  const editor = await Editor.start(place, { folders: [root], ...options });
  editors.push(editor);
  return editor;
}

test.each([
  [undefined, "utf-16"],
  [["utf-16", "utf-8"], "utf-16"],
  [["utf-8", "utf-16"], "utf-8"],
  [["utf-32"], "utf-32"],
  [["ucs-4"], "utf-16"],
])("of the offered encodings %j the server chooses %s", async (encodings, expected) => {
  const editor = await start(encodings === undefined ? {} : { encodings });
  expect(editor.initialized.capabilities).toMatchObject({
    positionEncoding: expected,
    textDocumentSync: { openClose: true, change: 2, save: { includeText: false } },
    hoverProvider: true,
    referencesProvider: true,
    implementationProvider: true,
    callHierarchyProvider: true,
    workspaceSymbolProvider: true,
    codeLensProvider: { resolveProvider: true },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  });
});

test("the server ends with 0 after shutdown and exit, and with 1 after exit alone", async () => {
  expect(await (await start()).stop()).toBe(0);
  const editor = await start();
  await editor.connection.sendNotification("exit");
  expect(await editor.ended()).toBe(1);
});

test("the server ends at the end of its input and on SIGTERM", async () => {
  const editor = await start();
  const endedMs = performance.now();
  editor.process.stdin.end();
  expect(await editor.ended()).toBe(0);
  expect(performance.now() - endedMs).toBeLessThan(3_000);
  const other = await start();
  other.process.kill("SIGTERM");
  expect(await other.ended()).toBe(0);
});

test("the server ends when the editor's process has ended, even if the pipe is open", async () => {
  const gone = spawn(process.execPath, ["-e", ""]);
  await once(gone, "exit");
  const editor = await start({ processId: gone.pid ?? 0 });
  expect(await editor.ended()).toBe(0);
});

test("invalid requests are refused or have empty answers, and the server continues", async () => {
  const editor = await start();
  const { connection } = editor;
  await expect(connection.sendRequest("no/such", {})).rejects.toMatchObject({ code: -32601 });
  await expect(connection.sendRequest("textDocument/hover", ["here"])).rejects.toMatchObject({ code: -32602 });
  for (const params of [{}, { textDocument: 7 }, { textDocument: { uri: "file://host/%zz" }, position: {} }])
    expect(await connection.sendRequest("textDocument/hover", params)).toBeNull();
  expect(await connection.sendRequest("callHierarchy/incomingCalls", { item: { data: { symbolId: 1 } } })).toEqual([]);
  expect(await connection.sendRequest("workspace/symbol", {})).toEqual([]);
  await connection.sendNotification("textDocument/didChange", { textDocument: {}, contentChanges: "all" });
  await connection.sendNotification("textDocument/didOpen", { textDocument: { uri: 9 } });
  await connection.sendNotification("textDocument/didClose", {});
  await connection.sendNotification("no/such", {});
  editor.process.stdin.write("Content-Length: 9\r\n\r\nnot JSON!");
  const found = await editor.request<SymbolInformation[]>("workspace/symbol", { query: "Square" });
  expect(found[0]?.name).toBe("Square");
});

test.each(["Content-Length: many\r\n\r\n{}", "Content-Type: x\r\n\r\n{}", "no header\r\n\r\n"])(
  "after the invalid header %j the server ends and reports the reason",
  async (junk) => {
    const editor = await start();
    let said = "";
    editor.process.stderr.on("data", (chunk) => {
      said += String(chunk);
    });
    editor.process.stdin.write(junk);
    expect(await editor.ended()).toBe(1);
    expect(said).toContain("invalid message header");
  },
);

test("requests before initialize are refused", async () => {
  const child = spawn(process.execPath, [PROGRAM, "lsp", "--stdio"], { cwd: root, env: place.environment });
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "workspace/symbol", params: { query: "x" } });
  child.stdin.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += String(chunk);
  });
  await eventually(
    () => output,
    (text) => text.includes("error"),
  );
  child.stdin.end();
  await once(child, "exit");
  expect(output).toContain('"code":-32002');
});

test("an unindexed folder is indexed in the background with progress; until then answers are empty", async () => {
  const fresh = place.addRepository("fresh", EXAMPLE);
  const progress: string[] = [];
  const editor = await start({ folders: [fresh], capabilities: { window: { workDoneProgress: true } } });
  editor.connection.onRequest("window/workDoneProgress/create", () => null);
  editor.connection.onNotification("$/progress", ({ value }: { value: { kind: string; title?: string } }) => {
    progress.push(value.title ?? value.kind);
  });
  const ask = () => editor.request<SymbolInformation[]>("workspace/symbol", { query: "Square" });
  const uri = await editor.open(join(fresh, "src/shapes.ts"), EXAMPLE["src/shapes.ts"]);
  const early = await editor.at("hover", uri, { line: 3, character: 15 });
  expect(early === null || typeof early === "object").toBe(true);
  const found = await eventually(ask, (symbols) => symbols.length > 0);
  expect(found[0]?.location.uri).toBe(uri);
  await eventually(
    () => progress.at(-1),
    (last) => last === "end",
  );
  expect(progress[0]).toBe(`Indexing ${fresh}`);
  expect(progress.at(-1)).toBe("end");
  expect(editor.messages).toEqual([]);
});

test("many changed files are indexed with progress, a single saved one without", async () => {
  const switched = place.addRepository("switched", EXAMPLE);
  place.sdl(switched, "index");
  const progress: string[] = [];
  const editor = await start({ folders: [switched], capabilities: { window: { workDoneProgress: true } } });
  editor.connection.onRequest("window/workDoneProgress/create", () => null);
  editor.connection.onNotification("$/progress", ({ value }: { value: { kind: string; title?: string } }) => {
    progress.push(value.title ?? value.kind);
  });
  const ask = (query: string) => () => editor.request<SymbolInformation[]>("workspace/symbol", { query });
  place.write(switched, "src/one.ts", "export class OneMore {}\n");
  expect(await eventually(ask("OneMore"), (symbols) => symbols.length > 0)).not.toEqual([]);
  expect(progress).toEqual([]);
  const body = Array.from({ length: 400 }, (_, i) => `export function f${i}(a: number) { return a + ${i}; }\n`).join(
    "",
  );
  for (let i = 0; i < 150; i++) place.write(switched, `src/many/file${i}.ts`, `${body}export class Many${i} {}\n`);
  await eventually(
    () => progress.at(-1),
    (last) => last === "end",
  );
  expect(progress[0]).toBe(`Indexing changes in ${switched}`);
  expect(progress).toContain("report");
  expect(await eventually(ask("Many149"), (symbols) => symbols.length > 0)).not.toEqual([]);
  expect(editor.messages).toEqual([]);
});

test("a client that does not answer progress requests does not delay indexing", async () => {
  const mute = place.addRepository("mute", EXAMPLE);
  const editor = await start({ folders: [mute], capabilities: { window: { workDoneProgress: true } } });
  editor.connection.onRequest("window/workDoneProgress/create", () => new Promise(() => undefined));
  const ask = () => editor.request<SymbolInformation[]>("workspace/symbol", { query: "Square" });
  expect(await eventually(ask, (symbols) => symbols.length > 0)).not.toEqual([]);
});

test("a folder without sources is reported in the log only", async () => {
  const empty = place.addRepository("empty", { "README.md": "# Nothing\n" });
  const editor = await start({ folders: [empty] });
  expect(await editor.request("workspace/symbol", { query: "x" })).toEqual([]);
  await eventually(
    () => editor.messages.length,
    (count) => count > 0,
  );
  expect(editor.messages.join()).toContain("nothing to index");
});

test("a client without Markdown support gets plain text", async () => {
  const editor = await start({ capabilities: { textDocument: { hover: { contentFormat: ["plaintext"] } } } });
  const uri = await editor.open(join(root, "src/shapes.ts"), EXAMPLE["src/shapes.ts"]);
  const hover = await editor.at("hover", uri, { line: 3, character: 15 });
  expect(hover).toMatchObject({ contents: { kind: "plaintext", value: expect.stringMatching(/^class Square /) } });
});

test("a file that changes on disk is indexed without a request about it", async () => {
  const editor = await start();
  writeFileSync(join(root, "src/extra.ts"), "export function outside() {}\n");
  const ask = () => editor.request<SymbolInformation[]>("workspace/symbol", { query: "outside" });
  const found = await eventually(ask, (symbols) => symbols[0]?.name === "outside");
  expect(found[0]?.location.uri).toBe(pathToFileURL(join(root, "src/extra.ts")).href);
});

test("the editor's process id can be passed on the command line, as the protocol recommends", async () => {
  const editor = await start({ args: [`--clientProcessId=${process.pid}`] });
  expect(await editor.stop()).toBe(0);
});

test("invalid command-line arguments are reported", () => {
  expect(place.sdl(root, "lsp")).toContain("--stdio");
});
