/** What every command needs: an engine, the repository that is meant, a place to write. */
import { resolve } from "node:path";
import { type ActionContext, type Engine, openEngine } from "@sdl/engine";
import { finishBehind } from "./finish-behind.js";
import { COMMAND_STYLE } from "./render/command-style.js";
import type { Terminal } from "./terminal.js";

/** Options that every command takes. */
export interface GlobalOptions {
  /** A folder or a repoId. */
  readonly repo?: string;
  readonly store?: string;
  readonly json?: boolean;
  /** The ids and handles of an answer below its text. */
  readonly ids?: boolean;
  /** False: a question indexes nothing that was not indexed before. */
  readonly autoIndex?: boolean;
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
  /** Whether another process goes on with what this one leaves unfinished. Default false. */
  readonly finishesBehind?: boolean;
}

/** Runs `work` with an engine and closes it, whatever happens. */
export async function withSession<T>(
  { cwd, env, terminal, signal, finishesBehind = false }: SessionEnvironment,
  options: GlobalOptions & { readonly settle?: boolean },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const store: { readonly storeDirectory?: string } =
    options.store === undefined ? {} : { storeDirectory: resolve(cwd, options.store) };
  const engine = openEngine({
    cwd,
    env,
    ...store,
    autoIndex: options.autoIndex !== false,
    patienceMs: Number.POSITIVE_INFINITY,
    answersOnce: true,
    onNotice: (text) => terminal.err(`${terminal.style.yellow(text)}\n`),
  });
  try {
    return await work({ engine, terminal, signal, options });
  } finally {
    await engine.close();
    if (finishesBehind && options.settle !== false) finishBehind(engine.leftBehind, store.storeDirectory);
  }
}

export function contextOf(session: Session): ActionContext {
  const text = session.options.json === true ? undefined : COMMAND_STYLE;
  return { engine: session.engine, signal: session.signal, isCommandLine: true, text };
}

/** What `--repo` says, a name or a folder; nothing without it: the engine knows what that means. */
export function repositoryArguments({ options }: Session): { readonly repoId?: string } {
  return options.repo === undefined ? {} : { repoId: options.repo };
}
