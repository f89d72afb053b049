/** Measurement of one search as an agent makes it, and of what the hook adds. */
import { spawnSync } from "node:child_process";
import process from "node:process";
import { tokenUpperBound } from "@sdl/engine/augment";
import type { CountTokens } from "@sdl/slice";
import { CLI } from "../paths.js";
import { childrenCpuSeconds } from "../process/usage.js";

/** The figures of one search. */
export interface Measured {
  readonly name: string;
  /** Lines that the search printed. */
  readonly lines: number;
  readonly ms: number;
  /** Milliseconds of a bare start of Node.js right before. */
  readonly bareMs: number;
  /** CPU milliseconds above those of the bare start, in steps of 10; `NaN` where the system does not count them. */
  readonly cpuAboveMs: number;
  /** Tokens of the added text; 0 if nothing was added. */
  readonly tokens: number;
  readonly bound: number;
  /** Whether a place was added that the search's first lines lack. */
  readonly isNew: boolean;
}

/** How many lines of a search an agent sees. */
const FIRST_LINES = 10;
const OUTPUT_BYTES = 1 << 28;

/** Runs a search and the hook on its output. @param home SDL's home with the index */
export function measureSearch(root: string, home: string, name: string, countTokens: CountTokens): Measured {
  const printed = search(root, name);
  const event = {
    hook_event_name: "PostToolUse",
    cwd: root,
    tool_name: "Grep",
    tool_input: { pattern: name },
    tool_response: { content: printed },
  };
  const env = { ...process.env, SDL_HOME: home };
  const [bareMs, , bareCpuMs] = timed(() => spawnSync(process.execPath, ["-e", "0"], { env, input: "" }));
  const [ms, { stdout }, cpuMs] = timed(() =>
    spawnSync(process.execPath, [CLI, "augment"], { cwd: root, env, input: JSON.stringify(event), encoding: "utf8" }),
  );
  const added: string = stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
  const lines = printed.split("\n").filter((line) => line !== "");
  return {
    name,
    lines: lines.length,
    ms,
    bareMs,
    cpuAboveMs: cpuMs - bareCpuMs,
    tokens: countTokens(added),
    bound: tokenUpperBound(added),
    isNew: isNewTo(lines.slice(0, FIRST_LINES), added),
  };
}

/**
 * Whether the hook adds a definition whose line, or a user whose file, the search's first lines lack. Users are
 * compared by file because a search prints calls, not where the user begins.
 */
function isNewTo(printed: readonly string[], added: string): boolean {
  const seen = new Set(printed.flatMap((line) => [/^(.*?:\d+):/.exec(line)?.[1], /^(.*?):\d+:/.exec(line)?.[1]]));
  const definitions = added.match(/^[^\s]+:\d+/gm) ?? [];
  const users = added.match(/(?<=^ .*)[^\s,]+(?=:\d+)/gm) ?? [];
  return [...definitions, ...users].some((place) => !seen.has(place));
}

/** The output of `rg -n -w`. */
function search(root: string, name: string): string {
  const args = ["grep", "--no-index", "--exclude-standard", "-n", "-w", "-F", "-e", name];
  return spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: OUTPUT_BYTES }).stdout;
}

/** @returns milliseconds, the result, and CPU milliseconds of the child processes */
function timed<T>(work: () => T): readonly [number, T, number] {
  const cpuBefore = childrenCpuSeconds() ?? Number.NaN;
  const started = performance.now();
  const result = work();
  const ms = performance.now() - started;
  return [ms, result, ((childrenCpuSeconds() ?? Number.NaN) - cpuBefore) * 1000];
}
