/** `sdl serve --stdio`: the MCP server. */
import { existsSync } from "node:fs";
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
import { finishBehind } from "../finish-behind.js";
import { isSuccessor } from "../front/environment.js";
import type { GlobalOptions, SessionEnvironment } from "../session.js";

export interface ServeOptions {
  readonly stdio?: boolean;
  readonly tools: ListMode;
  readonly toolNames: NameStyle;
  readonly outputSchemas?: boolean;
  /** False: files are looked at when a question comes. */
  readonly watch?: boolean;
  readonly autoIndex?: boolean;
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
  const isWatching = options.watch !== false;
  const engine: Engine = openEngine({
    cwd: environment.cwd,
    env: environment.env,
    hasCrashed: isSuccessor(environment.env),
    onNotice,
    autoIndex: options.autoIndex !== false,
    onQueried: (repoId) => isWatching && watch(engine, repoId, onNotice),
    ...(globals.store === undefined ? {} : { storeDirectory: globals.store }),
  });
  await serveStdio({
    engine,
    mode: options.tools,
    names: options.toolNames,
    outputSchemas: options.outputSchemas === true,
    ...(globals.json === true ? { answerFormat: "json" as const } : {}),
    ...(isWatching ? { onInitialized: () => void watchHere(engine, onNotice) } : {}),
  });
  if (environment.finishesBehind === true) finishBehind(engine.leftBehind, globals.store);
  process.exit(0);
}

/** The repository of the working directory, where it is indexed; elsewhere the first question begins. */
async function watchHere(engine: Engine, onNotice: (text: string) => void): Promise<void> {
  try {
    const entry = engine.resolve(undefined);
    const isIndexed = existsSync(engine.storePath(entry)) && (await engine.open(entry)).isIndexed();
    if (isIndexed) watch(engine, entry.repoId, onNotice);
  } catch {
    return; // a question says what is wrong
  }
}

/** A server that cannot watch serves all the same. */
function watch(engine: Engine, repoId: string, onNotice: (text: string) => void): void {
  watchRepository(engine, repoId, { onNotice }).catch((error: unknown) => {
    onNotice(`Files are not watched: ${toErrorAnswer(error).message}`);
  });
}
