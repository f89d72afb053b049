/**
 * The server over streamable HTTP, for both eras of the protocol. No state hangs off a connection: each request is answered by a server of its
 * own, over one engine. Knows no repository and no file.
 * Invariants: what is not allowed is refused before its body is read; the process ends soon after it is told to, whatever still runs.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpHttpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import { RestCollector, SdlError, toErrorAnswer } from "@sdl/engine";
import { IdleWatch } from "../idle.js";
import { type McpServerOptions, mcpServerFactory } from "../server.js";
import { type AccessRules, accessCheck, type CheckAccess, type Refusal } from "./access.js";
import { BodyReader, MAX_BODY_BYTES } from "./read-body.js";

export interface HttpOptions extends McpServerOptions, AccessRules {
  /** An address of this machine. */
  readonly address: string;
  /** 0: whichever is free. */
  readonly port: number;
  /** Ends when nothing was asked for so long; never when absent. */
  readonly idleMs?: number;
  /** Ends the server, as a signal of the system does. */
  readonly stop?: AbortSignal;
  readonly onListening?: (port: number) => void;
}

/** Where clients ask. */
export const HTTP_PATH = "/mcp";

/** How long requests in flight may take to end once the server is told to. */
const SHUTDOWN_MS = 2_000;
/** How long a client may take to send a request. */
const RECEIVE_MS = 60_000;
const HEADERS_MS = 10_000;
/** Longer than clients keep a connection that they do not use: else they send into one that is just being closed. */
const KEEP_ALIVE_MS = 75_000;
/** Many of them wait for a disk, or for an index that is being made. */
const AT_ONCE = 16;

/**
 * Resolves when the server has ended and the engine is closed, or the time for closing is over.
 * @throws {SdlError} where the port cannot be had
 */
export async function serveHttp(options: HttpOptions): Promise<void> {
  const handler = handlerOf(mcpServerFactory({ atOnce: AT_ONCE, ...options, rest: new RestCollector() }));
  const ending = new AbortController();
  const listener = new Listener(handler, accessCheck(options));
  const { server } = listener;
  const idle = new IdleWatch({ idleMs: options.idleMs, isBusy: () => listener.openRequests > 0 }, () => ending.abort());
  server.on("request", () => idle.note());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
  await listen(server, options);
  options.onListening?.((server.address() as AddressInfo).port);
  options.stop?.addEventListener("abort", () => ending.abort());
  // Nobody reads what it says there.
  process.stderr.on("error", () => undefined);
  if (!ending.signal.aborted && options.stop?.aborted !== true)
    await new Promise<void>((resolve) => ending.signal.addEventListener("abort", () => resolve(), { once: true }));
  idle.stop();
  await end(server, handler, () => options.engine.close());
}

/** Both eras of the protocol, over servers of any kind. */
export function handlerOf(factory: McpServerFactory): McpHttpHandler {
  // What is wrong with a request, its client is told.
  return createMcpHandler(factory, { maxRequestBodySize: MAX_BODY_BYTES, onerror: () => undefined });
}

/** Its own types do not fit those of Node.js to the letter. */
type Answer = (request: IncomingMessage, response: ServerResponse, body?: unknown) => Promise<void>;

/** The transport alone, for servers of any kind. */
export class Listener {
  readonly server: Server;
  /** Requests that are not answered yet. */
  openRequests = 0;
  private readonly answer: Answer;
  private readonly bodies = new BodyReader();

  constructor(
    handler: McpHttpHandler,
    private readonly checkAccess: CheckAccess,
  ) {
    this.answer = toNodeHandler(handler, { onerror: report }) as Answer;
    const timeouts = { requestTimeout: RECEIVE_MS, headersTimeout: HEADERS_MS, keepAliveTimeout: KEEP_ALIVE_MS };
    this.server = createServer(timeouts, (request, response) => void this.take(request, response));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.openRequests++;
    try {
      await this.serve(request, response);
    } catch (error) {
      report(error);
      response.destroy();
    } finally {
      this.openRequests--;
    }
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = this.checkAccess(request.headers) ?? refusedPath(request);
    if (refusal !== undefined) refuse(request, response, refusal);
    // Methods without a body are the handler's to refuse.
    else if (request.method !== "POST") await this.answer(request, response);
    else
      await this.bodies.during(request, async (body) => {
        if ("refusal" in body) refuse(request, response, body.refusal);
        else await this.answer(request, response, body.value);
      });
  }
}

function refusedPath({ url = "" }: IncomingMessage): Refusal | undefined {
  const [path] = url.split("?");
  return path === HTTP_PATH
    ? undefined
    : { status: 404, message: `there is nothing at this path; clients send requests to ${HTTP_PATH}` };
}

/** The rest of the request is read and thrown away: a client that is still sending would not see the answer. */
function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { status, message, headers, protocolCode = -32_000 } = refusal;
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code: protocolCode, message }, id: null });
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(`${body}\n`);
  request.resume();
}

function listen(server: Server, { address, port }: Pick<HttpOptions, "address" | "port">): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, address, port)));
    server.listen({ host: address, port }, () => {
      server.removeAllListeners("error");
      server.on("error", report);
      resolve();
    });
  });
}

function listenError(error: NodeJS.ErrnoException, address: string, port: number): SdlError {
  const place = `port ${port} of ${address}`;
  if (error.code === "EADDRINUSE")
    return new SdlError(
      "busy",
      `${place} is in use; end what uses it, or pass another with --port (0: any that is free)`,
    );
  if (error.code === "EACCES")
    return new SdlError("policy_denied", `${place} may not be opened by this user; pass --port with one above 1023`);
  const message = `${place} cannot be opened (${error.code ?? error.message}); pass --host with an address of this machine`;
  return new SdlError("invalid_params", message, { cause: error });
}

async function end(server: Server, handler: McpHttpHandler, closeEngine: () => Promise<void>): Promise<void> {
  const timeout = setTimeout(() => undefined, SHUTDOWN_MS);
  const isLate = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref());
  const answered = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.race([answered, isLate]);
  await Promise.race([handler.close(), isLate]);
  server.closeAllConnections();
  await Promise.race([closeEngine(), isLate]).catch(report);
  clearTimeout(timeout);
}

function report(error: unknown): void {
  process.stderr.write(`sdl: ${toErrorAnswer(error).message}\n`);
}
