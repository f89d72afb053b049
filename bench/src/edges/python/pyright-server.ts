/** Client of pyright as a language server over standard input and output. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { downloadNpm, unpackNpm } from "../../corpora/tools.js";
import { ORACLES_FOLDER } from "../../paths.js";

/** The exact version that answers are recorded of. */
export const PYRIGHT_VERSION = "1.1.414";

/** A place in a file: lines from 1, columns from 0 in UTF-16 units. */
export interface FilePlace {
  /** Absolute path. */
  readonly file: string;
  readonly line: number;
  readonly col: number;
}

/** Whether open files are checked for errors, or used for definitions only. */
type Use = "define" | "check";

/** Settings without stub packages and libraries; a folder `src` is an import root, as at the command line. */
function pyrightSettings(section: string | undefined, use: Use): object {
  const typeCheckingMode = use === "check" ? "standard" : "off";
  const analysis = {
    diagnosticMode: "openFilesOnly",
    typeCheckingMode,
    useLibraryCodeForTypes: false,
    autoSearchPaths: true,
  };
  return section === "python" ? { analysis } : section === "python.analysis" ? analysis : {};
}

/** Log line of pyright after it has listed the source files. */
const LISTED = /^(?:Found \d+|No) source files?\b/;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly { readonly section?: string }[]; readonly message?: string };
  readonly result?: unknown;
}

/** An error that pyright reports in a file. */
export interface FileProblem {
  readonly line: number;
  readonly col: number;
  readonly rule: string;
}

interface Diagnostic {
  readonly range: Location["range"];
  readonly severity: number;
  readonly code?: string;
}

const ERROR = 1;

interface Location {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

/** A running server. */
export class PyrightServer {
  private readonly pending = new Map<number, (result: unknown) => void>();
  private received = Buffer.alloc(0);
  private lastId = 0;
  private isStopped = false;
  private listed: () => void = () => undefined;
  /** Until it has listed the project's files, it answers every question with nothing. */
  private readonly isReady = new Promise<void>((resolve) => {
    this.listed = resolve;
  });

  /** Number of changes of the open file's text, as its version. */
  private readonly shown = new Map<string, number>();

  private constructor(
    private readonly child: ChildProcess,
    private readonly use: Use,
  ) {
    child.stdout?.on("data", (data: Buffer) => this.receive(data));
    child.once("exit", (code, signal) => {
      // Thrown to end the process: without an answer, what waits for one would wait forever.
      if (!this.isStopped) throw new Error(`pyright ended before it was asked to: ${signal ?? `code ${code}`}`);
    });
  }

  /** Starts a server on a folder. @throws {Unavailable} if the registry lacks the package */
  static async start(root: string, use: Use = "define"): Promise<PyrightServer> {
    const script = join(fetchPyright(), "langserver.index.js");
    const child = spawn(process.execPath, ["--max-old-space-size=3072", script, "--stdio"], {
      cwd: root,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const server = new PyrightServer(child, use);
    const rootUri = pathToFileURL(root).href;
    await server.request("initialize", {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: "project" }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        ...(use === "check" ? { textDocument: { diagnostic: {} } } : {}),
      },
    });
    server.send({ method: "initialized", params: {} });
    await server.isReady;
    return server;
  }

  /** Definitions of the name at a place; empty if unknown. */
  definitions(place: FilePlace): Promise<FilePlace[]> {
    return this.locations("textDocument/definition", place);
  }

  /** Definitions of the classes that the value at a place is, or is an instance of. */
  typeDefinitions(place: FilePlace): Promise<FilePlace[]> {
    return this.locations("textDocument/typeDefinition", place);
  }

  /** References to the name at a place, its declarations included. */
  references(place: FilePlace): Promise<FilePlace[]> {
    return this.locations("textDocument/references", place, { context: { includeDeclaration: true } });
  }

  /** Opens a file, or changes its text. @param file absolute path */
  show(file: string, text: string): void {
    const version = (this.shown.get(file) ?? 0) + 1;
    this.shown.set(file, version);
    const textDocument = { uri: pathToFileURL(file).href, version };
    if (version === 1) {
      const opened = { ...textDocument, languageId: "python", text };
      this.send({ method: "textDocument/didOpen", params: { textDocument: opened } });
    } else this.send({ method: "textDocument/didChange", params: { textDocument, contentChanges: [{ text }] } });
  }

  /** Errors of an open file. @param file absolute path */
  async problems(file: string): Promise<FileProblem[]> {
    const result = await this.request("textDocument/diagnostic", { textDocument: { uri: pathToFileURL(file).href } });
    const { items = [] } = (result ?? {}) as { readonly items?: readonly Diagnostic[] };
    return items
      .filter(({ severity }) => severity === ERROR)
      .map(({ range: { start }, code = "" }) => ({ line: start.line + 1, col: start.character, rule: code }));
  }

  private async locations(method: string, { file, line, col }: FilePlace, more: object = {}): Promise<FilePlace[]> {
    const result = await this.request(method, {
      textDocument: { uri: pathToFileURL(file).href },
      position: { line: line - 1, character: col },
      ...more,
    });
    return (Array.isArray(result) ? (result as Location[]) : []).map(({ uri, range: { start } }) => ({
      file: fileURLToPath(uri),
      line: start.line + 1,
      col: start.character,
    }));
  }

  stop(): void {
    this.isStopped = true;
    this.child.kill();
  }

  private request(method: string, params: object): Promise<unknown> {
    const id = ++this.lastId;
    this.send({ id, method, params });
    return new Promise((resolve) => this.pending.set(id, resolve));
  }

  private send(message: object): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.child.stdin?.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  private receive(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const end = this.received.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(this.received.toString("latin1", 0, Math.max(0, end)))?.[1]);
      if (end < 0 || this.received.length < end + 4 + length) return;
      const body = this.received.toString("utf8", end + 4, end + 4 + length);
      this.received = this.received.subarray(end + 4 + length);
      this.handle(JSON.parse(body) as Message);
    }
  }

  private handle({ id, method, params, result }: Message): void {
    if (method === "window/logMessage") {
      if (LISTED.test(params?.message ?? "")) this.listed();
    } else if (id === undefined) return;
    else if (method === undefined) {
      this.pending.get(id)?.(result);
      this.pending.delete(id);
    } else if (method === "workspace/configuration") {
      this.send({ id, result: (params?.items ?? []).map(({ section }) => pyrightSettings(section, this.use)) });
    } else this.send({ id, result: null });
  }
}

/** Path of the package in the oracles' folder: it is no dependency, and needs only Node.js. */
function fetchPyright(): string {
  const folder = join(ORACLES_FOLDER, `pyright-${PYRIGHT_VERSION}`);
  if (existsSync(folder)) return folder;
  const tarball = downloadNpm(
    { from: "npm", name: "pyright", version: PYRIGHT_VERSION, keep: [] },
    join(ORACLES_FOLDER, ".downloads"),
  );
  // Another process may unpack it at the same time.
  const own = `${folder}.${process.pid}.part`;
  rmSync(own, { recursive: true, force: true });
  unpackNpm(tarball, own);
  if (existsSync(folder)) rmSync(own, { recursive: true });
  else renameSync(own, folder);
  return folder;
}
