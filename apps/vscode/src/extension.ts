/** Extension entry point: starts the language server `sdl lsp`, which answers all requests, and shows its answers in views. */
import { commands, type ExtensionContext, Uri, window, workspace } from "vscode";
import { BlastRadiusView } from "./blast-radius/blast-radius-view.js";
import { GraphView } from "./graph/graph-view.js";
import { lensMiddleware } from "./lenses/lens-middleware.js";
import { showReferences } from "./lenses/show-references.js";
import { refreshIndexes, showDoctorReport } from "./maintenance/maintenance-commands.js";
import { registerAgentServers } from "./mcp/agent-servers.js";
import { MemoriesView, type MemoryInput, storeMemory } from "./memories/memories-view.js";
import { languageServer } from "./server/program.js";
import { ServerLink } from "./server/server-link.js";
import { SliceCommands } from "./slice/slice-commands.js";
import { SliceView } from "./slice/slice-view.js";
import { StatusItem } from "./status/status-item.js";
import type { StatusView } from "./status/status-view.js";
import { Documents } from "./views/documents.js";
import { cursorSubject } from "./views/places.js";

/** API for other extensions. */
export interface SdlApi {
  /** State of the index, as shown in the status bar. */
  status(): StatusView;
}

let activeLink: ServerLink | undefined;

/** Called by the editor at start-up. @returns the interface for tests and other extensions */
export async function activate(context: ExtensionContext): Promise<SdlApi> {
  const log = window.createOutputChannel("SDL", { log: true });
  const link = new ServerLink({ server: () => languageServer(context), log, middleware: lensMiddleware });
  activeLink = link;
  const status = new StatusItem(link);
  const documents = new Documents();
  const slices = new SliceView(documents);
  const radius = new BlastRadiusView(link);
  const memories = new MemoriesView(link);
  const graphs = new GraphView(link);
  context.subscriptions.push(log, link, status, documents, slices, radius, memories, graphs);
  const agents = registerAgentServers(context);
  if (agents !== undefined) context.subscriptions.push(agents);
  registerCommands(context, { link, status, documents, slices, radius, memories, graphs, showLog: () => log.show() });
  context.subscriptions.push(
    workspace.onDidGrantWorkspaceTrust(() => void link.restart()),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("sdl.codeLens")) void link.configure();
      if (["sdl.node.path", "sdl.index.automatically"].some((name) => event.affectsConfiguration(name)))
        void restartIfTrusted(link);
    }),
  );
  await restartIfTrusted(link);
  return { status: () => status.view };
}

/** Stops the server, which drops the drafts of unsaved documents. */
export async function deactivate(): Promise<void> {
  await activeLink?.stop("the editor ends");
}

/** Starts the server, unless the workspace is not trusted. */
async function restartIfTrusted(link: ServerLink): Promise<void> {
  if (workspace.isTrusted) await link.restart();
}

interface Parts {
  readonly link: ServerLink;
  readonly status: StatusItem;
  readonly documents: Documents;
  readonly slices: SliceView;
  readonly radius: BlastRadiusView;
  readonly memories: MemoriesView;
  readonly graphs: GraphView;
  readonly showLog: () => void;
}

function registerCommands(
  context: ExtensionContext,
  { link, status, documents, slices, radius, memories, graphs, showLog }: Parts,
): void {
  const sliceCommands = new SliceCommands(link, slices);
  const run: Readonly<Record<string, Command>> = {
    "sdl.sliceForSelection": () => sliceCommands.forSelection(),
    "sdl.sliceForFailingTest": (test?: unknown) => sliceCommands.forFailingTest(test instanceof Uri ? test : undefined),
    "sdl.sliceForTask": (task?: unknown) => sliceCommands.forTask(typeof task === "string" ? task : undefined),
    "sdl.copySlice": () => sliceCommands.copy(),
    "sdl.openSlice": () => slices.openDocument(),
    "sdl.copyCard": (node) => sliceCommands.copyCard(node),
    "sdl.blastRadius": () => radius.compare(folderOfEditor()),
    "sdl.showGraph": () => graphs.show(cursorSubject(window.activeTextEditor)),
    "sdl.showGraphOfSlice": () => graphs.show(slices.graphSubject()),
    "sdl.showGraphOfChanges": () => graphs.show({ base: "HEAD", ...folderOfEditor() }),
    "sdl.storeMemory": async (memory?: unknown) =>
      (await storeMemory(link, parseMemoryArgument(memory))) ? memories.refresh() : undefined,
    "sdl.showReferences": (uri, position) => showReferences(link, uri, position),
    "sdl.reindex": () => refreshIndexes(link, false),
    "sdl.reindexAll": () => refreshIndexes(link, true),
    "sdl.doctor": () => showDoctorReport(link, documents),
    "sdl.restartServer": () => restartIfTrusted(link),
    "sdl.showMenu": () => status.showMenu(),
    "sdl.showLog": showLog,
  };
  for (const [name, command] of Object.entries(run))
    context.subscriptions.push(commands.registerCommand(name, withErrorMessage(command)));
}

type Command = (...args: never[]) => unknown;

/** Wraps a command that the user ran: errors are shown as messages. */
function withErrorMessage(command: Command): Command {
  return async (...args) => {
    try {
      return await command(...args);
    } catch (error) {
      window.showErrorMessage(`SDL: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  };
}

/** Folder of the file in the active editor. */
function folderOfEditor(): object {
  const uri = window.activeTextEditor?.document.uri;
  const folder = uri?.scheme === "file" ? workspace.getWorkspaceFolder(Uri.from(uri)) : undefined;
  return folder === undefined ? {} : { folder: folder.uri.toString() };
}

/** Validates the argument of a command, which may also be an item of a view. */
function parseMemoryArgument(memory: unknown): MemoryInput | undefined {
  const { title, content } = (memory ?? {}) as Partial<MemoryInput>;
  return typeof title === "string" && typeof content === "string" ? { title, content } : undefined;
}
