/** Suite for the editor's own MCP client, without our extension, set up by `sdl init --client vscode` in an unindexed folder. */
import * as vscode from "vscode";
import { type Case, equal, eventually, holds, runCases } from "./cases.js";

/** Name that the editor gives to the server `sdl` of the first folder's `.vscode/mcp.json`. */
const SERVER = "mcp.config.ws0.sdl";
/** Names that the editor gives to our tools: it adds a prefix made from the server's title. */
const OURS = /^mcp_.*_sdl_\w+$/;

function tools(): readonly vscode.LanguageModelToolInformation[] {
  return vscode.lm.tools.filter(({ name }) => OURS.test(name));
}

const CASES: readonly Case[] = [
  {
    name: "the editor starts the server that init wrote down, and lists its tools",
    run: async () => {
      const start = () => vscode.commands.executeCommand("workbench.mcp.startServer", SERVER);
      // The editor reads the folder's file some time after it has opened the folder.
      await eventually(
        async () => {
          await Promise.race([start().then(undefined, () => undefined), new Promise((done) => setTimeout(done, 2000))]);
          return tools().map(({ name }) => name);
        },
        (names) => names.length > 0,
        60_000,
      );
      holds(tools().length >= 7, "the default tools are listed");
    },
  },
  {
    name: "a call is answered from the folder, which it indexes first",
    run: async () => {
      const search = tools().find(({ name }) => name.endsWith("_sdl_search"));
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
