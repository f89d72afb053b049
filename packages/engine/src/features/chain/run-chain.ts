/**
 * Runs several actions in one call: steps run in order, each with the checks of a client's own call, and pass their results on by reference.
 * Evaluates no code from a step.
 * Invariants: the answer costs at most the tokens allowed, counted as sent; a result that does not fit is left out and marked as omitted, and later
 * steps can still refer to it; cards that the chain has already returned are sent by reference.
 */
import { loadTokenCounter } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import { type Deadline, deadlineAfter } from "../../contract/deadline.js";
import { pruneAnswer } from "../../contract/prune-answer.js";
import { type ChainScope, type ChainStep, runStep, type StepOutcome } from "./chain-step.js";
import { resultText } from "./chain-text.js";
import { fitChain } from "./fit-chain.js";
import { hoistBasis } from "./hoist-basis.js";
import { KnownCards } from "./known-cards.js";
import type { StepView } from "./references.js";
import type { ChainBudget, StepResult, StepTrace, StopReason } from "./step-result.js";

/** A chain as a client requests it. */
export interface ChainRequest {
  readonly repoId?: string | undefined;
  readonly steps: readonly ChainStep[];
  readonly budget: ChainBudget;
  readonly onError: "continue" | "stop";
  readonly trace?: { readonly args: boolean; readonly references: boolean } | undefined;
}

/** @throws an AbortError when the caller's signal fires */
export async function runChain(request: ChainRequest, catalog: ActionCatalog, context: RunContext): Promise<object> {
  const countTokens = await loadTokenCounter();
  const started = context.engine.now();
  const deadline = deadlineAfter(request.budget.maxDurationMs, context.signal, () => context.engine.now());
  const run = new ChainRun(request, catalog, { ...context, signal: deadline.signal });
  try {
    await run.runSteps(deadline);
  } finally {
    deadline.clear();
  }
  const { results, basis } = hoistBasis(run.results);
  return fitChain(
    { results, basis, trace: run.traces, stopped: run.stopped },
    {
      budget: request.budget,
      countTokens,
      sentAs: context.sentAs,
      renderResult: ({ fn, result }) => formatResult({ fn, result }, basis, catalog, context),
      durationMs: context.engine.now() - started,
    },
  );
}

/** A step's result as the client receives it. */
function formatResult(
  step: Pick<StepResult, "fn" | "result">,
  basis: object,
  catalog: ActionCatalog,
  { text }: RunContext,
): string {
  if (text !== undefined) return resultText(step, basis, { catalog, style: text });
  return JSON.stringify(pruneAnswer({ r: step.result })["r"] ?? "");
}

class ChainRun {
  readonly results: StepResult[] = [];
  readonly traces: StepTrace[] = [];
  stopped: { readonly step: number; readonly reason: StopReason } | undefined;
  private readonly views: StepView[] = [];
  private readonly scope: ChainScope;

  constructor(
    private readonly request: ChainRequest,
    catalog: ActionCatalog,
    private readonly context: RunContext,
  ) {
    this.scope = { catalog, context, repoId: request.repoId, known: new KnownCards() };
  }

  async runSteps(deadline: Deadline): Promise<void> {
    for (const [index, step] of this.request.steps.entries()) {
      const reason = await this.nextStep(step, index, deadline);
      if (reason === undefined) continue;
      this.stopped = { step: index, reason };
      return;
    }
  }

  /** @returns the reason if the chain ends before this step or after it */
  private async nextStep(step: ChainStep, index: number, deadline: Deadline): Promise<StopReason | undefined> {
    if (index >= this.request.budget.maxSteps) return "maxSteps";
    if (deadline.isOver()) return "maxDurationMs";
    const started = this.context.engine.now();
    try {
      const outcome = await runStep(this.scope, step, index, this.views);
      this.record(index, outcome, this.context.engine.now() - started);
      return outcome.error !== undefined && this.request.onError === "stop" ? "error" : undefined;
    } catch (error) {
      if (deadline.isOver()) return "maxDurationMs";
      throw error;
    } finally {
      // Queries compute without a pause: this lets timers and cancellations run between steps.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private record(step: number, outcome: StepOutcome, durationMs: number): void {
    const { view, sent, error, warning, args, references } = outcome;
    this.views.push(view);
    this.results.push({
      step,
      fn: view.fn,
      ok: error === undefined,
      result: sent,
      error,
      warning,
      tokens: 0,
      durationMs,
    });
    const { trace } = this.request;
    if (trace === undefined) return;
    this.traces.push({
      step,
      action: view.action,
      ...(trace.args ? { args } : {}),
      ...(trace.references ? { references: references.map(({ reference }) => reference) } : {}),
    });
  }
}
