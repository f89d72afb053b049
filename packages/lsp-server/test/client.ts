/** Test editor: the protocol's own client over stdio, connected to the shipped program. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  type InitializeParams,
  InitializeRequest,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type Range,
  ShutdownRequest,
} from "vscode-languageserver-protocol";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";

export const PROGRAM = fileURLToPath(new URL("../../cli/bundle/sdl.js", import.meta.url));

/** Repositories in a temporary folder, with an SDL home of their own. */
export class Place {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-lsp-")));
  readonly environment = {
    PATH: process.env["PATH"] ?? "",
    SDL_HOME: join(this.folder, "home"),
    SDL_BACKGROUND: "off",
  };

  /** @param files texts by path; the folder becomes a git root, so that no parent folder is taken for the repository */
  addRepository(name: string, files: Readonly<Record<string, string>>): string {
    const root = join(this.folder, name);
    mkdirSync(join(root, ".git"), { recursive: true });
    for (const [path, text] of Object.entries(files)) this.write(root, path, text);
    return root;
  }

  write(root: string, path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  /** Runs the command line as a separate process. */
  sdl(root: string, ...args: readonly string[]): string {
    const { stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      cwd: root,
      encoding: "utf8",
      env: this.environment,
    });
    return stdout + stderr;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface EditorOptions {
  readonly folders: readonly string[];
  readonly encodings?: readonly string[];
  readonly initializationOptions?: unknown;
  readonly capabilities?: InitializeParams["capabilities"];
  /** Process id of the editor; default: this process. */
  readonly processId?: number;
  /** Working directory of the server. */
  readonly cwd?: string;
  /** Further arguments of the server, besides those that every client passes. */
  readonly args?: readonly string[];
}

export class Editor {
  readonly messages: string[] = [];

  private constructor(
    readonly process: ChildProcessWithoutNullStreams,
    readonly connection: ProtocolConnection,
    readonly initialized: InitializeResult,
  ) {
    connection.onNotification("window/logMessage", ({ message }: { readonly message: string }) => {
      this.messages.push(message);
    });
  }

  static async start(place: Place, { folders, encodings, ...options }: EditorOptions): Promise<Editor> {
    const { cwd = place.folder, args = [] } = options;
    const child = spawn(process.execPath, [PROGRAM, "lsp", "--stdio", ...args], { cwd, env: place.environment });
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.listen();
    // A killed server causes EPIPE here.
    child.stdin.on("error", () => undefined);
    const capabilities = {
      textDocument: { hover: { contentFormat: ["markdown" as const] } },
      ...options.capabilities,
      ...(encodings === undefined ? {} : { general: { positionEncodings: [...encodings] } }),
    };
    const initialized = await connection.sendRequest(InitializeRequest.type, {
      processId: options.processId ?? process.pid,
      rootUri: null,
      capabilities,
      initializationOptions: options.initializationOptions,
      workspaceFolders: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: folder })),
    });
    const editor = new Editor(child, connection, initialized);
    await connection.sendNotification(InitializedNotification.type, {});
    return editor;
  }

  async open(path: string, text: string, version = 1): Promise<string> {
    const uri = pathToFileURL(path).href;
    const textDocument = { uri, languageId: path.endsWith(".py") ? "python" : "typescript", version, text };
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    return uri;
  }

  /** @param range replaced range; the whole text if absent */
  async change(uri: string, version: number, text: string, range?: Range): Promise<void> {
    const change = range === undefined ? { text } : { range, text };
    const textDocument = { uri, version };
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument,
      contentChanges: [change],
    });
  }

  async save(uri: string): Promise<void> {
    await this.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } });
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  request<Result>(method: string, params: object): Promise<Result> {
    return this.connection.sendRequest<Result>(method, params);
  }

  at<Result>(method: string, uri: string, position: Position, more: object = {}): Promise<Result> {
    return this.request(`textDocument/${method}`, { textDocument: { uri }, position, ...more });
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    const ended = this.ended();
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    return ended;
  }

  async kill(): Promise<void> {
    const ended = this.ended();
    this.process.kill("SIGKILL");
    await ended;
    this.connection.dispose();
  }

  async ended(): Promise<number | null> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return this.process.exitCode;
    const [code] = await once(this.process, "exit");
    return code;
  }
}

/** Repeats a request until the answer fits, because indexing and saving continue in the background. */
export async function eventually<T>(ask: () => T | Promise<T>, fits: (answer: T) => boolean): Promise<T> {
  const untilMs = performance.now() + 20_000;
  for (;;) {
    const answer = await ask();
    if (fits(answer) || performance.now() > untilMs) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
