/** `sdl serve --stdio`: the MCP server. */
import process from "node:process";
import { type NameStyle, openEngine, SdlError } from "@sdl/engine";
import type { ListMode } from "@sdl/mcp-server";
import { isSuccessor } from "../front/environment.js";
import type { GlobalOptions, SessionEnvironment } from "../session.js";

export interface ServeOptions {
  readonly stdio?: boolean;
  readonly tools: ListMode;
  readonly toolNames: NameStyle;
  readonly outputSchemas?: boolean;
}

/** Ends the process: what a client left running must not keep it alive. */
export async function serveCommand(
  environment: SessionEnvironment,
  globals: GlobalOptions,
  options: ServeOptions,
): Promise<void> {
  if (options.stdio !== true) {
    throw new SdlError("invalid_params", "choose a transport: sdl serve --stdio");
  }
  const { serveStdio } = await import("@sdl/mcp-server");
  const engine = openEngine({
    cwd: environment.cwd,
    env: environment.env,
    hasCrashed: isSuccessor(environment.env),
    onNotice: (text) => environment.terminal.err(`sdl: ${text}\n`),
    ...(globals.store === undefined ? {} : { storeDirectory: globals.store }),
  });
  await serveStdio({
    engine,
    mode: options.tools,
    names: options.toolNames,
    outputSchemas: options.outputSchemas === true,
  });
  process.exit(0);
}
