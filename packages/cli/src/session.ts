/** What every command needs: an engine, the repository that is meant, a place to write. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type ActionContext, type Engine, openEngine, SdlError } from "@sdl/engine";
import type { Terminal } from "./terminal.js";

/** Options that every command takes. */
export interface GlobalOptions {
  /** A folder or a repoId. */
  readonly repo?: string;
  readonly store?: string;
  readonly json?: boolean;
}

export interface Session {
  readonly engine: Engine;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly options: GlobalOptions;
}

export interface SessionEnvironment {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** Runs `work` with an engine and closes it, whatever happens. */
export async function withSession<T>(
  { cwd, env, terminal, signal }: SessionEnvironment,
  options: GlobalOptions,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const store = options.store === undefined ? {} : { storeDirectory: resolve(cwd, options.store) };
  const engine = openEngine({
    cwd,
    env,
    ...store,
    patienceMs: Number.POSITIVE_INFINITY,
    answersOnce: true,
    onNotice: (text) => terminal.err(`${terminal.style.yellow(text)}\n`),
  });
  try {
    return await work({ engine, terminal, signal, options });
  } finally {
    await engine.close();
  }
}

export function contextOf(session: Session): ActionContext {
  return { engine: session.engine, signal: session.signal, isCommandLine: true };
}

/**
 * The repoId that `--repo` means: a registered name, else the repository that holds that folder. Nothing without `--repo`:
 * the engine knows what a call without repoId means.
 * @throws {SdlError} `repo_not_found`
 */
export function repositoryArguments({ engine, options }: Session): { readonly repoId?: string } {
  if (options.repo === undefined) return {};
  const entries = engine.registry.list();
  if (entries.some((entry) => entry.repoId === options.repo)) return { repoId: options.repo };
  const folder = resolve(engine.cwd, options.repo);
  if (!existsSync(folder)) return { repoId: engine.registry.get(options.repo).repoId };
  const entry = engine.registry.findContaining(folder);
  if (entry !== undefined) return { repoId: entry.repoId };
  throw new SdlError("repo_not_found", `${folder} is not indexed; run: sdl index ${options.repo}`);
}

/** The root that `sdl index` without a path means: the registered one, else the nearest folder with `.git`, else here. */
export function impliedRoot(engine: Engine): string {
  const registered = engine.registry.findContaining(engine.cwd);
  if (registered !== undefined) return registered.rootPath;
  let folder = engine.cwd;
  while (!existsSync(join(folder, ".git"))) {
    const parent = dirname(folder);
    if (parent === folder) return engine.cwd;
    folder = parent;
  }
  return folder;
}
