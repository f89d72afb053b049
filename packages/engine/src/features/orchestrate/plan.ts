/** Plans the rungs of the ladder that a task climbs: selected by task type, reduced to its budget. Pure. */
import { LADDER_RUNGS, type LadderRung } from "../../contract/action.js";

/** Kinds of tasks, which select the rungs. */
export type AgentTask = "debug" | "review" | "implement" | "explain";

/** Inputs of a plan: type of task, limits and options. */
export interface PlanRequest {
  readonly taskType: AgentTask;
  readonly maxTokens: number;
  /** Number of actions left for rungs, at least 1: each rung takes one or more. */
  readonly maxActions: number;
  readonly includeTests: boolean;
  readonly requireDiagnostics: boolean;
}

/** The rungs of a run, with estimates of their cost. */
export interface LadderPlan {
  readonly rungs: readonly LadderRung[];
  readonly estimatedTokens: number;
  readonly estimatedDurationMs: number;
  readonly reasoning: string;
}

/** Estimated tokens per rung, from the contract. */
const RUNG_TOKENS: Readonly<Record<LadderRung, number>> = { card: 50, skeleton: 200, hotPath: 500, raw: 2000 };
/** Estimated milliseconds per rung: the performance limits of the tools. */
const RUNG_MS: Readonly<Record<LadderRung, number>> = { card: 2, skeleton: 15, hotPath: 15, raw: 15 };

const DEFAULT_RUNGS: Readonly<Record<AgentTask, readonly LadderRung[]>> = {
  debug: ["card", "skeleton", "hotPath", "raw"],
  review: ["card", "skeleton"],
  implement: ["card", "skeleton", "hotPath"],
  explain: ["card", "skeleton"],
};

/** If the plan exceeds the budget, drops rungs from the end; keeps at least one. */
export function planLadder(request: PlanRequest): LadderPlan {
  const wanted = wantedRungs(request);
  const rungs = [...wanted];
  while (rungs.length > 1 && sum(rungs, RUNG_TOKENS) > request.maxTokens) rungs.pop();
  const overTokens = wanted.slice(rungs.length);
  const overActions = rungs.splice(Math.max(1, request.maxActions));
  const added = wanted.filter((rung) => !DEFAULT_RUNGS[request.taskType].includes(rung));
  return {
    rungs,
    estimatedTokens: sum(rungs, RUNG_TOKENS),
    estimatedDurationMs: sum(rungs, RUNG_MS),
    reasoning: [
      `${request.taskType} climbs ${DEFAULT_RUNGS[request.taskType].join(", ")}`,
      ...(added.length === 0 ? [] : [`${added.join(", ")} added by options`]),
      ...(overTokens.length === 0
        ? []
        : [`${overTokens.join(", ")} left out: over the budget of ${request.maxTokens} tokens`]),
      ...(overActions.length === 0
        ? []
        : [`${overActions.join(", ")} left out: ${formatActionsLeft(request.maxActions)} for rungs`]),
    ].join("; "),
  };
}

function formatActionsLeft(count: number): string {
  return count === 1 ? "1 action is left" : `${count} actions are left`;
}

function wantedRungs({ taskType, includeTests, requireDiagnostics }: PlanRequest): readonly LadderRung[] {
  const rungs = new Set<LadderRung>(DEFAULT_RUNGS[taskType]);
  if (includeTests) rungs.add("hotPath");
  if (requireDiagnostics) rungs.add("raw");
  return LADDER_RUNGS.filter((rung) => rungs.has(rung));
}

function sum(rungs: readonly LadderRung[], costs: Readonly<Record<LadderRung, number>>): number {
  return rungs.reduce((total, rung) => total + costs[rung], 0);
}
