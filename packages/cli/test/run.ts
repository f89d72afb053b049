import { makePlace, writeExampleRepository } from "@sdl/engine/testing";
import { runCli } from "../src/run-cli.js";
import { PLAIN, type Terminal } from "../src/terminal.js";

interface Run {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number;
}

export interface Bench {
  readonly root: string;
  run(...args: string[]): Promise<Run>;
  runWith(options: Partial<Omit<Setting, "home">>, ...args: string[]): Promise<Run>;
  remove(): void;
}

/** The example repository, not indexed yet. */
export function openBench(): Bench {
  const { root, home, remove } = makePlace();
  writeExampleRepository(root);
  const runWith: Bench["runWith"] = ({ cwd = root, ...options }, ...args) =>
    runCommand({ cwd, home, ...options }, args);
  return {
    root,
    run: (...args) => runWith({}, ...args),
    runWith,
    remove,
  };
}

interface Setting {
  readonly cwd: string;
  /** For SDL_HOME. */
  readonly home: string;
  /** Further variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Whether the output goes to a terminal. */
  readonly isOutTerminal?: boolean;
  readonly signal?: AbortSignal;
}

/** One run of the program in this process. */
export async function runCommand(setting: Setting, args: readonly string[]): Promise<Run> {
  const { cwd, home, env = {}, stdin = "", isOutTerminal = false, signal = new AbortController().signal } = setting;
  const written = { out: "", err: "" };
  const terminal: Terminal = {
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    style: PLAIN,
    isInteractive: false,
    isOutTerminal,
    columns: 100,
    readStdin: () => Promise.resolve(stdin),
  };
  const exitCode = await runCli(args, { cwd, env: { SDL_HOME: home, ...env }, terminal, signal });
  return { ...written, exitCode };
}

/** Removes what differs between indexes: versions, times, paths, and token counts of handles with a version. */
export function steady(text: string, root: string): string {
  return text
    .replaceAll(root, "<root>")
    .replace(/\bv\d{13}\b/g, "<version>")
    .replace(/\bh_[0-9a-f]{16}\b/g, "<handle>")
    .replace(/\bhash \d{15}\b/g, "hash <hash>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "<time>")
    .replace(/\b\d+ of (\d+) tokens/g, "<used> of $1 tokens")
    .replace(/\bin [\d.]+ (ms|s)\b/g, "in <duration>");
}
