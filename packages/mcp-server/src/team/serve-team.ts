/**
 * MCP server over a team's remote, for many callers: each request is answered as the owner of its token may ask. Any
 * number of such servers answer side by side: no request needs what an earlier one left in a server.
 * Besides the endpoint there are three pages without a token, which name no repository: liveness, readiness, metrics.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AuthInfo, McpRequestContext, Server } from "@modelcontextprotocol/server";
import { IdleCollector } from "@sdl/engine";
import type { Principal, Team } from "@sdl/engine/team";
import { ConcurrencyLimit } from "../concurrency-limit.js";
import { bearerToken, createNameCheck, type Refusal, UNAUTHORIZED } from "../http/access.js";
import {
  type CheckRequest,
  createHandler,
  HTTP_PATH,
  Listener,
  type ListenOptions,
  listenUntilStopped,
  MAX_CONCURRENT,
} from "../http/serve-http.js";
import { type McpServerOptions, mcpServerFactory } from "../server.js";
import { type Gauge, Metrics } from "./metrics.js";

/** Options of a server over a team's remote. */
export interface TeamServerOptions
  extends ListenOptions,
    Pick<McpServerOptions, "mode" | "names" | "outputSchemas" | "answerFormat" | "selection" | "limitMs"> {
  readonly team: Team;
  /** Host names allowed besides those of loopback, without ports. */
  readonly hosts: readonly string[];
}

/** Most repositories that a client is told the names of when it connects. */
const MAX_NAMED = 20;

/** Serves until a signal, `stop` or idleness ends it. @throws {SdlError} if the port cannot be opened */
export async function serveTeam(options: TeamServerOptions): Promise<void> {
  const metrics = new Metrics();
  const handler = createHandler(serverForRequest(options, metrics));
  const listener = new Listener(handler, requestCheck(options, metrics));
  await listenUntilStopped(handler, listener, { ...options, close: async () => undefined });
}

/** Makes a server for each request. What only depends on the caller and its repositories is computed once. */
function serverForRequest(
  options: TeamServerOptions,
  metrics: Metrics,
): (context: McpRequestContext) => Promise<Server> {
  const { team, ...rest } = options;
  const shared = {
    ...rest,
    rest: new IdleCollector(),
    concurrency: new ConcurrencyLimit(MAX_CONCURRENT),
    onCall: (call: Parameters<Metrics["noteCall"]>[0]) => metrics.noteCall(call),
  };
  const factories = new WeakMap<Principal, { readonly told: string; readonly make: () => Server }>();
  return async ({ authInfo }) => {
    const principal = authInfo?.extra?.["principal"] as Principal;
    const engine = await team.engineOf(principal);
    const names = engine.servedNames();
    const repositories = names.length > MAX_NAMED ? [] : names;
    const told = repositories.join("\n");
    const known = factories.get(principal);
    if (known?.told === told) return known.make();
    const make = mcpServerFactory({ ...shared, engine, repositories });
    factories.set(principal, { told, make });
    return make();
  };
}

/** Answers the pages; refuses what has no valid token, and records that; notes the token's owner with the request. */
function requestCheck({ team, hosts }: TeamServerOptions, metrics: Metrics): CheckRequest {
  const checkNames = createNameCheck(hosts);
  return async (request, response) => {
    const [route = ""] = (request.url ?? "").split("?");
    const page = request.method === "GET" ? PAGES.get(route) : undefined;
    if (page !== undefined) return void (await page(response, team, metrics));
    const refusal = checkNames(request.headers);
    if (refusal !== undefined) return refusal;
    const principal = team.principalOf(bearerToken(request.headers));
    if (principal === undefined) return unauthorized(request, route, { team, metrics });
    const auth: AuthInfo = { token: "", clientId: principal.name, scopes: [], extra: { principal } };
    Object.assign(request, { auth });
    return undefined;
  };
}

async function unauthorized(
  { socket }: IncomingMessage,
  route: string,
  { team, metrics }: { readonly team: Team; readonly metrics: Metrics },
): Promise<Refusal> {
  metrics.noteRefusal();
  await team.deny({ address: socket.remoteAddress, route });
  return UNAUTHORIZED_HERE;
}

const UNAUTHORIZED_HERE: Refusal = {
  ...UNAUTHORIZED,
  message: "a token is needed: send Authorization: Bearer TOKEN, with a token from the operator of this server",
};

type Page = (response: ServerResponse, team: Team, metrics: Metrics) => Promise<void>;

const PAGES: ReadonlyMap<string, Page> = new Map<string, Page>([
  ["/healthz", async (response) => answer(response, 200, "ok\n")],
  [
    "/readyz",
    async (response, team) => {
      const isReady = await team.isReady();
      answer(response, isReady ? 200 : 503, isReady ? "ok\n" : "the team's store cannot be reached\n");
    },
  ],
  ["/metrics", async (response, team, metrics) => answer(response, 200, metrics.text(await gaugesOf(team)))],
]);

async function gaugesOf(team: Team): Promise<readonly Gauge[]> {
  const state = await team.cacheState();
  const gauge = (name: string, help: string, value: number) => ({ name, help, value, type: "gauge" as const });
  const counter = (name: string, help: string, value: number) => ({ name, help, value, type: "counter" as const });
  return [
    gauge("sdl_cache_bytes", "Bytes of cached indexes on disk", state.bytes),
    gauge("sdl_cache_indexes", "Cached indexes", state.indexes),
    gauge("sdl_cache_open_indexes", "Cached indexes that are open", state.opened),
    counter("sdl_cache_hits_total", "Questions that found their index in the cache", state.hits),
    counter("sdl_cache_misses_total", "Questions that fetched their index", state.misses),
    counter("sdl_cache_removed_total", "Indexes removed from the cache", state.removed),
    gauge("sdl_index_lag_seconds", "Longest time since a head was moved that its cached index lacks", state.lagSeconds),
  ];
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
    "Cache-Control": "no-store",
  });
  response.end(text);
}

export { HTTP_PATH };
