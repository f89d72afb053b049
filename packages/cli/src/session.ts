/** Session of a command: an engine, the selected repository, and a terminal. */
import { resolve } from "node:path";
import { type ActionContext, type Engine, openEngine } from "@sdl/engine";
import { finishInBackground } from "./finish-in-background.js";
import { COMMAND_STYLE } from "./render/command-style.js";
import type { Terminal } from "./terminal.js";

/** Options that every command takes. */
export interface GlobalOptions {
  /** A folder or a repoId. */
  readonly repo?: string;
  readonly store?: string;
  readonly json?: boolean;
  /** Print ids and handles of an answer below its text. */
  readonly ids?: boolean;
  /** False: never index a repository that was not indexed before. */
  readonly autoIndex?: boolean;
}

/** Engine, terminal and options of a command. */
export interface Session {
  readonly engine: Engine;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly options: GlobalOptions;
}

/** Environment of the process that all sessions use. */
export interface SessionEnvironment {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Whether a background process finishes remaining work after the command ends. Default false. */
  readonly finishesInBackground?: boolean;
}

/** Runs `work` with a new engine and closes the engine afterwards, also after an error. */
export async function withSession<T>(
  { cwd, env, terminal, signal, finishesInBackground = false }: SessionEnvironment,
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
    if (finishesInBackground && options.settle !== false) finishInBackground(engine.leftBehind, store.storeDirectory);
  }
}

/** The context in which the session's actions run: progress aside, its signal and the style of its texts. */
export function actionContext(session: Session): ActionContext {
  const text = session.options.json === true ? undefined : COMMAND_STYLE;
  return { engine: session.engine, signal: session.signal, isCommandLine: true, text };
}

/** The repository of `--repo`, a name or a folder; empty without it, so that the engine picks the default. */
export function repositoryArguments({ options }: Session): { readonly repoId?: string } {
  return options.repo === undefined ? {} : { repoId: options.repo };
}
