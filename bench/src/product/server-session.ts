/** An MCP server of the bundled program, asked call by call. */
import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { CLI } from "../paths.js";
import type { StorePlace } from "./cold.js";

type Place = Pick<StorePlace, "store" | "env">;

interface Message {
  readonly id?: number;
  readonly error?: object;
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: unknown };
}

const INITIALIZE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "bench", version: "0" },
};

export class ServerSession {
  private readonly server;
  private readonly waiting = new Map<number, (message: Message) => void>();
  private last = 0;

  private constructor(root: string, place: Place) {
    this.server = spawn(process.execPath, [CLI, "serve", "--stdio", "--tools", "all", "--store", place.store], {
      cwd: root,
      env: { ...process.env, ...place.env },
      stdio: ["pipe", "pipe", "ignore"],
    });
    createInterface({ input: this.server.stdout }).on("line", (line) => {
      const message = JSON.parse(line) as Message;
      if (message.id !== undefined) this.waiting.get(message.id)?.(message);
    });
  }

  static async start(root: string, place: Place): Promise<ServerSession> {
    const session = new ServerSession(root, place);
    await session.request("initialize", INITIALIZE);
    session.send({ method: "notifications/initialized" });
    return session;
  }

  /** The answer of a tool as JSON. @throws {Error} when it is an error */
  async call<T>(name: string, args: object): Promise<T> {
    const { error, result } = await this.request("tools/call", {
      name,
      arguments: { ...args, answerFormat: "json" },
    });
    if (error !== undefined || result?.isError === true) throw new Error(`${name}: ${JSON.stringify(error ?? result)}`);
    return result?.structuredContent as T;
  }

  async end(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.server.on("close", () => resolve()));
    this.server.stdin.end();
    await ended;
  }

  private request(method: string, params: object): Promise<Message> {
    const id = ++this.last;
    this.send({ id, method, params });
    return new Promise((resolve) =>
      this.waiting.set(id, (message) => {
        this.waiting.delete(id);
        resolve(message);
      }),
    );
  }

  private send(message: object): void {
    this.server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
