/**
 * Connection to the one language server of all folders, with its state. It runs while the workspace is trusted. When it ends by itself it is
 * started again, and the client sends every open document to it again.
 */
import { type Disposable, EventEmitter, type LogOutputChannel, workspace } from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  type NodeModule,
} from "vscode-languageclient/node";
import type { FolderState } from "./answers.js";
import type { LinkState } from "./link-state.js";
import { RestartDelays } from "./restart-delays.js";

/** Files that the indexer reads. Given as patterns, because some editors assign no language to them. */
const DOCUMENTS = {
  scheme: "file",
  pattern: "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,py,pyi,go,vue,svelte,astro}",
} as const;
/** Milliseconds for the server to finish its work after a stop request. */
const STOP_MS = 5_000;

/** How the server is started and logged. */
export interface ServerLinkOptions {
  /** Command that starts the server, evaluated at every start. */
  readonly server: () => NodeModule;
  readonly log: LogOutputChannel;
  readonly middleware: Middleware;
}

/** Starts, restarts and stops the server, and sends requests. */
export class ServerLink implements Disposable {
  private readonly changes = new EventEmitter<void>();
  private readonly delays = new RestartDelays();
  private client: LanguageClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  private restarting: Promise<void> = Promise.resolve();
  private current: LinkState = { kind: "stopped", reason: "it was not started yet" };
  /** Fires when {@link state} or the state of a folder changed. */
  readonly onChange = this.changes.event;
  folders: readonly FolderState[] = [];

  constructor(private readonly options: ServerLinkOptions) {}

  get state(): LinkState {
    return this.current;
  }

  /** Starts the server, or restarts it if it is running. Never throws: {@link state} contains the reason of a failure. */
  restart(): Promise<void> {
    // Trust and settings may change at the same time: one server is stopped before the next one starts.
    this.restarting = this.restarting.then(async () => {
      this.delays.reset();
      await this.end({ kind: "starting" });
      await this.start();
    });
    return this.restarting;
  }

  /** @throws the server's error, whose message is shown to the user */
  async request<Answer>(method: string, params: object): Promise<Answer> {
    const { client } = this;
    if (client === undefined || this.current.kind !== "running")
      throw new Error(`SDL's server does not run: ${this.reason}`);
    return client.sendRequest<Answer>(method, params);
  }

  /** Sends the settings of code lenses to the server. */
  async configure(): Promise<void> {
    if (this.current.kind !== "running") return;
    await this.client?.sendNotification("workspace/didChangeConfiguration", { settings: { sdl: lensOptions() } });
  }

  stop(reason: string): Promise<void> {
    return this.end({ kind: "stopped", reason });
  }

  private async end(next: LinkState): Promise<void> {
    clearTimeout(this.timer);
    const { client } = this;
    this.client = undefined;
    this.set(next);
    await client?.dispose(STOP_MS).catch((error: unknown) => this.options.log.warn(`The server did not end: ${error}`));
  }

  dispose(): void {
    void this.stop("the extension ends");
    this.changes.dispose();
  }

  private get reason(): string {
    return "reason" in this.current ? this.current.reason : "it is starting";
  }

  private async start(): Promise<void> {
    const startedMs = Date.now();
    const client = this.createClient(startedMs);
    this.client = client;
    this.set({ kind: "starting" });
    try {
      await client.start();
      if (this.client === client) this.set({ kind: "running" });
    } catch (error) {
      this.options.log.error(`The server could not be started: ${error}`);
      if (this.client === client) this.handleEnd(`it could not be started: ${errorText(error)}`, startedMs);
    }
  }

  private createClient(startedMs: number): LanguageClient {
    const { server, log, middleware } = this.options;
    const closed = () => {
      // The client of an ended server is not reused: a new client opens all documents again.
      if (this.client === client) this.handleEnd("it ended by itself", startedMs);
      return { action: CloseAction.DoNotRestart, handled: true, message: "The server's connection is closed." };
    };
    const options: LanguageClientOptions = {
      documentSelector: [DOCUMENTS],
      outputChannel: log,
      initializationOptions: { state: true, ...lensOptions() },
      middleware,
      errorHandler: { closed, error: () => ({ action: ErrorAction.Continue, handled: true }) },
      initializationFailedHandler: () => false,
    };
    const client = new LanguageClient("sdl", "SDL", server(), options);
    client.onNotification("sdl/state", ({ folders }: { readonly folders: readonly FolderState[] }) => {
      if (this.client === client) this.setFolders(folders);
    });
    return client;
  }

  private handleEnd(reason: string, startedMs: number): void {
    this.client = undefined;
    const delayMs = this.delays.afterEnd(Date.now() - startedMs);
    this.options.log.warn(`The server does not run: ${reason}; it is started again in ${delayMs} ms.`);
    this.set({ kind: "waiting", reason, delayMs });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.start(), delayMs);
  }

  private setFolders(folders: readonly FolderState[]): void {
    this.folders = folders;
    this.changes.fire();
  }

  private set(state: LinkState): void {
    this.current = state;
    if (state.kind !== "running") this.folders = [];
    this.changes.fire();
  }
}

/** Code lens settings for the server. Lenses stay enabled there; the middleware disables them without a restart. */
function lensOptions(): object {
  const settings = workspace.getConfiguration("sdl");
  const [minCallers, minRisk] = ["minCallers", "minRisk"].map((name) => settings.get<number>(`codeLens.${name}`));
  return { codeLens: { enabled: true, minCallers, minRisk, command: "sdl.showReferences" } };
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
