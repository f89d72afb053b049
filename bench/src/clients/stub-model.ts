/**
 * Stub model for other makers' agents: it speaks their protocols (Anthropic's messages, OpenAI's responses, Google's
 * generateContent), calls a task's first tool once, and ends. It records what the agents send.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AgentRequest, anthropic, type Call, google, openAi, type Protocol } from "./protocols.js";

/** Requests that the agents sent. */
export interface Heard {
  /** Names of the tools in the first request with tools, as the agent calls them. */
  readonly firstTools: readonly string[];
  /** Result of the expected tool, if the agent sent one. */
  readonly result: string | undefined;
  readonly requests: number;
}

const PROTOCOLS: readonly Protocol[] = [anthropic, openAi, google];

/** A model server on loopback. */
export class StubModel {
  private readonly server: Server;
  private firstTools: readonly string[] | undefined;
  private result: string | undefined;
  private requests = 0;

  /** @param wanted suffix of the name of the tool to call @param args arguments of the call */
  constructor(
    private readonly wanted: string,
    private readonly args: object,
  ) {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  /** @returns the server's address */
  async listenOnFreePort(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  recordedRequests(): Heard {
    return { firstTools: this.firstTools ?? [], result: this.result, requests: this.requests };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "";
    const body = await readJsonBody(request);
    const protocol = PROTOCOLS.find(({ takes }) => takes(url));
    if (protocol === undefined) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ object: "list", data: [], models: [], input_tokens: 10, totalTokens: 10 }));
      return;
    }
    this.requests++;
    const asked = protocol.read(body);
    protocol.write(response, { url, body, call: this.nextCall(asked) });
  }

  /** The next call; none after the tool has answered, or if it is not offered. */
  private nextCall({ tools, results }: AgentRequest): Call | undefined {
    if (this.firstTools === undefined && tools.length > 0) this.firstTools = tools.map(({ name }) => name);
    const [result] = results;
    if (result !== undefined) this.result = result;
    const tool = tools.find(({ name }) => name.endsWith(this.wanted));
    return result === undefined && tool !== undefined ? { tool, args: this.args } : undefined;
  }
}

async function readJsonBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8")) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
