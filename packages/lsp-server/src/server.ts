/** Language server over the symbol graph, independent of the transport: registers the handlers of all requests and notifications. */
import { type Engine, IdleCollector, SdlError, sdlVersion, toErrorAnswer } from "@sdl/engine";
import {
  type CancellationToken,
  CodeLensRefreshRequest,
  type Connection,
  DidChangeWorkspaceFoldersNotification,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  MarkupKind,
  ResponseError,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { incomingCalls, outgoingCalls, prepareCallHierarchy } from "./answers/call-hierarchy.js";
import { type CodeLensSettings, codeLenses, codeLensSettings, resolveCodeLens } from "./answers/code-lenses.js";
import { hover } from "./answers/hover.js";
import type { ServerContext } from "./answers/inquiry.js";
import { OWN_REQUESTS } from "./answers/own-requests.js";
import { handleImplementations, handleReferences } from "./answers/references.js";
import { workspaceSymbols } from "./answers/workspace-symbols.js";
import { DraftQueue } from "./documents/draft-queue.js";
import { OpenDocuments } from "./documents/open-documents.js";
import { chooseEncoding, type Encoding } from "./text/position-encoding.js";
import { FolderPhases } from "./workspace/folder-phases.js";
import { type PrepareOptions, prepareIndex } from "./workspace/prepare-index.js";
import { type NewFolder, Repositories } from "./workspace/repositories.js";
import { StateNotifier } from "./workspace/state-notifier.js";

/** Engine and host functions of a server. */
export interface LspServerOptions {
  readonly engine: Engine;
  /** Resolves symbolic links in a path; the file need not exist. */
  readonly realPath: (path: string) => string;
  /** Whether repositories are watched. If not, each request checks for changed files. Default true. */
  readonly watches?: boolean;
}

/** Capabilities and settings that the client announced. */
interface Client {
  readonly encoding: Encoding;
  /** Identifies the editor to the drafts, so that a server restarted under the same editor continues with its drafts. */
  readonly source: string;
  readonly isMarkdown: boolean;
  readonly codeLens: CodeLensSettings;
  readonly refreshesLenses: boolean;
  /** Whether the client wants `sdl/state` notifications. It then shows indexing progress from these and gets no other progress. */
  readonly takesState: boolean;
  readonly folders: readonly string[];
}

type Answer<Params, Result> = (params: Params, signal: AbortSignal) => Promise<Result>;
type Handler<Params, Result> = (params: Params, token: CancellationToken) => Promise<Result>;

/** A server for one client connection. */
export class LspServer {
  private client: Client | undefined;
  private readonly rest = new IdleCollector();
  private readonly drafts: DraftQueue;
  private readonly repositories: Repositories;
  private readonly documents: OpenDocuments;
  private readonly sources: ServerContext;
  private readonly states: StateNotifier;

  constructor(
    private readonly connection: Connection,
    private readonly options: LspServerOptions,
  ) {
    const { engine, realPath } = options;
    const source = () => this.client?.source ?? "lsp";
    const encoding = () => this.client?.encoding ?? "utf-16";
    const onPushed = () => this.noteState();
    const phases = new FolderPhases(onPushed);
    this.drafts = new DraftQueue({ engine, rest: this.rest, source, onPushed, onError: (text) => this.log(text) });
    const prepare = (folder: NewFolder) => prepareIndex(folder.path, this.prepareOptions(phases, folder));
    this.repositories = new Repositories({ engine, realPath, prepare });
    const { repositories, drafts } = this;
    this.documents = new OpenDocuments({ engine, repositories, drafts, encoding, source });
    this.sources = { engine, documents: this.documents, repositories, phases, encoding };
    this.states = new StateNotifier({
      engine,
      repositories,
      phases,
      send: (folders) => void (this.client?.takesState && connection.sendNotification("sdl/state", { folders })),
      onNewVersion: () => this.refreshLenses(),
    });
  }

  /** Registers the handlers on the connection. */
  attachHandlers(): void {
    const { connection } = this;
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => {
      for (const uri of this.client?.folders ?? []) this.repositories.add(uri);
    });
    this.handleDocuments();
    this.handleRequests();
    for (const [method, run] of Object.entries(OWN_REQUESTS))
      connection.onRequest(method, (params: unknown, token: CancellationToken) =>
        this.answerOrError((signal) => run(this.sources, (params ?? {}) as never, signal), token),
      );
  }

  /** Pushes the editor's last events to the drafts. Unsaved text stays in the drafts, because the editor may have been killed. */
  async pushLastEvents(): Promise<void> {
    this.documents.stop();
    this.states.stop();
    await this.drafts.whenAllPushed();
  }

  /** Handles a regular end of the editor: drops its drafts, because unsaved text is discarded. Not every editor closes its documents first. */
  async closeAll(): Promise<void> {
    this.documents.closeAll();
    await this.pushLastEvents();
  }

  private initialize(params: InitializeParams): InitializeResult {
    const { capabilities, processId, initializationOptions, workspaceFolders, rootUri } = params;
    const { textDocument, general, workspace } = capabilities ?? {};
    const formats = textDocument?.hover?.contentFormat ?? [];
    const folders = workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === "string" ? [rootUri] : []);
    const encoding = chooseEncoding(general?.positionEncodings);
    const codeLens = codeLensSettings(initializationOptions);
    this.client = {
      encoding,
      source: `lsp ${processId ?? process.pid}`,
      isMarkdown: formats.includes(MarkupKind.Markdown),
      codeLens,
      refreshesLenses: workspace?.codeLens?.refreshSupport === true,
      takesState: (initializationOptions as { state?: unknown } | undefined)?.state === true,
      folders,
    };
    this.handleFolders();
    return {
      serverInfo: { name: "sdl", version: sdlVersion() },
      capabilities: {
        positionEncoding: encoding,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
        hoverProvider: true,
        referencesProvider: true,
        implementationProvider: true,
        callHierarchyProvider: true,
        workspaceSymbolProvider: true,
        ...(codeLens.enabled ? { codeLensProvider: { resolveProvider: true } } : {}),
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  private handleDocuments(): void {
    const { connection, documents } = this;
    connection.onDidOpenTextDocument(
      this.onNotification(({ textDocument }) => documents.open(textDocument.uri, textDocument)),
    );
    connection.onDidChangeTextDocument(
      this.onNotification(({ textDocument: { uri, version }, contentChanges }) =>
        documents.change(uri, version, contentChanges),
      ),
    );
    connection.onDidSaveTextDocument(this.onNotification(({ textDocument }) => documents.save(textDocument.uri)));
    connection.onDidCloseTextDocument(this.onNotification(({ textDocument }) => documents.close(textDocument.uri)));
    connection.onDidChangeConfiguration(this.onNotification(({ settings }) => this.configure(settings)));
  }

  /**
   * Registers the handler of folder changes. For clients that announce this capability, the library registers its own handler during `initialize`
   * and would replace an earlier one.
   */
  private handleFolders(): void {
    const { connection, repositories, sources } = this;
    connection.onNotification(
      DidChangeWorkspaceFoldersNotification.type,
      this.onNotification(({ event }) => {
        for (const { uri } of event.removed) repositories.remove(uri);
        for (const { uri } of event.added) repositories.add(uri);
        for (const { uri } of event.removed) sources.phases.remove(uri);
      }),
    );
  }

  /** @param settings `{ sdl: { codeLens } }`; code lenses that were disabled at the start stay disabled */
  private configure(settings: unknown): void {
    const { client } = this;
    const said = (settings as { readonly sdl?: unknown } | null)?.sdl;
    if (client === undefined || said === undefined) return;
    this.client = { ...client, codeLens: codeLensSettings(said, client.codeLens) };
    this.refreshLenses();
  }

  private noteState(): void {
    if (this.client?.takesState === true || this.client?.refreshesLenses === true) this.states.scheduleCheck();
  }

  private refreshLenses(): void {
    if (this.client?.refreshesLenses !== true) return;
    // Errors are ignored, because the client will request lenses again by itself.
    this.connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
  }

  private handleRequests(): void {
    const { connection, sources } = this;
    connection.onHover(
      this.answerOrEmpty(null, (params, signal) =>
        hover(sources, params, { signal, isMarkdown: this.client?.isMarkdown === true }),
      ),
    );
    connection.onReferences(
      this.answerOrEmpty([], async (params, signal) => [...(await handleReferences(sources, params, signal))]),
    );
    connection.onImplementation(
      this.answerOrEmpty([], async (params, signal) => [...(await handleImplementations(sources, params, signal))]),
    );
    connection.onWorkspaceSymbol(
      this.answerOrEmpty([], async ({ query }, signal) => [...(await workspaceSymbols(sources, query, signal))]),
    );
    connection.languages.callHierarchy.onPrepare(
      this.answerOrEmpty(null, (params, signal) => prepareCallHierarchy(sources, params, signal)),
    );
    connection.languages.callHierarchy.onIncomingCalls(
      this.answerOrEmpty([], async ({ item }, signal) => [...(await incomingCalls(sources, item, signal))]),
    );
    connection.languages.callHierarchy.onOutgoingCalls(
      this.answerOrEmpty([], async ({ item }, signal) => [...(await outgoingCalls(sources, item, signal))]),
    );
    connection.onCodeLens(
      this.answerOrEmpty([], async ({ textDocument }, signal) => {
        const settings = this.client?.codeLens;
        if (settings?.enabled !== true) return [];
        return [...(await codeLenses(sources, textDocument.uri, { ...settings, signal }))];
      }),
    );
    connection.onCodeLensResolve((lens, token) =>
      this.answerOrEmpty(lens, (_, signal) => {
        const { command } = this.client?.codeLens ?? {};
        return resolveCodeLens(sources, lens, { signal, ...(command === undefined ? {} : { command }) });
      })(lens, token),
    );
  }

  /** Wraps a notification handler: errors are logged, because a notification has no response. */
  private onNotification<Params>(take: (params: Params) => void): (params: Params) => void {
    return (params) => {
      try {
        if (this.client !== undefined) take(params);
      } catch (error) {
        this.log(errorText(error));
      }
    };
  }

  /** Wraps a request that editors send automatically: errors are logged, and the response is empty. */
  private answerOrEmpty<Params, Result>(empty: Result, answer: Answer<Params, Result>): Handler<Params, Result> {
    return (params, token) =>
      this.withSignal(token, async (signal) => {
        try {
          return await answer(params, signal);
        } catch (error) {
          if (signal.aborted) throw cancelledError();
          if (!this.options.engine.ending.aborted) this.log(toErrorAnswer(error, this.options.engine.log).message);
          return empty;
        }
      });
  }

  /** Wraps a request that the user made: errors are returned. */
  private answerOrError<Result>(
    answer: (signal: AbortSignal) => Promise<Result>,
    token: CancellationToken,
  ): Promise<Result> {
    return this.withSignal(token, async (signal) => {
      try {
        return await answer(signal);
      } catch (error) {
        if (signal.aborted) throw cancelledError();
        const { code, message } = toErrorAnswer(error, this.options.engine.log);
        const protocolCode = code === "invalid_params" ? ErrorCodes.InvalidParams : LSPErrorCodes.RequestFailed;
        throw new ResponseError(protocolCode, message, { code });
      }
    });
  }

  private async withSignal<Result>(token: CancellationToken, work: (signal: AbortSignal) => Promise<Result>) {
    if (this.client === undefined)
      throw new ResponseError(ErrorCodes.ServerNotInitialized, "the server is not initialized; send initialize first");
    const controller = new AbortController();
    if (token.isCancellationRequested) controller.abort();
    const listening = token.onCancellationRequested(() => controller.abort());
    try {
      return await this.rest.runCall(() => work(controller.signal));
    } finally {
      listening.dispose();
    }
  }

  private prepareOptions(phases: FolderPhases, { uri, isRequested }: NewFolder): PrepareOptions {
    const { engine, watches = true } = this.options;
    // Indexing does not wait for the client to answer.
    const begin = (title: string) => {
      if (this.client?.takesState === true) return { report: () => undefined, done: () => undefined };
      const shown = this.connection.window.createWorkDoneProgress().then(
        (progress) => {
          progress.begin(title, 0);
          return progress;
        },
        () => undefined,
      );
      return {
        report: (percent: number, message: string) => void shown.then((progress) => progress?.report(percent, message)),
        done: () => void shown.then((progress) => progress?.done()),
      };
    };
    return {
      ...{ engine, watches, isRequested, progress: { begin } },
      log: (text) => this.log(text),
      onPhase: (phase) => phases.set(uri, phase),
      onIndexActivity: () => this.noteState(),
    };
  }

  private log(text: string): void {
    this.connection.console.warn(text);
  }
}

function cancelledError(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, "the client cancelled the request");
}

function errorText(error: unknown): string {
  return error instanceof SdlError || error instanceof Error ? error.message : String(error);
}
