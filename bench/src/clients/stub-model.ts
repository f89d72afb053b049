/**
 * A model that is no model, for the agents of other makers: it answers by their protocols (Anthropic's messages, OpenAI's responses, Google's
 * generateContent), calls the tool that a task begins with once, and ends. It keeps what the agents sent it.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AgentRequest, anthropic, type Call, google, openAi, type Protocol } from "./protocols.js";

export interface Heard {
  /** Names of the tools of the first request that offers any, as the agent calls them. */
  readonly firstTools: readonly string[];
  /** Whether the wanted tool's result came, and what it says. */
  readonly result: string | undefined;
  readonly requests: number;
}

const PROTOCOLS: readonly Protocol[] = [anthropic, openAi, google];

export class StubModel {
  private readonly server: Server;
  private firstTools: readonly string[] | undefined;
  private result: string | undefined;
  private requests = 0;

  /** @param wanted ends the name of the tool to call @param args of the call */
  constructor(
    private readonly wanted: string,
    private readonly args: object,
  ) {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  /** @returns its address */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  heard(): Heard {
    return { firstTools: this.firstTools ?? [], result: this.result, requests: this.requests };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "";
    const body = await bodyOf(request);
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

  /** Nothing once the tool has answered, and where it is not offered. */
  private nextCall({ tools, results }: AgentRequest): Call | undefined {
    if (this.firstTools === undefined && tools.length > 0) this.firstTools = tools.map(({ name }) => name);
    const [result] = results;
    if (result !== undefined) this.result = result;
    const tool = tools.find(({ name }) => name.endsWith(this.wanted));
    return result === undefined && tool !== undefined ? { tool, args: this.args } : undefined;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8")) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
