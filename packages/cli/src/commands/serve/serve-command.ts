/** `sdl serve`: the MCP server, over standard input and output or over HTTP. */
import process from "node:process";
import { SdlError } from "@sdl/engine";
import { finishInBackground } from "../../finish-in-background.js";
import { hasFront, idleExitMs, REST_EXIT_CODE } from "../../front/environment.js";
import type { SessionEnvironment } from "../../session.js";
import { serveHttpCommand } from "./serve-http-command.js";
import {
  namedRoots,
  offerFromOptions,
  openServedEngine,
  registerRoots,
  type ServeOptions,
  watchIndexed,
} from "./serve-options.js";
import { serveTeamCommand } from "./serve-team-command.js";

/**
 * Environment variable: minutes without a request after which the server exits to free memory; its front starts another
 * with the next request.
 */
const REST_VARIABLE = "SDL_REST_AFTER";
const REST_MINUTES = 30;

/** Serves over the chosen transport. @throws {SdlError} `invalid_params` unless exactly one is chosen */
export function serveCommand(environment: SessionEnvironment, options: ServeOptions): Promise<void> {
  const { stdio = false, http = false } = options;
  if (stdio === http)
    throw new SdlError("invalid_params", "choose one transport: sdl serve --stdio, or sdl serve --http");
  if (http) return (options.remote === undefined ? serveHttpCommand : serveTeamCommand)(environment, options);
  if (options.remote !== undefined)
    throw new SdlError(
      "invalid_params",
      "--remote is for sdl serve --http; a client on this machine asks its checkout",
    );
  return serveStdioCommand(environment, options);
}

/**
 * Serves until the client closes its input, then ends the process: handles that the client left open must not keep it
 * alive.
 */
async function serveStdioCommand(environment: SessionEnvironment, options: ServeOptions): Promise<void> {
  const offer = offerFromOptions(options, environment.env);
  const roots = namedRoots(options, environment.cwd);
  const { engine, isWatching } = openServedEngine(environment, options, roots);
  const { serveStdio } = await import("@sdl/mcp-server");
  const end = await serveStdio({
    engine,
    ...offer,
    ...(await registerRoots(engine, roots)),
    ...(isWatching ? { onInitialized: () => void watchIndexed(engine) } : {}),
    ...idleAfter(options, environment.env),
  });
  if (environment.finishesInBackground === true) finishInBackground(engine.leftBehind, options.store);
  process.exit(end === "idle" && hasFront() ? REST_EXIT_CODE : 0);
}

/**
 * Milliseconds without a request until the server exits. Behind a front the shorter rest time applies; the front itself
 * ends after the longer one.
 */
function idleAfter({ idleExit }: ServeOptions, env: SessionEnvironment["env"]): { readonly idleMs?: number } {
  const exitMs = idleExitMs(idleExit);
  const idleMs = hasFront() ? Math.min(restMs(env), exitMs) : exitMs;
  return Number.isFinite(idleMs) ? { idleMs } : {};
}

function restMs(env: SessionEnvironment["env"]): number {
  const minutes = Number(env[REST_VARIABLE] || REST_MINUTES);
  return (minutes > 0 ? minutes : REST_MINUTES) * 60_000;
}
