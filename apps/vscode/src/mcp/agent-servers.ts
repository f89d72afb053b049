/** Registration of SDL's MCP server, one per folder, for agents inside the editor. Does nothing in editors without support for such servers. */
import { Disposable, EventEmitter, type ExtensionContext, lm, McpStdioServerDefinition, workspace } from "vscode";
import { agentServer } from "../server/program.js";

/** Registers the servers; undefined if the editor does not support them. */
export function registerAgentServers(context: ExtensionContext): Disposable | undefined {
  if (typeof lm?.registerMcpServerDefinitionProvider !== "function") return undefined;
  const changes = new EventEmitter<void>();
  const registered = lm.registerMcpServerDefinitionProvider("sdl", {
    onDidChangeMcpServerDefinitions: changes.event,
    provideMcpServerDefinitions: () => serverDefinitions(context),
  });
  const listening = [
    workspace.onDidChangeWorkspaceFolders(() => changes.fire()),
    workspace.onDidGrantWorkspaceTrust(() => changes.fire()),
  ];
  return Disposable.from(registered, changes, ...listening);
}

/** Definitions of the servers; none in a workspace that is not trusted. */
function serverDefinitions(context: ExtensionContext): McpStdioServerDefinition[] {
  if (!workspace.isTrusted) return [];
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const { command, args, environment } = agentServer(context);
  const { version } = context.extension.packageJSON as { readonly version: string };
  return folders.map(({ uri, name }) => {
    const label = folders.length === 1 ? "SDL" : `SDL: ${name}`;
    const definition = new McpStdioServerDefinition(label, command, [...args], { ...environment }, version);
    definition.cwd = uri;
    return definition;
  });
}
