/** `sdl serve`: the MCP server, over standard input and output or over HTTP. */
import process from "node:process";
import { SdlError } from "@sdl/engine";
import { finishBehind } from "../../finish-behind.js";
import { hasFront, idleExitMs, RESTED } from "../../front/environment.js";
import type { SessionEnvironment } from "../../session.js";
import { serveHttpCommand } from "./serve-http-command.js";
import { engineOf, namedRoots, offerOf, registerRoots, type ServeOptions, watchIndexed } from "./serve-options.js";

/** A server that is asked nothing for so long gives its memory back; its front starts another with the next request. */
const REST_VARIABLE = "SDL_REST_AFTER";
const REST_MINUTES = 30;

export function serveCommand(environment: SessionEnvironment, options: ServeOptions): Promise<void> {
  const { stdio = false, http = false } = options;
  if (stdio === http)
    throw new SdlError("invalid_params", "choose one transport: sdl serve --stdio, or sdl serve --http");
  return http ? serveHttpCommand(environment, options) : serveStdioCommand(environment, options);
}

/** Ends the process: what a client left running must not keep it alive. */
async function serveStdioCommand(environment: SessionEnvironment, options: ServeOptions): Promise<void> {
  const offer = offerOf(options, environment.env);
  const roots = namedRoots(options, environment.cwd);
  const { engine, isWatching } = engineOf(environment, options, roots);
  const { serveStdio } = await import("@sdl/mcp-server");
  const end = await serveStdio({
    engine,
    ...offer,
    ...(await registerRoots(engine, roots)),
    ...(isWatching ? { onInitialized: () => void watchIndexed(engine) } : {}),
    ...idleAfter(options, environment.env),
  });
  if (environment.finishesBehind === true) finishBehind(engine.leftBehind, options.store);
  process.exit(end === "idle" && hasFront() ? RESTED : 0);
}

/** Behind a front, which ends after the longer time, the server only rests. */
function idleAfter({ idleExit }: ServeOptions, env: SessionEnvironment["env"]): { readonly idleMs?: number } {
  const exitMs = idleExitMs(idleExit);
  const idleMs = hasFront() ? Math.min(restMs(env), exitMs) : exitMs;
  return Number.isFinite(idleMs) ? { idleMs } : {};
}

function restMs(env: SessionEnvironment["env"]): number {
  const minutes = Number(env[REST_VARIABLE] || REST_MINUTES);
  return (minutes > 0 ? minutes : REST_MINUTES) * 60_000;
}
