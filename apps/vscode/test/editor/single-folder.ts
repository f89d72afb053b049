/** Suite for a single folder: all functions of the extension. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import * as vscode from "vscode";
import {
  activated,
  allSaved,
  append,
  type Case,
  closeWithoutSaving,
  equal,
  eventually,
  folder,
  holds,
  open,
  runCases,
  sdl,
  searched,
  serverProcesses,
} from "./cases.js";

const root = () => folder().uri.fsPath;
const core = () => join(root(), "src", "core.ts");

async function statusOf(kind: string): Promise<void> {
  const api = await activated();
  await eventually(
    () => api.status(),
    (status) => status.kind === kind,
  );
}

async function lenses(editor: vscode.TextEditor): Promise<vscode.CodeLens[]> {
  const all = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    "vscode.executeCodeLensProvider",
    editor.document.uri,
    50,
  );
  return all.filter(({ command }) => command?.command === "sdl.showReferences");
}

async function setting(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration("sdl").update(name, value, vscode.ConfigurationTarget.Workspace);
}

const CASES: readonly Case[] = [
  {
    name: "a folder that nobody indexed is indexed; the status says so, with its size",
    run: async () => {
      await statusOf("indexed");
      const { text, details } = (await activated()).status();
      holds(/SDL: \d+ symbols$/.test(text), text);
      holds(/symbols in 3 files, indexed just now/.test(details.join(" ")), details.join(" "));
      equal(serverProcesses().length, 1);
    },
  },
  {
    name: "what is typed is found by another process before it is saved",
    run: async () => {
      const before = readFileSync(core(), "utf8");
      await append(await open(core()), "\nexport function typedHere() { return core(1); }\n");
      const found = await searched(root(), "typedHere", true);
      holds(found.includes("1 unsaved file: src/core.ts"), found);
      equal(readFileSync(core(), "utf8"), before);
      await statusOf("drafts");
    },
  },
  {
    name: "closing without saving takes it back",
    run: async () => {
      await closeWithoutSaving();
      await searched(root(), "typedHere", false);
      await allSaved(root());
      await statusOf("indexed");
    },
  },
  {
    name: "saving makes it durable",
    run: async () => {
      const editor = await open(core());
      await append(editor, "\nexport function savedHere() { return core(2); }\n");
      holds(await editor.document.save(), "it is saved");
      await allSaved(root());
      await searched(root(), "savedHere", true);
      holds(readFileSync(core(), "utf8").includes("savedHere"), "it is on the disk");
      await statusOf("indexed");
    },
  },
  {
    name: "hover is the card; references are those of the graph",
    run: async () => {
      const { document } = await open(core());
      const at = new vscode.Position(1, 18);
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        at,
      );
      const texts = hovers.flatMap(({ contents }) =>
        contents.map((one) => (typeof one === "string" ? one : one.value)),
      );
      holds(
        texts.some((text) => text.includes("function core, src/core")),
        texts.join("\n"),
      );
      const places = await vscode.commands.executeCommand<vscode.Location[]>(
        "vscode.executeReferenceProvider",
        document.uri,
        at,
      );
      holds(
        places.some(({ uri }) => uri.fsPath.endsWith("users.ts")),
        JSON.stringify(places),
      );
    },
  },
  {
    name: "a lens stands above what is used a lot, and shows the references",
    run: async () => {
      const editor = await open(core());
      const [lens] = await eventually(
        () => lenses(editor),
        (found) => found.length === 1,
      );
      holds(/^6 callers/.test(lens?.command?.title ?? ""), lens?.command?.title ?? "no title");
      equal(lens?.range.start.line, 1);
      await vscode.commands.executeCommand(lens?.command?.command ?? "", ...(lens?.command?.arguments ?? []));
      await vscode.commands.executeCommand("closeReferenceSearch");
    },
  },
  {
    name: "settings switch lenses off, and say above what they stand",
    run: async () => {
      const editor = await open(core());
      await setting("codeLens.enabled", false);
      await eventually(
        () => lenses(editor),
        (found) => found.length === 0,
      );
      await setting("codeLens.enabled", undefined);
      await eventually(
        () => lenses(editor),
        (found) => found.length === 1,
      );
      await setting("codeLens.minCallers", 0);
      await eventually(
        () => lenses(editor),
        (found) => found.length > 1,
      );
      await setting("codeLens.minCallers", undefined);
      await eventually(
        () => lenses(editor),
        (found) => found.length === 1,
      );
    },
  },
  {
    name: "a slice for the symbol at the cursor, copied and opened as Markdown",
    run: async () => {
      const editor = await open(core());
      editor.selection = new vscode.Selection(1, 18, 1, 18);
      await vscode.commands.executeCommand("sdl.sliceForSelection");
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse("sdl:Slice.md"));
      const text = document.getText();
      holds(text.startsWith("# core in src/core.ts\n"), text);
      holds(text.includes("```typescript\nexport function core"), text);
      await vscode.commands.executeCommand("sdl.copySlice");
      const copied = await vscode.env.clipboard.readText();
      holds(copied.startsWith("## src/core.ts") && text.includes(copied), copied);
      await vscode.commands.executeCommand("sdl.copyCard");
      const card = await vscode.env.clipboard.readText();
      holds(card.includes("core(scale: number): number") && card.includes("src/users.ts"), card);
      await vscode.commands.executeCommand("sdl.openSlice");
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    },
  },
  {
    name: "slices for a task and for a failing test",
    run: async () => {
      const text = async () => (await vscode.workspace.openTextDocument(vscode.Uri.parse("sdl:Slice.md"))).getText();
      await vscode.commands.executeCommand("sdl.sliceForTask", "core is slow when scale is large");
      await eventually(text, (shown) => shown.startsWith("# core is slow") && shown.includes("function core"));
      await vscode.commands.executeCommand(
        "sdl.sliceForFailingTest",
        vscode.Uri.file(join(root(), "test", "core.test.ts")),
      );
      await eventually(text, (shown) => shown.startsWith("# test/core.test.ts fails") && shown.includes("core"));
    },
  },
  {
    name: "the blast radius is of what is not saved and not committed",
    run: async () => {
      const editor = await open(core());
      const parameter = editor.document.getText().indexOf("scale: number");
      await editor.edit((edit) => edit.insert(editor.document.positionAt(parameter), "by: number, "));
      interface Radius {
        readonly delta: {
          readonly changedSymbols?: readonly { name: string }[];
          readonly blastRadius?: readonly { file: string }[];
        };
      }
      const radius = await eventually(
        () => vscode.commands.executeCommand<Radius>("sdl.blastRadius"),
        ({ delta }) => delta.changedSymbols?.some(({ name }) => name === "core") === true,
      );
      holds(radius.delta.changedSymbols?.some(({ name }) => name === "savedHere") === true, "what is saved counts");
      holds(radius.delta.blastRadius?.some(({ file }) => file === "src/users.ts") === true, JSON.stringify(radius));
      await closeWithoutSaving();
    },
  },
  {
    name: "a graph of the symbol at the cursor, of the slice and of what is not committed stands beside the code",
    run: async () => {
      const editor = await open(core());
      editor.selection = new vscode.Selection(1, 18, 1, 18);
      const shown = () =>
        vscode.window.tabGroups.all
          .flatMap(({ tabs }) => tabs)
          .filter(({ input }) => input instanceof vscode.TabInputWebview)
          .map(({ label }) => label);
      const symbols = await vscode.commands.executeCommand<number>("sdl.showGraph");
      holds(symbols >= 4, `it shows ${symbols} symbols`);
      await eventually(shown, (labels) => labels.includes("Graph: core"));
      await vscode.commands.executeCommand("sdl.showGraphOfSlice");
      await eventually(shown, (labels) => labels.some((label) => label.includes("core.test.ts fails")));
      const changed = await vscode.commands.executeCommand<number>("sdl.showGraphOfChanges");
      holds(changed >= 1, "savedHere is not committed");
      await eventually(shown, (labels) => labels.includes("Graph: HEAD → @draft"));
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    },
  },
  {
    name: "a memory is stored about the symbol at the cursor",
    run: async () => {
      const editor = await open(core());
      editor.selection = new vscode.Selection(1, 18, 1, 18);
      const memory = { title: "Core is slow", content: "Do not call it in loops." };
      await vscode.commands.executeCommand("sdl.storeMemory", memory);
      holds((await sdl(root(), "memory", "list")).includes("Core is slow"), "another process knows it");
      holds(existsSync(join(root(), ".sdl-memory")), "it is a file");
    },
  },
  {
    name: "reindexing, and what the doctor finds",
    run: async () => {
      writeFileSync(join(root(), "src", "extra.ts"), "export function extra() {}\n");
      await vscode.commands.executeCommand("sdl.reindex");
      await searched(root(), "extra", true);
      await vscode.commands.executeCommand("sdl.doctor");
      const text = (await vscode.workspace.openTextDocument(vscode.Uri.parse("sdl:Doctor.md"))).getText();
      holds(text.startsWith("# What the doctor found") && text.includes("ok index: sound"), text);
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    },
  },
  {
    name: "a server that is killed is started again, and loses nothing that is not saved",
    run: async () => {
      const editor = await open(join(root(), "src", "users.ts"));
      await append(editor, "\nexport function beforeKill() {}\n");
      await searched(root(), "beforeKill", true);
      const [killed = 0] = serverProcesses();
      process.kill(killed, "SIGKILL");
      await append(editor, "\nexport function whileDown() {}\n");
      await searched(root(), "whileDown", true);
      await searched(root(), "beforeKill", true);
      await statusOf("drafts");
      const [again] = serverProcesses();
      holds(again !== undefined && again !== killed, "it is another process");
      await closeWithoutSaving();
      await searched(root(), "whileDown", false);
    },
  },
  {
    name: "a server that was killed while nothing was open serves what is opened then",
    run: async () => {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      const [killed = 0] = serverProcesses();
      process.kill(killed, "SIGKILL");
      await eventually(serverProcesses, ([pid]) => pid !== undefined && pid !== killed);
      await append(await open(core()), "\nexport function afterKill() {}\n");
      await searched(root(), "afterKill", true);
      await closeWithoutSaving();
    },
  },
  {
    name: "a Node.js that is not there is told, and the editor's own one goes on",
    run: async () => {
      await setting("node.path", "/no/such/node");
      const api = await activated();
      await eventually(
        () => api.status(),
        ({ kind, details }) => kind === "offline" && details.join(" ").includes("could not be started"),
      );
      await setting("node.path", undefined);
      await statusOf("indexed");
      equal(serverProcesses().length, 1);
    },
  },
  {
    name: "a text of five megabytes is searched before it is saved, where files of that size are indexed",
    run: async () => {
      const path = join(root(), "src", "large.ts");
      writeFileSync(path, "export const small = 1;\n");
      const editor = await open(path);
      const line = `// ${"x".repeat(117)}\n`;
      await append(editor, `${line.repeat(40_000)}export function atTheEnd() {}\n`);
      holds(editor.document.getText().length > 4_800_000, "it is large");
      await searched(root(), "atTheEnd", true);
      await append(editor, "export function typedAfterwards() {}\n");
      await searched(root(), "typedAfterwards", true);
      await closeWithoutSaving();
      await searched(root(), "atTheEnd", false);
    },
  },
  {
    name: "the editor's agents find the MCP server, whose answers know what is not saved",
    run: async () => {
      holds(typeof vscode.lm.registerMcpServerDefinitionProvider === "function", "this editor knows such servers");
      const mcp = () => vscode.lm.tools.filter(({ name }) => /sdl/.test(name)).map(({ name }) => name);
      const commands = await vscode.commands.getCommands(false);
      holds(commands.includes("workbench.mcp.startServer"), "it has a command that starts them");
      await vscode.commands
        .executeCommand("workbench.mcp.startServer", "sdl.sdl-vscode/SDL")
        .then(undefined, () => undefined);
      const names = await eventually(mcp, (found) => found.length > 0);
      const search = names.find((name) => name.endsWith("sdl_search")) ?? "";
      const asked = async (query: string) =>
        JSON.stringify(await vscode.lm.invokeTool(search, { input: { query }, toolInvocationToken: undefined }));
      holds((await asked("savedHere")).includes("src/core.ts"), "it answers");
      await append(await open(core()), "\nexport function seenByAgents() {}\n");
      await eventually(
        () => asked("seenByAgents"),
        (answer) => answer.includes("function seenByAgents()") && answer.includes("1 unsaved file"),
      );
      await closeWithoutSaving();
    },
  },
  {
    name: "every command of the palette is there",
    run: async () => {
      interface Manifest {
        readonly contributes: { readonly commands: readonly { readonly command: string }[] };
      }
      const manifest = vscode.extensions.getExtension("sdl.sdl-vscode")?.packageJSON as Manifest | undefined;
      const commands = manifest?.contributes.commands ?? [];
      holds(commands.length > 10, "the extension has commands");
      const known = new Set(await vscode.commands.getCommands(true));
      equal(
        commands.filter(({ command }) => !known.has(command)),
        [],
      );
    },
  },
];

export function run(): Promise<void> {
  return runCases("single-folder", CASES);
}
