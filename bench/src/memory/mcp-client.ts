/** Client of `sdl serve --stdio` over pipes: one call after another. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** Command line and environment that start a server. */
export interface ServerCommand {
  readonly cli: string;
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A call's structured content, and whether it is an error. */
export interface CallAnswer {
  readonly isError: boolean;
  readonly content: Readonly<Record<string, unknown>>;
}

interface Response {
  readonly id: number;
  readonly error?: object;
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: Readonly<Record<string, unknown>> };
}

/** A connection with one server. */
export class McpClient {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly waiting = new Map<number, (response: Response) => void>();
  /** Resolves when the started process has ended. */
  readonly ended: Promise<void>;
  private nextId = 1;

  private constructor({ cli, cwd, args, env }: ServerCommand) {
    this.child = spawn(process.execPath, [cli, "serve", "--stdio", ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.ended = new Promise((resolve) => this.child.on("close", () => resolve()));
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      const response: Response = JSON.parse(line);
      this.waiting.get(response.id)?.(response);
      this.waiting.delete(response.id);
    });
  }

  static async connect(command: ServerCommand): Promise<McpClient> {
    const client = new McpClient(command);
    const clientInfo = { name: "bench", version: "0" };
    await client.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    client.send({ method: "notifications/initialized" });
    return client;
  }

  /** Process id of the started process, which is the front. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Calls a tool. @throws {Error} if the server ends before it answers */
  async call(name: string, args: object): Promise<CallAnswer> {
    const { error, result } = await this.request("tools/call", { name, arguments: { answerFormat: "json", ...args } });
    return { isError: error !== undefined || result?.isError === true, content: result?.structuredContent ?? {} };
  }

  async close(): Promise<void> {
    this.child.stdin.end();
    await this.ended;
  }

  private async request(method: string, params: object): Promise<Response> {
    const id = this.nextId++;
    const response = new Promise<Response>((resolve) => this.waiting.set(id, resolve));
    this.send({ id, method, params });
    const ended = this.ended.then(() => {
      throw new Error(`the server ended before it answered ${method}`);
    });
    return Promise.race([response, ended]);
  }

  private send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
