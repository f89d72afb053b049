/** What the options of `sdl serve` mean, over either transport. */
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

export interface ServeOptions {
  readonly stdio?: boolean;
  readonly http?: boolean;
  readonly port: number;
  readonly host: string;
  readonly allowedHost?: readonly string[];
  /** In seconds. */
  readonly requestTimeout: number;
  readonly repo?: readonly string[];
  readonly store?: string;
  readonly json?: boolean;
  /** Default: `core`, and `all` of the toolsets that are named. */
  readonly tools?: ListMode;
  readonly toolNames: NameStyle;
  readonly outputSchemas?: boolean;
  readonly readOnly?: boolean;
  readonly toolsets?: readonly string[];
  readonly excludeTools?: readonly string[];
  /** False: files are looked at when a question comes. */
  readonly watch?: boolean;
  readonly autoIndex?: boolean;
  /** In minutes; 0: never. */
  readonly idleExit?: number;
}

/** The roots that are answered about alone. @throws {SdlError} `invalid_params` */
export function namedRoots({ repo = [], store }: ServeOptions, cwd: string): readonly string[] {
  const roots = [...new Set(repo.map((path) => servedRoot(cwd, path)))];
  if (roots.length > 1 && store !== undefined)
    throw new SdlError(
      "invalid_params",
      "--store: one folder holds the index of one repository; leave it out, or serve one",
    );
  return roots;
}

export interface ServedEngine {
  readonly engine: Engine;
  readonly isWatching: boolean;
}

/** @param roots none: calls may mean every repository */
export function engineOf(
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

/** Makes the served repositories known by their names. @returns these, where calls must name one */
export async function registerRoots(engine: Engine, roots: readonly string[]) {
  for (const rootPath of roots) await engine.register({ rootPath, settings: {} });
  return roots.length > 1 ? { repositories: engine.servedNames() } : {};
}

/** What is listed and offered, and in which words. @throws {SdlError} `invalid_params` for names of nothing */
export function offerOf(options: ServeOptions, env: SessionEnvironment["env"]) {
  const { tools, toolNames, outputSchemas = false, toolsets = [], excludeTools, json } = options;
  const readOnly = options.readOnly === true || isSwitchedOn(env["SDL_READ_ONLY"]);
  return {
    mode: tools ?? (toolsets.length === 0 ? "core" : "all"),
    names: toolNames,
    outputSchemas,
    selection: selectActions({ readOnly, toolsets, excluded: excludeTools }),
    ...(json === true ? { answerFormat: "json" as const } : {}),
  } as const;
}

/** A repository that is indexed; elsewhere the first question begins. @param repoId absent: that of the working directory */
export async function watchIndexed(engine: Engine, repoId?: string): Promise<void> {
  try {
    const entry = engine.resolve(repoId);
    const isIndexed = existsSync(engine.storePath(entry)) && (await engine.open(entry)).isIndexed();
    if (isIndexed) watchFiles(engine, entry.repoId);
  } catch {
    return; // a question says what is wrong
  }
}

/** A server that cannot watch serves all the same. */
function watchFiles(engine: Engine, repoId: string): void {
  const onNotice = (text: string) => engine.notice(text);
  watchRepository(engine, repoId, { onNotice }).catch((error: unknown) => {
    onNotice(`Files are not watched: ${toErrorAnswer(error).message}`);
  });
}

function isSwitchedOn(value = ""): boolean {
  return !["", "0", "false", "no", "off"].includes(value.trim().toLowerCase());
}
