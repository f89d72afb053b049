/** MCP session with a server in this process, on one repository: the same answers as a client gets, byte for byte. */
import { type Engine, openEngine, type Repository } from "@sdl/engine";
import { mcpServerFactory } from "@sdl/mcp-server";

interface Message {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text?: string }[] };
}

type Transport = Parameters<ReturnType<ReturnType<typeof mcpServerFactory>>["connect"]>[0];

/** The text of a call's result, and whether the call failed. */
export interface TextAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** One session with one server. */
export class McpSession {
  private readonly waiting = new Map<number, (message: Message) => void>();
  private nextId = 1;
  private readonly transport: Transport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: (message) => {
      const answer = message as Message;
      this.waiting.get(answer.id ?? 0)?.(answer);
      this.waiting.delete(answer.id ?? 0);
      return Promise.resolve();
    },
  };

  private constructor(private readonly engine: Engine) {}

  /** Opens a session. @param home SDL's home, created if absent */
  static async open(root: string, storeDirectory: string, home: string): Promise<McpSession> {
    const engine = openEngine({ cwd: root, env: { ...process.env, SDL_HOME: home, CI: "1" }, storeDirectory });
    await engine.register({ rootPath: root, settings: {} });
    const session = new McpSession(engine);
    await mcpServerFactory({ engine })().connect(session.transport);
    const clientInfo = { name: "bench", version: "0" };
    await session.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    session.transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/initialized" });
    return session;
  }

  /** The repository as the server has opened it. */
  repository(): Promise<Repository> {
    return this.engine.open(this.engine.resolve(undefined));
  }

  async call(name: string, args: Record<string, unknown>): Promise<TextAnswer> {
    const { error, result } = await this.request("tools/call", { name, arguments: args });
    const text = error?.message ?? (result?.content ?? []).map((block) => block.text ?? "").join("\n");
    return { text, isError: error !== undefined || result?.isError === true };
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  private request(method: string, params: Record<string, unknown>): Promise<Message> {
    const id = this.nextId++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.transport.onmessage?.({ jsonrpc: "2.0", id, method, params });
    });
  }
}
