/** Where the program lies that serves editors and agents, and what runs it: inside of this extension, by the editor's own Node.js. */
import process from "node:process";
import { type ExtensionContext, Uri, workspace } from "vscode";
import { type NodeModule, TransportKind } from "vscode-languageclient/node";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The editor's executable is Node.js where this variable says so. */
const AS_NODE = { ELECTRON_RUN_AS_NODE: "1" };

export function languageServer(context: ExtensionContext): NodeModule {
  const isAutomatic = workspace.getConfiguration("sdl").get<boolean>("index.automatically") !== false;
  const runtime = nodePath();
  return {
    module: programOf(context),
    transport: TransportKind.stdio,
    args: ["lsp", ...(isAutomatic ? [] : ["--no-auto-index"])],
    ...(runtime === undefined ? {} : { runtime }),
  };
}

export function agentServer(context: ExtensionContext): Command {
  const runtime = nodePath();
  return {
    command: runtime ?? process.execPath,
    args: [programOf(context), "serve", "--stdio"],
    environment: runtime === undefined ? AS_NODE : {},
  };
}

function programOf(context: ExtensionContext): string {
  return Uri.joinPath(context.extensionUri, "server", "bundle", "sdl.js").fsPath;
}

/** Of a folder that is not trusted the editor does not pass it on. */
function nodePath(): string | undefined {
  const path = workspace.getConfiguration("sdl").get<string>("node.path") ?? "";
  return path.trim() === "" ? undefined : path.trim();
}
