/** Suite for a folder that is not trusted. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import {
  activated,
  append,
  type Case,
  closeWithoutSaving,
  equal,
  folder,
  holds,
  open,
  runCases,
  serverProcesses,
} from "./cases.js";

const CASES: readonly Case[] = [
  {
    name: "no process is started, nothing is indexed, and the status says why",
    run: async () => {
      equal(vscode.workspace.isTrusted, false);
      const { kind, text } = (await activated()).status();
      equal([kind, text], ["offline", "$(debug-disconnect) SDL: not trusted"]);
      await append(await open(join(folder().uri.fsPath, "src", "a.ts")), "\nexport function unseen() {}\n");
      await vscode.commands.executeCommand("sdl.restartServer");
      await new Promise((resolve) => setTimeout(resolve, 2000));
      equal(serverProcesses(), []);
      await closeWithoutSaving();
    },
  },
  {
    name: "commands say that the server does not run",
    run: async () => {
      equal(await vscode.commands.executeCommand("sdl.sliceForTask", "anything"), undefined);
      equal(
        vscode.lm.tools.filter(({ name }) => /sdl/.test(name)),
        [],
      );
      holds(!existsSync(join(folder().uri.fsPath, ".sdl")), "nothing was indexed");
    },
  },
];

export function run(): Promise<void> {
  return runCases("restricted", CASES);
}
