/** `sdl serve --stdio`: the MCP server. */
import process from "node:process";
import {
  type Engine,
  type ListMode,
  type NameStyle,
  openEngine,
  SdlError,
  toErrorAnswer,
  watchRepository,
} from "@sdl/engine";
import { isSuccessor } from "../front/environment.js";
import type { GlobalOptions, SessionEnvironment } from "../session.js";

export interface ServeOptions {
  readonly stdio?: boolean;
  readonly tools: ListMode;
  readonly toolNames: NameStyle;
  readonly outputSchemas?: boolean;
  readonly watch?: boolean;
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
  const onNotice = (text: string): void => environment.terminal.err(`sdl: ${text}\n`);
  const engine = openEngine({
    cwd: environment.cwd,
    env: environment.env,
    hasCrashed: isSuccessor(environment.env),
    onNotice,
    ...(globals.store === undefined ? {} : { storeDirectory: globals.store }),
  });
  await serveStdio({
    engine,
    mode: options.tools,
    names: options.toolNames,
    outputSchemas: options.outputSchemas === true,
    ...(globals.json === true ? { answerFormat: "json" as const } : {}),
    ...(options.watch === true ? { onInitialized: () => watch(engine, onNotice) } : {}),
  });
  process.exit(0);
}

/** A server without a repository serves all the same. */
function watch(engine: Engine, onNotice: (text: string) => void): void {
  watchRepository(engine, undefined, { onNotice }).catch((error: unknown) => {
    onNotice(`Files are not watched: ${toErrorAnswer(error).message}`);
  });
}
