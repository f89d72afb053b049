/**
 * Editor over the language server protocol: starts the server, and after a kill opens its files again in the next one.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkDoneProgressCreateRequest,
} from "vscode-languageserver-protocol/node";
import { CLI } from "../paths.js";

interface OpenFile {
  text: string;
  version: number;
}

/** How many progress tokens a client got reports for. */
export interface ProgressCount {
  begun: number;
  reports: number;
}

/** An editor with open files and one server. */
export class Editor {
  readonly progress: ProgressCount = { begun: 0, reports: 0 };
  private readonly open = new Map<string, OpenFile>();
  private server: ChildProcessWithoutNullStreams | undefined;
  private connection: ProtocolConnection | undefined;

  constructor(
    private readonly root: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  get pid(): number {
    return this.server?.pid ?? 0;
  }

  /** Starts a server and opens all open files in it. */
  async start(): Promise<void> {
    const server = spawn(process.execPath, [CLI, "lsp", "--stdio"], {
      cwd: this.root,
      env: { ...process.env, ...this.env },
    });
    server.stderr.resume();
    server.stdin.on("error", () => undefined);
    const connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.onError(() => undefined);
    connection.onRequest(WorkDoneProgressCreateRequest.type, () => undefined);
    connection.onNotification("$/progress", (params: unknown) => this.noteProgress(params));
    connection.listen();
    this.server = server;
    this.connection = connection;
    const uri = pathToFileURL(this.root).href;
    await connection.sendRequest(InitializeRequest.type, {
      ...{ processId: process.pid, rootUri: uri, workspaceFolders: [{ uri, name: "repository" }] },
      capabilities: { window: { workDoneProgress: true } },
    });
    await connection.sendNotification(InitializedNotification.type, {});
    for (const [file, { text, version }] of this.open) await this.tellOpened(file, text, version);
  }

  /** @param text content of the buffer, if it differs from the file */
  async openFile(file: string, text = readFileSync(join(this.root, file), "utf8")): Promise<void> {
    this.open.set(file, { text, version: 1 });
    await this.tellOpened(file, text, 1);
  }

  textOf(file: string): string {
    return this.open.get(file)?.text ?? "";
  }

  /** Replaces the whole text. */
  async change(file: string, text: string): Promise<void> {
    const known = this.open.get(file);
    if (known === undefined) throw new Error(`${file} is not open`);
    known.text = text;
    known.version++;
    await this.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: this.fileUri(file), version: known.version },
      contentChanges: [{ text }],
    });
  }

  async save(file: string): Promise<void> {
    writeFileSync(join(this.root, file), this.textOf(file));
    await this.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri: this.fileUri(file) } });
  }

  async closeFile(file: string): Promise<void> {
    this.open.delete(file);
    await this.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri: this.fileUri(file) } });
  }

  /** Requests a hover at the file's start: its answer shows that earlier changes were received. */
  async hover(file: string): Promise<void> {
    await this.sendRequest("textDocument/hover", {
      textDocument: { uri: this.fileUri(file) },
      position: { line: 0, character: 0 },
    });
  }

  /** @returns the server's response to a request */
  sendRequest<Answer>(method: string, params: object): Promise<Answer> {
    if (this.connection === undefined) throw new Error("there is no server");
    return this.connection.sendRequest<Answer>(method, params);
  }

  async killServer(): Promise<void> {
    const { server, connection } = this;
    if (server === undefined) return;
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
    connection?.dispose();
  }

  async stop(): Promise<void> {
    const { server, connection } = this;
    if (server === undefined || connection === undefined) return;
    const ended = once(server, "exit");
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    await ended;
    connection.dispose();
  }

  private tellOpened(file: string, text: string, version: number): Promise<void> {
    const languageId = file.endsWith(".py") ? "python" : "typescript";
    const textDocument = { uri: this.fileUri(file), languageId, version, text };
    return this.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  /** Sends a notification. If no server runs, nothing is sent: the next server gets the whole state at its start. */
  private async sendNotification<Params extends object>(
    type: { readonly method: string; readonly _?: readonly [Params, unknown] | undefined },
    params: object,
  ): Promise<void> {
    await this.connection?.sendNotification(type.method, params).catch(() => undefined);
  }

  private noteProgress(params: unknown): void {
    const kind = (params as { readonly value?: { readonly kind?: string } } | undefined)?.value?.kind;
    if (kind === "begin") this.progress.begun++;
    if (kind === "report") this.progress.reports++;
  }

  private fileUri(file: string): string {
    return pathToFileURL(join(this.root, file)).href;
  }
}
