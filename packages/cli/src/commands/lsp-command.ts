/** `sdl lsp --stdio`: the language server. */
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { openEngine, SdlError } from "@sdl/engine";
import { finishInBackground } from "../finish-in-background.js";
import type { GlobalOptions, SessionEnvironment } from "../session.js";

/** Options of `sdl lsp`. */
export interface LspOptions {
  readonly stdio?: boolean;
  /** False: do not watch files; check them when a request comes. */
  readonly watch?: boolean;
  readonly autoIndex?: boolean;
}

/**
 * Serves until the editor ends the session, then ends the process: handles that the editor left open must not keep it
 * alive.
 */
export async function lspCommand(
  environment: SessionEnvironment,
  globals: GlobalOptions,
  options: LspOptions,
): Promise<void> {
  if (options.stdio !== true) throw new SdlError("invalid_params", "choose a transport: sdl lsp --stdio");
  const { serveLspStdio } = await import("@sdl/lsp-server");
  const engine = openEngine({
    cwd: environment.cwd,
    env: environment.env,
    autoIndex: options.autoIndex !== false,
    countsNoUsage: true,
    onNotice: (text) => environment.terminal.err(`sdl: ${text}\n`),
    ...(globals.store === undefined ? {} : { storeDirectory: globals.store }),
  });
  const code = await serveLspStdio({ engine, realPath, watches: options.watch !== false });
  if (environment.finishesInBackground === true) finishInBackground(engine.leftBehind, globals.store);
  process.exit(code);
}

/** Resolves links of a path; for a path that does not exist yet, those of its nearest existing folder. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}
