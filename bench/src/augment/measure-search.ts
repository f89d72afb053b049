/** One search as an agent makes it, and what the hook adds to it. */
import { spawnSync } from "node:child_process";
import process from "node:process";
import { tokenUpperBound } from "@sdl/engine/augment";
import type { CountTokens } from "@sdl/slice";
import { CLI } from "../paths.js";

export interface Measured {
  readonly name: string;
  /** That the search printed. */
  readonly lines: number;
  readonly ms: number;
  /** Of a start of Node.js that does nothing, right before. */
  readonly bareMs: number;
  /** Of what was added; 0: nothing was. */
  readonly tokens: number;
  readonly bound: number;
  /** Whether a place was added that the search's first lines do not show. */
  readonly isNew: boolean;
}

/** What an agent sees of a search first. */
const FIRST_LINES = 10;
const OUTPUT_BYTES = 1 << 28;

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
  const [bareMs] = timed(() => spawnSync(process.execPath, ["-e", "0"], { env, input: "" }));
  const [ms, { stdout }] = timed(() =>
    spawnSync(process.execPath, [CLI, "augment"], { cwd: root, env, input: JSON.stringify(event), encoding: "utf8" }),
  );
  const added: string = stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
  const lines = printed.split("\n").filter((line) => line !== "");
  return {
    name,
    lines: lines.length,
    ms,
    bareMs,
    tokens: countTokens(added),
    bound: tokenUpperBound(added),
    isNew: isNewTo(lines.slice(0, FIRST_LINES), added),
  };
}

/** Whether a definition is added whose line, or a user whose file is not among what the search printed first: it prints calls, not where a user begins. */
function isNewTo(printed: readonly string[], added: string): boolean {
  const seen = new Set(printed.flatMap((line) => [/^(.*?:\d+):/.exec(line)?.[1], /^(.*?):\d+:/.exec(line)?.[1]]));
  const definitions = added.match(/^[^\s]+:\d+/gm) ?? [];
  const users = added.match(/(?<=^ .*)[^\s,]+(?=:\d+)/gm) ?? [];
  return [...definitions, ...users].some((place) => !seen.has(place));
}

/** As `rg -n -w` prints it. */
function search(root: string, name: string): string {
  const args = ["grep", "--no-index", "--exclude-standard", "-n", "-w", "-F", "-e", name];
  return spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: OUTPUT_BYTES }).stdout;
}

function timed<T>(work: () => T): readonly [number, T] {
  const started = performance.now();
  const result = work();
  return [performance.now() - started, result];
}
