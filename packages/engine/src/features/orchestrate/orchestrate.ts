/**
 * Works on a task: finds the symbols it concerns, climbs the ladder from cards to source within the budget, and assembles an answer with citations.
 * Every step is an action of the table.
 * Invariants: no limit is exceeded; tokens are those of the whole answer, counted as sent; the answer names what could not be done.
 */
import { hash64Hex } from "@sdl/model/text";
import { type CountTokens, loadTokenCounter } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import { deadlineAfter } from "../../contract/deadline.js";
import type { Query } from "../../query/run-query.js";
import { ActionLog, type OutputTokens, type RunLimits } from "./action-log.js";
import { assembleAnswer, nextBestAction, summariseRun } from "./answer.js";
import { climbRung, type LevelFindings } from "./climb.js";
import { findFocus, type TaskFocus } from "./discover.js";
import { type Evidence, findingsEvidence, firstSymbol, traceEvidence } from "./evidence.js";
import { fitRun, RUN_ERRORS } from "./fit-run.js";
import { type AgentTask, type LadderPlan, planLadder } from "./plan.js";
import { outputText } from "./run-text.js";

/** A task with its limits and options. */
export interface OrchestrateRequest {
  readonly taskType: AgentTask;
  readonly taskText: string;
  readonly budget: RunLimits;
  readonly options: {
    readonly focusSymbols?: readonly string[] | undefined;
    readonly focusPaths?: readonly string[] | undefined;
    readonly includeTests: boolean;
    readonly requireDiagnostics: boolean;
  };
}

/** Share of the budget reserved for the answer's text, evidence and action list; outputs get the rest. */
const WORDING_TOKENS = 1500;
const WORDING_SHARE = 0.45;

/** @throws {SdlError} if a focus symbol or path does not exist; an AbortError when the caller's signal fires */
export async function orchestrate(
  query: Query,
  request: OrchestrateRequest,
  { catalog, context }: { readonly catalog: ActionCatalog; readonly context: RunContext },
): Promise<object> {
  const countTokens = await loadTokenCounter();
  const now = () => context.engine.now();
  const started = now();
  const deadline = deadlineAfter(request.budget.maxDurationMs, context.signal, now);
  const { maxTokens } = request.budget;
  const outputTokens = outputCounter(query, { catalog, context, countTokens });
  const limits = {
    ...request.budget,
    maxTokens: Math.ceil(maxTokens - Math.min(WORDING_TOKENS, maxTokens * WORDING_SHARE)),
    deadline,
    outputTokens,
  };
  const log = new ActionLog(query, catalog, { ...context, signal: deadline.signal }, limits);
  try {
    const plan = planLadder({
      taskType: request.taskType,
      maxTokens: request.budget.maxTokens,
      maxActions: chooseActionsForRungs(request),
      ...request.options,
    });
    const run = await runPlan(query, request, plan, log);
    return buildAnswer(query, request, {
      ...run,
      plan,
      log,
      countTokens,
      outputTokens,
      sentAs: context.sentAs,
      durationMs: now() - started,
    });
  } finally {
    deadline.clear();
  }
}

interface OutputCounting {
  readonly catalog: ActionCatalog;
  readonly context: RunContext;
  readonly countTokens: CountTokens;
}

/** Counts an output's tokens: a text answer shows only source; a JSON answer shows the whole output. */
function outputCounter({ basis }: Query, { catalog, context, countTokens }: OutputCounting): OutputTokens {
  const { text: style } = context;
  if (style === undefined) return ({ output }) => countTokens(JSON.stringify(output) ?? "");
  return ({ type, input, output }) =>
    countTokens(outputText({ type, input: { ...input }, output }, basis, { catalog, style }));
}

/** Number of actions left for rungs: discovery takes one if it must search for symbols. */
function chooseActionsForRungs({
  budget: { maxActions },
  options: { focusSymbols, focusPaths },
}: OrchestrateRequest): number {
  const looks = focusSymbols === undefined || focusPaths !== undefined;
  return Math.max(1, looks ? maxActions - 1 : maxActions);
}

interface Run {
  readonly focus: TaskFocus;
  readonly evidence: readonly Evidence[];
}

async function runPlan(query: Query, request: OrchestrateRequest, plan: LadderPlan, log: ActionLog): Promise<Run> {
  const { taskText, options } = request;
  const timestamp = new Date(query.nowMs).toISOString();
  const focus = await findFocus(query, { taskText, ...options }, log);
  const traced = request.taskType === "debug" ? await traceEvidence(query, focus, log, timestamp) : [];
  const finds: LevelFindings = { cards: [], read: [] };
  const climb = { query, taskText, symbols: focus.symbols, log, includeTests: options.includeTests };
  const { rungs } = plan;
  if (focus.symbols.length > 0) {
    for (const [at, rung] of rungs.entries()) await climbRung({ ...climb, rungsLeft: rungs.length - at }, rung, finds);
  }
  return { focus, evidence: [...traced, ...findingsEvidence(finds, timestamp)] };
}

interface FinishedRun extends Run {
  readonly plan: LadderPlan;
  readonly log: ActionLog;
  readonly countTokens: CountTokens;
  readonly outputTokens: OutputTokens;
  readonly sentAs: RunContext["sentAs"];
  readonly durationMs: number;
}

function buildAnswer(query: Query, request: OrchestrateRequest, run: FinishedRun): object {
  const { plan, log, focus, evidence, countTokens, outputTokens, sentAs, durationMs } = run;
  const { taskType, taskText, budget } = request;
  const successful = log.taken.filter(({ status }) => status === "completed").length;
  const success = evidence.length > 0;
  const symbol = firstSymbol(query, focus.symbols);
  return fitRun(
    {
      head: {
        taskId: hash64Hex(JSON.stringify([query.entry.repoId, taskType, taskText, query.nowMs])),
        taskType,
        success,
        summary: summariseRun(log, plan, focus.how, focus.symbols.length),
      },
      writeAnswer: assembleAnswer,
      missing: [...new Set(log.missing)],
      tail: {
        nextBestAction: nextBestAction(log, { taskType, symbol, rungs: plan.rungs }),
        ...(success ? {} : { error: RUN_ERRORS[focus.symbols.length === 0 ? 0 : 1] }),
        path: plan,
      },
      actionsTaken: log.taken,
      evidence,
      metrics: {
        totalDurationMs: durationMs,
        totalActions: log.taken.length,
        successfulActions: successful,
        failedActions: log.taken.length - successful,
        cacheHits: log.cacheHits,
      },
      basis: query.basis,
    },
    { maxTokens: budget.maxTokens, countTokens, outputTokens, sentAs },
  );
}
