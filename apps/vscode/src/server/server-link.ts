/**
 * The one language server of all folders, and what is known of it. It runs while the workspace is trusted; when it ends by itself it is started again, and
 * the client opens every document anew as the editor has it.
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

/** What the indexer reads. Patterns: some editors know no language of these files. */
const DOCUMENTS = { scheme: "file", pattern: "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,py,pyi}" } as const;
/** A server that is told to end may finish its work. */
const STOP_MS = 5_000;

export interface ServerLinkOptions {
  /** What starts the server, asked for every start. */
  readonly server: () => NodeModule;
  readonly log: LogOutputChannel;
  readonly middleware: Middleware;
}

export class ServerLink implements Disposable {
  private readonly changes = new EventEmitter<void>();
  private readonly delays = new RestartDelays();
  private client: LanguageClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  private restarting: Promise<void> = Promise.resolve();
  private current: LinkState = { kind: "stopped", reason: "it was not started yet" };
  /** Fires when {@link state} or a folder changed. */
  readonly onChange = this.changes.event;
  folders: readonly FolderState[] = [];

  constructor(private readonly options: ServerLinkOptions) {}

  get state(): LinkState {
    return this.current;
  }

  /** Also starts anew what runs. Never throws: {@link state} says what is wrong. */
  restart(): Promise<void> {
    // Trust and settings may change at once: one server is stopped before the next one starts.
    this.restarting = this.restarting.then(async () => {
      this.delays.reset();
      await this.end({ kind: "starting" });
      await this.start();
    });
    return this.restarting;
  }

  /** @throws the server's error, whose message is for the user */
  async request<Answer>(method: string, params: object): Promise<Answer> {
    const { client } = this;
    if (client === undefined || this.current.kind !== "running")
      throw new Error(`SDL's server does not run: ${this.reason}`);
    return client.sendRequest<Answer>(method, params);
  }

  /** Lenses are the server's; it is told of their settings. */
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
      if (this.client === client) this.ended(`it could not be started: ${messageOf(error)}`, startedMs);
    }
  }

  private createClient(startedMs: number): LanguageClient {
    const { server, log, middleware } = this.options;
    const closed = () => {
      // The client of a server that ended is not used again: a new one opens all documents anew.
      if (this.client === client) this.ended("it ended by itself", startedMs);
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
      if (this.client === client) this.take(folders);
    });
    return client;
  }

  private ended(reason: string, startedMs: number): void {
    this.client = undefined;
    const delayMs = this.delays.afterEnd(Date.now() - startedMs);
    this.options.log.warn(`The server does not run: ${reason}; it is started again in ${delayMs} ms.`);
    this.set({ kind: "waiting", reason, delayMs });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.start(), delayMs);
  }

  private take(folders: readonly FolderState[]): void {
    this.folders = folders;
    this.changes.fire();
  }

  private set(state: LinkState): void {
    this.current = state;
    if (state.kind !== "running") this.folders = [];
    this.changes.fire();
  }
}

/** As the server takes them at its start, and later. They are switched off and on here, without a new start. */
function lensOptions(): object {
  const settings = workspace.getConfiguration("sdl");
  const [minCallers, minRisk] = ["minCallers", "minRisk"].map((name) => settings.get<number>(`codeLens.${name}`));
  return { codeLens: { enabled: true, minCallers, minRisk, command: "sdl.showReferences" } };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
