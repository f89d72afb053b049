/** Options of `sdl serve`, resolved for both transports. */
import { existsSync } from "node:fs";
import {
  type Engine,
  type ListMode,
  type NameStyle,
  openEngine,
  SdlError,
  selectActions,
  servedRoot,
  toErrorAnswer,
  watchRepository,
} from "@sdl/engine";
import { isSuccessor } from "../../front/environment.js";
import type { SessionEnvironment } from "../../session.js";

/** Options of `sdl serve` as they are parsed. */
export interface ServeOptions {
  readonly stdio?: boolean;
  readonly http?: boolean;
  readonly port: number;
  readonly host: string;
  readonly allowedHost?: readonly string[];
  /** The team's remote to serve, instead of repositories of this machine. */
  readonly remote?: string;
  /** Folder of cached indexes and the audit log. */
  readonly data?: string;
  readonly cacheBytes?: number;
  /** File of rules of access. */
  readonly rules?: string;
  /** Folder of bare repositories. */
  readonly mirrors?: string;
  /** Seconds. */
  readonly requestTimeout: number;
  readonly repo?: readonly string[];
  readonly store?: string;
  readonly json?: boolean;
  /** Which tools to list. Default: `core`, or `all` if toolsets are named. */
  readonly tools?: ListMode;
  readonly toolNames: NameStyle;
  readonly outputSchemas?: boolean;
  readonly readOnly?: boolean;
  readonly toolsets?: readonly string[];
  readonly excludeTools?: readonly string[];
  /** False: do not watch files; check them when a request comes. */
  readonly watch?: boolean;
  readonly autoIndex?: boolean;
  /** Minutes; 0 means never. */
  readonly idleExit?: number;
}

/**
 * Roots of the repositories that `--repo` names; the server answers about no others. @throws {SdlError}
 * `invalid_params`
 */
export function namedRoots({ repo = [], store }: ServeOptions, cwd: string): readonly string[] {
  const roots = [...new Set(repo.map((path) => servedRoot(cwd, path)))];
  if (roots.length > 1 && store !== undefined)
    throw new SdlError(
      "invalid_params",
      "--store: one folder holds the index of one repository; leave it out, or serve one",
    );
  return roots;
}

/** An engine for a server, and whether it watches files. */
export interface ServedEngine {
  readonly engine: Engine;
  readonly isWatching: boolean;
}

/** Opens the engine of a server. @param roots empty means that calls may name any repository */
export function openServedEngine(
  { cwd, env, terminal }: SessionEnvironment,
  { store, watch, autoIndex }: ServeOptions,
  roots: readonly string[],
): ServedEngine {
  const isWatching = watch !== false;
  const engine: Engine = openEngine({
    cwd,
    env,
    hasCrashed: isSuccessor(env),
    onNotice: (text) => terminal.err(`sdl: ${text}\n`),
    autoIndex: autoIndex !== false,
    onQueried: (repoId) => isWatching && watchFiles(engine, repoId),
    ...(roots.length === 0 ? {} : { roots }),
    ...(store === undefined ? {} : { storeDirectory: store }),
  });
  return { engine, isWatching };
}

/** Registers the served repositories. @returns their repoIds if calls must name one of them */
export async function registerRoots(engine: Engine, roots: readonly string[]) {
  for (const rootPath of roots) await engine.register({ rootPath, settings: {} });
  return roots.length > 1 ? { repositories: engine.servedNames() } : {};
}

/**
 * Which actions are listed and offered, and under which names. @throws {SdlError} `invalid_params` for unknown names
 */
export function offerFromOptions(options: ServeOptions, env: SessionEnvironment["env"]) {
  const { tools, toolNames, outputSchemas = false, toolsets = [], excludeTools, json } = options;
  const readOnly = options.readOnly === true || isEnvironmentSwitchOn(env["SDL_READ_ONLY"]);
  return {
    mode: tools ?? (toolsets.length === 0 ? "core" : "all"),
    names: toolNames,
    outputSchemas,
    selection: selectActions({ readOnly, toolsets, excluded: excludeTools }),
    ...(json === true ? { answerFormat: "json" as const } : {}),
  } as const;
}

/**
 * Starts watching a repository if it is indexed; otherwise the first request starts it. @param repoId absent: the
 * repository of the working directory
 */
export async function watchIndexed(engine: Engine, repoId?: string): Promise<void> {
  try {
    const entry = engine.resolve(repoId);
    const isIndexed = existsSync(engine.storePath(entry)) && (await engine.open(entry)).isIndexed();
    if (isIndexed) watchFiles(engine, entry.repoId);
  } catch {
    return; // the first request reports the error
  }
}

/** Watches files; a failure is reported and the server goes on without watching. */
function watchFiles(engine: Engine, repoId: string): void {
  const onNotice = (text: string) => engine.showNotice(text);
  watchRepository(engine, repoId, { onNotice }).catch((error: unknown) => {
    onNotice(`Files are not watched: ${toErrorAnswer(error).message}`);
  });
}

function isEnvironmentSwitchOn(value = ""): boolean {
  return !["", "0", "false", "no", "off"].includes(value.trim().toLowerCase());
}
