/** Writes a run's answer from its evidence: statements with their locations, what is missing, and the next action. */
import type { LadderRung } from "../../contract/action.js";
import type { ActionLog, LimitName } from "./action-log.js";
import type { Evidence } from "./evidence.js";
import type { AgentTask, LadderPlan } from "./plan.js";

/** Heading of the statements about source in an answer. */
export const SOURCE_HEADING = "Source included";

const HEADINGS: readonly (readonly [Evidence["type"], string])[] = [
  ["frame", "Frames of the stack trace, innermost first"],
  ["callee", "Callees of the innermost frame"],
  ["change", "Recent changes of the frames and of the innermost frame's callees"],
  ["test", "Tests of the innermost frame"],
  ["symbol", "Symbols"],
  ["source", SOURCE_HEADING],
];

/** One list per kind of evidence, each line with `file:line`; then what is missing. */
export function assembleAnswer(evidence: readonly Evidence[], missing: readonly string[]): string {
  const blocks = HEADINGS.map(([type, heading]) => {
    const lines = evidence
      .filter((one) => one.type === type)
      .map(({ summary, reference }) => `- ${summary} (${reference})`);
    return lines.length === 0 ? undefined : [`${heading}:`, ...lines].join("\n");
  });
  const open = missing.length === 0 ? undefined : `Missing: ${missing.join("; ")}.`;
  return [...blocks, open].filter((block) => block !== undefined).join("\n\n");
}

/** One sentence: what was found, by which rungs, with how many actions. */
export function summariseRun(log: ActionLog, plan: LadderPlan, how: string, symbolCount: number): string {
  const failed = log.taken.filter(({ status }) => status === "failed").length;
  const limit = log.limit === undefined ? "" : `, stopped by ${log.limit}`;
  return (
    `${symbolCount} symbol${symbolCount === 1 ? "" : "s"} found ${how}; ${plan.rungs.join(", ")}; ` +
    `${log.taken.length} actions, ${failed} failed${limit}.`
  );
}

const RAISE: Readonly<Record<LimitName, string>> = {
  maxTokens: "Raise budget.maxTokens, or name fewer focusSymbols.",
  maxActions: "Raise budget.maxActions, or name fewer focusSymbols.",
  maxDurationMs: "Raise budget.maxDurationMs, and repeat the call.",
};

const NEXT: Readonly<Record<AgentTask, (symbol: string) => string>> = {
  debug: (symbol) =>
    `Check the conditions and callees of ${symbol} against the failure; sdl.context.forTask with taskType fix gives its code and dependencies.`,
  review: (symbol) => `Call sdl.symbol.references for the callers of ${symbol}, to see what a change of it may affect.`,
  implement: (symbol) =>
    `Write the change next to ${symbol}; sdl.context.forTask with taskType extend shows its dependencies.`,
  explain: (symbol) => `Call sdl.logic.slice for ${symbol} if the cards leave a question open.`,
};

/** The next action as a sentence, which the contract requires. */
export function nextBestAction(
  { limit }: ActionLog,
  {
    taskType,
    symbol,
    rungs,
  }: { readonly taskType: AgentTask; readonly symbol: string | undefined; readonly rungs: readonly LadderRung[] },
): string {
  if (symbol === undefined) return "Name symbols in options.focusSymbols, or search for one with sdl.symbol.search.";
  if (limit !== undefined) return RAISE[limit];
  if (taskType === "debug" && !rungs.includes("raw"))
    return `Read the body of ${symbol}: repeat the call with a higher budget.maxTokens, or call sdl.code.needWindow.`;
  return NEXT[taskType](symbol);
}
