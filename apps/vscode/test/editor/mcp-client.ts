/** The editor's own MCP client, set up by `sdl init --client vscode` in a folder that nothing knows yet. */
import * as vscode from "vscode";
import { type Case, equal, eventually, holds, runCases } from "./cases.js";

/** As the editor names the server `sdl` of the first folder's `.vscode/mcp.json`. */
const SERVER = "mcp.config.ws0.sdl";
/** As the editor puts a prefix of its own before our tools' names. */
const SEARCH = /sdl_search$/;
/** Other tools of ours come from the extension, which offers the server, too. */
const OURS = /^mcp_sdl_/;

function tools(): readonly vscode.LanguageModelToolInformation[] {
  return vscode.lm.tools.filter(({ name }) => OURS.test(name));
}

const CASES: readonly Case[] = [
  {
    name: "the editor starts the server that init wrote down, and lists its tools",
    run: async () => {
      void vscode.commands.executeCommand("workbench.mcp.startServer", SERVER, { waitForLiveTools: true });
      await eventually(
        () => tools().map(({ name }) => name),
        (names) => names.some((name) => SEARCH.test(name)),
        60_000,
      );
      holds(tools().length >= 7, "the default tools are listed");
    },
  },
  {
    name: "a call is answered from the folder, which it indexes first",
    run: async () => {
      const search = tools().find(({ name }) => SEARCH.test(name));
      const options = { input: { query: "fourth" }, toolInvocationToken: undefined };
      const { content } = await vscode.lm.invokeTool(search?.name ?? "", options);
      const text = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
      equal(text.includes("src/a.ts:1"), true);
    },
  },
];

export function run(): Promise<void> {
  return runCases("mcp-client", CASES);
}
