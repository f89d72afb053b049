/** Scripted session: a policy makes calls; counts the tokens read until the changed lines were shown. Pure. */
import type { CountTokens } from "@sdl/slice";
import type { GoldLines } from "../gold/patch.js";
import type { ShownLineNumbers } from "../gold/shown-lines.js";

/** A call's answer, and the lines that it shows. */
export interface Step {
  readonly text: string;
  readonly shown: ShownLineNumbers;
}

/** Cost until a goal was reached. */
export interface GoalCost {
  readonly calls: number;
  /** Tokens of all answers so far. */
  readonly tokens: number;
}

/** Result of a session; absent goals were never reached. */
export interface SessionResult {
  /** Until the first changed line. */
  readonly first?: GoalCost;
  /** Cost until all changed lines were shown. */
  readonly all?: GoalCost;
  /** Number of calls in total. */
  readonly calls: number;
}

/** Token limit at which a session ends without success. */
export const MAX_TOKENS = 20_000;

/** Runs a session. @param steps performs each call when its step is requested */
export async function playSession(
  steps: AsyncIterable<Step> | Iterable<Step>,
  gold: GoldLines,
  countTokens: CountTokens,
): Promise<SessionResult> {
  const missing = new Map([...gold].map(([path, lines]) => [path, new Set(lines)]));
  let played: SessionResult = { calls: 0 };
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

/** @returns whether a missing line was shown */
function takeShown(missing: Map<string, Set<number>>, shown: ShownLineNumbers): boolean {
  let isAny = false;
  for (const [path, lines] of missing) {
    for (const line of lines) if (shown.get(path)?.has(line) === true && lines.delete(line)) isAny = true;
    if (lines.size === 0) missing.delete(path);
  }
  return isAny;
}
