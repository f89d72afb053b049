/**
 * MCP server over streamable HTTP, for both eras of the protocol. Connections have no state: each request is answered
 * by a new server object over one shared engine. Knows no repository and no file.
 * Invariants: a request that is not allowed is refused before its body is read; the process ends soon after a stop
 * signal, whatever still runs.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpHttpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import { IdleCollector, SdlError, toErrorAnswer } from "@sdl/engine";
import { ConcurrencyLimit } from "../concurrency-limit.js";
import { IdleWatch } from "../idle.js";
import { type McpServerOptions, mcpServerFactory } from "../server.js";
import { type AccessRules, createAccessCheck, type Refusal } from "./access.js";
import { AdmissionQueue } from "./admission-queue.js";
import { BodyReader, MAX_BODY_BYTES } from "./read-body.js";

/** Where and how long a server listens. */
export interface ListenOptions {
  /** An address of this machine to listen at. */
  readonly address: string;
  /** 0 means any free port. */
  readonly port: number;
  /** Ends the server after this time without a request; absent means never. */
  readonly idleMs?: number;
  /** Ends the server when it fires, like a signal. */
  readonly stop?: AbortSignal;
  readonly onListening?: (port: number) => void;
}

/** Options of the server over HTTP. */
export interface HttpOptions extends McpServerOptions, AccessRules, ListenOptions {}

/** Path of the endpoint. */
export const HTTP_PATH = "/mcp";

/** How long running requests may take to end after a stop signal. */
const SHUTDOWN_MS = 2_000;
/** How long a client may take to send a request. */
const RECEIVE_MS = 60_000;
const HEADERS_MS = 10_000;
/**
 * How long an unused connection stays open: longer than clients keep it, or a client could send into a connection that
 * is being closed.
 */
const KEEP_ALIVE_MS = 75_000;
/** Concurrent requests: many of them wait for a disk, or for a refresh. */
export const MAX_CONCURRENT = 16;

/**
 * Serves until a signal, `stop` or idleness ends it. Resolves when the engine is closed, or the time for closing is
 * over.
 * @throws {SdlError} if the port cannot be opened
 */
export async function serveHttp(options: HttpOptions): Promise<void> {
  const handler = createHandler(
    mcpServerFactory({
      concurrency: new ConcurrencyLimit(MAX_CONCURRENT),
      ...options,
      rest: new IdleCollector(),
    }),
  );
  const checkAccess = createAccessCheck(options);
  await listenUntilStopped(handler, new Listener(handler, ({ headers }) => checkAccess(headers)), {
    ...options,
    close: () => options.engine.close(),
  });
}

/**
 * Listens until a signal, `stop` or idleness ends the server. Resolves when `close` has, or the time for closing is over.
 * @throws {SdlError} if the port cannot be opened
 */
export async function listenUntilStopped(
  handler: McpHttpHandler,
  listener: Listener,
  options: ListenOptions & { close(): Promise<void> },
): Promise<void> {
  const ending = new AbortController();
  const { server } = listener;
  const idle = new IdleWatch({ idleMs: options.idleMs, isBusy: () => listener.openRequests > 0 }, () => ending.abort());
  server.on("request", () => idle.noteRequest());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
  await listenOnPort(server, options);
  options.onListening?.((server.address() as AddressInfo).port);
  options.stop?.addEventListener("abort", () => ending.abort());
  // Nobody reads standard error any more.
  process.stderr.on("error", () => undefined);
  if (!ending.signal.aborted && options.stop?.aborted !== true)
    await new Promise<void>((resolve) => ending.signal.addEventListener("abort", () => resolve(), { once: true }));
  idle.stop();
  await endServer(server, handler, () => options.close());
}

/** Request handler for both eras of the protocol, over servers that `factory` creates. */
export function createHandler(factory: McpServerFactory): McpHttpHandler {
  // The client receives the error, so it is not logged.
  return createMcpHandler(factory, { maxRequestBodySize: MAX_BODY_BYTES, onerror: () => undefined });
}

/** The SDK's types of requests differ slightly from those of Node.js. */
type Answer = (request: IncomingMessage, response: ServerResponse, body?: unknown) => Promise<void>;

/**
 * Decides on a request before its body is read, or answers it. @returns the refusal; `undefined` if the request is allowed,
 * or was answered
 */
export type CheckRequest = (
  request: IncomingMessage,
  response: ServerResponse,
) => Refusal | undefined | Promise<Refusal | undefined>;

/** HTTP transport by itself, for any MCP server. */
export class Listener {
  readonly server: Server;
  /** Number of unanswered requests. */
  openRequests = 0;
  private readonly answer: Answer;
  private readonly bodies = new BodyReader();
  private readonly admissions = new AdmissionQueue();

  /** @param checkRequest decides before a body is read */
  constructor(
    handler: McpHttpHandler,
    private readonly checkRequest: CheckRequest,
  ) {
    this.answer = toNodeHandler(handler, { onerror: reportError }) as Answer;
    const timeouts = { requestTimeout: RECEIVE_MS, headersTimeout: HEADERS_MS, keepAliveTimeout: KEEP_ALIVE_MS };
    this.server = createServer(timeouts, (request, response) => void this.handleRequest(request, response));
  }

  private async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.openRequests++;
    try {
      await this.serveRequest(request, response);
    } catch (error) {
      reportError(error);
      response.destroy();
    } finally {
      this.openRequests--;
    }
  }

  private async serveRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = (await this.checkRequest(request, response)) ?? refusedPath(request);
    // The check may have answered the request.
    if (response.headersSent) return;
    if (refusal !== undefined) refuseRequest(request, response, refusal);
    // Methods without a body are the handler's to refuse.
    else if (request.method !== "POST") await this.answer(request, response);
    else
      await this.bodies.useBody(request, async (body) => {
        if ("refusal" in body) return refuseRequest(request, response, body.refusal);
        await this.admissions.waitForTurn();
        await this.answer(request, response, body.value);
      });
  }
}

function refusedPath({ url = "" }: IncomingMessage): Refusal | undefined {
  const [path] = url.split("?");
  return path === HTTP_PATH
    ? undefined
    : { status: 404, message: `there is nothing at this path; clients send requests to ${HTTP_PATH}` };
}

/**
 * Refuses a request. The rest of its body is read and dropped, because a client that is still sending would not see the
 * answer.
 */
function refuseRequest(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { status, message, headers, protocolCode = -32_000 } = refusal;
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code: protocolCode, message }, id: null });
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(`${body}\n`);
  request.resume();
}

function listenOnPort(server: Server, { address, port }: Pick<HttpOptions, "address" | "port">): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, address, port)));
    server.listen({ host: address, port }, () => {
      server.removeAllListeners("error");
      server.on("error", reportError);
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

async function endServer(server: Server, handler: McpHttpHandler, closeEngine: () => Promise<void>): Promise<void> {
  const timeout = setTimeout(() => undefined, SHUTDOWN_MS);
  const isLate = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref());
  const answered = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.race([answered, isLate]);
  await Promise.race([handler.close(), isLate]);
  server.closeAllConnections();
  await Promise.race([closeEngine(), isLate]).catch(reportError);
  clearTimeout(timeout);
}

function reportError(error: unknown): void {
  process.stderr.write(`sdl: ${toErrorAnswer(error).message}\n`);
}
