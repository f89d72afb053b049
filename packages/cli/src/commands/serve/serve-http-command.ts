/** `sdl serve --http`: the MCP server for clients on the network, usually on this machine. */
import { isIP } from "node:net";
import process from "node:process";
import { type AccessToken, type Engine, loadAccessToken, servedRoot } from "@sdl/engine";
import { finishInBackground } from "../../finish-in-background.js";
import { serverStarted } from "../../front/supervisor-messages.js";
import type { SessionEnvironment } from "../../session.js";
import type { Terminal } from "../../terminal.js";
import {
  namedRoots,
  offerFromOptions,
  openServedEngine,
  registerRoots,
  type ServeOptions,
  watchIndexed,
} from "./serve-options.js";

const MINUTE_MS = 60_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;
const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Serves until a signal comes, then ends the process. */
export async function serveHttpCommand(environment: SessionEnvironment, options: ServeOptions): Promise<void> {
  const { cwd, env, terminal } = environment;
  const offer = offerFromOptions(options, env);
  const named = namedRoots(options, cwd);
  const roots = named.length === 0 ? [servedRoot(cwd, undefined)] : named;
  const { engine, isWatching } = openServedEngine(environment, options, roots);
  try {
    await startHttpServer({ engine, isWatching, roots, offer }, options, terminal);
  } finally {
    await engine.close();
  }
  if (environment.finishesInBackground === true) finishInBackground(engine.leftBehind, options.store);
  process.exit(0);
}

interface ServedEngineOptions {
  readonly engine: Engine;
  readonly isWatching: boolean;
  readonly roots: readonly string[];
  readonly offer: ReturnType<typeof offerFromOptions>;
}

async function startHttpServer(
  { engine, isWatching, roots, offer }: ServedEngineOptions,
  options: ServeOptions,
  terminal: Terminal,
) {
  const token = loadAccessToken(engine.home);
  const repositories = await registerRoots(engine, roots);
  const { host, idleExit = 0 } = options;
  const { serveHttp, HTTP_PATH } = await import("@sdl/mcp-server/http");
  const supervisor = serverStarted();
  await serveHttp({
    engine,
    ...offer,
    ...repositories,
    address: host,
    port: supervisor.port ?? options.port,
    hosts: servedHosts(options),
    token: token.token,
    limitMs: options.requestTimeout * 1000,
    stop: supervisor.gone,
    ...(idleExit === 0 ? {} : { idleMs: idleExit * MINUTE_MS }),
    onListening: (port) => {
      supervisor.reportPort(port);
      const url = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}${HTTP_PATH}`;
      for (const line of greetingLines({ engine, token, url, options })) terminal.err(`sdl: ${line}\n`);
      void engine.compareIndexed();
      if (isWatching) for (const root of roots) void watchIndexed(engine, root);
    },
  });
}

interface StartedServer {
  readonly engine: Engine;
  readonly token: AccessToken;
  readonly url: string;
  readonly options: ServeOptions;
}

function greetingLines({ engine, token, url, options }: StartedServer): readonly string[] {
  const made = token.isNew ? " (made just now)" : "";
  const repositories = engine.registry.list().map(({ repoId, rootPath }) => `${repoId} (${rootPath})`);
  return [
    `serving MCP at ${url}`,
    `clients send "Authorization: Bearer TOKEN" with the token in ${token.path}${made}`,
    ...addressWarnings(options),
    `repositories: ${repositories.join(", ")}`,
  ];
}

/** Names in `Host` headers that a server accepts, besides those of this machine itself. */
export function servedHosts({ host, allowedHost = [] }: ServeOptions): readonly string[] {
  return [...(EVERY_ADDRESS.has(host) ? [] : [host]), ...allowedHost];
}

/** Warnings about an address that other machines can reach. */
export function addressWarnings({ host, allowedHost = [] }: ServeOptions): readonly string[] {
  if (LOOPBACK.test(host)) return [];
  return [
    `WARNING: other machines can reach ${host}, and nothing is encrypted: whoever has or overhears the token reads the source. Listen at 127.0.0.1 behind a proxy with TLS instead`,
    ...(EVERY_ADDRESS.has(host) && allowedHost.length === 0 ? [NAMELESS] : []),
  ];
}

const NAMELESS =
  "WARNING: requests by other names than localhost are refused; pass --allowed-host NAME for each name that clients use";
