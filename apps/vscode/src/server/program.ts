/** Path and runtime of the program that serves editors and agents: it is part of this extension and runs on the editor's own Node.js. */
import process from "node:process";
import { type ExtensionContext, Uri, workspace } from "vscode";
import { type NodeModule, TransportKind } from "vscode-languageclient/node";

/** Command line that starts a program. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** With this variable the editor's executable runs as Node.js. */
const AS_NODE = { ELECTRON_RUN_AS_NODE: "1" };

/** The language server as a module for the language client. */
export function languageServer(context: ExtensionContext): NodeModule {
  const isAutomatic = workspace.getConfiguration("sdl").get<boolean>("index.automatically") !== false;
  const runtime = nodePath();
  return {
    module: programPath(context),
    transport: TransportKind.stdio,
    args: ["lsp", ...(isAutomatic ? [] : ["--no-auto-index"])],
    ...(runtime === undefined ? {} : { runtime }),
  };
}

/** The MCP server as a command for agents. */
export function agentServer(context: ExtensionContext): Command {
  const runtime = nodePath();
  return {
    command: runtime ?? process.execPath,
    args: [programPath(context), "serve", "--stdio"],
    environment: runtime === undefined ? AS_NODE : {},
  };
}

function programPath(context: ExtensionContext): string {
  return Uri.joinPath(context.extensionUri, "server", "bundle", "sdl.js").fsPath;
}

/** Configured path of Node.js. In an untrusted workspace the editor ignores the workspace's value. */
function nodePath(): string | undefined {
  const path = workspace.getConfiguration("sdl").get<string>("node.path") ?? "";
  return path.trim() === "" ? undefined : path.trim();
}
