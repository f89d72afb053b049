/** A scripted session: a policy asks, and what it reads is counted until the lines that the fix changed have been shown. Pure. */
import type { CountTokens } from "@sdl/slice";
import type { GoldLines } from "../gold/patch.js";
import type { Shown } from "../gold/shown-lines.js";

/** What a call answered, and the lines that it shows. */
export interface Step {
  readonly text: string;
  readonly shown: Shown;
}

export interface Reached {
  readonly calls: number;
  /** Of all answers up to here. */
  readonly tokens: number;
}

/** Absent: never reached. */
export interface Played {
  /** The first of the changed lines. */
  readonly first?: Reached;
  /** All of them. */
  readonly all?: Reached;
  /** In all. */
  readonly calls: number;
}

/** A session that has read so much gives up. */
export const MAX_TOKENS = 20_000;

/** @param steps a call is made when its step is asked for */
export async function playSession(
  steps: AsyncIterable<Step> | Iterable<Step>,
  gold: GoldLines,
  countTokens: CountTokens,
): Promise<Played> {
  const missing = new Map([...gold].map(([path, lines]) => [path, new Set(lines)]));
  let played: Played = { calls: 0 };
  let tokens = 0;
  for await (const { text, shown } of steps) {
    tokens += countTokens(text);
    if (tokens > MAX_TOKENS) break;
    played = { ...played, calls: played.calls + 1 };
    const reached = { calls: played.calls, tokens };
    if (takeShown(missing, shown)) played = { first: reached, ...played };
    if (missing.size === 0) return { ...played, all: reached };
  }
  return played;
}

/** @returns whether a line was shown that was missing */
function takeShown(missing: Map<string, Set<number>>, shown: Shown): boolean {
  let isAny = false;
  for (const [path, lines] of missing) {
    for (const line of lines) if (shown.get(path)?.has(line) === true && lines.delete(line)) isAny = true;
    if (lines.size === 0) missing.delete(path);
  }
  return isAny;
}
