/** Suite for two folders: one server, two repositories. */
import { join } from "node:path";
import * as vscode from "vscode";
import {
  activated,
  append,
  type Case,
  closeWithoutSaving,
  equal,
  eventually,
  folder,
  holds,
  open,
  runCases,
  searched,
  serverProcesses,
} from "./cases.js";

const CASES: readonly Case[] = [
  {
    name: "both are indexed by one server, and the status tells of both",
    run: async () => {
      const api = await activated();
      const { details } = await eventually(
        () => api.status(),
        ({ kind }) => kind === "indexed",
      );
      holds(details.includes("one:") && details.includes("two:"), details.join(" "));
      equal(serverProcesses().length, 1);
    },
  },
  {
    name: "what is typed in a folder is in the answers about it alone",
    run: async () => {
      const [one, two] = [folder(0).uri.fsPath, folder(1).uri.fsPath];
      await append(await open(join(one, "src", "a.ts")), "\nexport function inOne() {}\n");
      await append(await open(join(two, "src", "a.ts")), "\nexport function inTwo() {}\n");
      await searched(one, "inOne", true);
      await searched(two, "inTwo", true);
      await searched(one, "inTwo", false);
      await closeWithoutSaving();
      await searched(two, "inTwo", false);
      await searched(one, "inOne", true);
      await open(join(one, "src", "a.ts"));
      await closeWithoutSaving();
      await searched(one, "inOne", false);
    },
  },
  {
    name: "slices are of the folder of the file in the editor",
    run: async () => {
      await open(join(folder(1).uri.fsPath, "src", "a.ts"));
      await vscode.commands.executeCommand("sdl.sliceForTask", "second");
      const { uri } = (await vscode.workspace.openTextDocument(vscode.Uri.parse("sdl:Slice.md"))) ?? {};
      const text = async () => (await vscode.workspace.openTextDocument(uri)).getText();
      await eventually(text, (shown) => shown.includes("function second") && !shown.includes("function first"));
    },
  },
  {
    name: "folders come and go while the server runs",
    run: async () => {
      const api = await activated();
      const two = folder(1).uri;
      const [server] = serverProcesses();
      holds(vscode.workspace.updateWorkspaceFolders(1, 1), "the editor takes it");
      await eventually(
        () => vscode.workspace.workspaceFolders?.length,
        (count) => count === 1,
      );
      await eventually(
        () => api.status(),
        ({ kind, details }) => kind === "indexed" && !details.includes("two:"),
      );
      vscode.workspace.updateWorkspaceFolders(1, 0, { uri: two });
      await eventually(
        () => api.status(),
        ({ kind, details }) => kind === "indexed" && details.includes("two:"),
      );
      equal(serverProcesses(), [server]);
    },
  },
];

export function run(): Promise<void> {
  return runCases("several-folders", CASES);
}
