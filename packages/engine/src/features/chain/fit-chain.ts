/** Fits a chain's answer into its token budget: counts the answer as sent, leaves out the largest results first. */
import type { CountTokens } from "@sdl/slice";
import { pruneAnswer } from "../../contract/prune-answer.js";
import { type CountedAnswer, withOwnTokenCount } from "../../contract/self-count.js";
import type { ChainBudget, StepResult, StepTrace, StopReason } from "./step-result.js";

/** The parts of an answer before it is fitted. */
export interface ChainMaterial {
  readonly results: readonly StepResult[];
  readonly basis: object;
  /** Empty if the request does not ask for a trace. */
  readonly trace: readonly StepTrace[];
  readonly stopped: { readonly step: number; readonly reason: StopReason } | undefined;
}

/** How an answer is counted and sent. */
export interface ChainMeasure {
  readonly budget: ChainBudget;
  readonly countTokens: CountTokens;
  readonly durationMs: number;
  /** The text sent to the client. @param answer masked and complete */
  sentAs(answer: object): string;
  /** The text of one step's result inside the answer. */
  renderResult(step: StepResult): string;
  /** Tokens of the smallest possible answer; set only if that exceeds the budget. */
  readonly minimumRequired?: number;
}

/** A duration with as many digits as the longest possible duration of a chain, so that it costs as many tokens. */
const LONGEST_MS = 99_999;

/** Leaves out the largest results until the answer fits; the smallest answer may exceed the budget. */
export function fitChain(material: ChainMaterial, measure: ChainMeasure): object {
  const { maxTotalTokens } = measure.budget;
  const results = material.results.map((step) => ({
    ...step,
    tokens: step.result === undefined ? 0 : measure.countTokens(measure.renderResult(step)),
  }));
  // Largest result first; equal ones in step order.
  const order = results.filter(({ tokens }) => tokens > 0).sort((a, b) => b.tokens - a.tokens);
  const omitted = new Set<StepResult>();
  const measured = (isTraced: boolean) =>
    countedAnswer(
      { ...material, results: results.map((step) => (omitted.has(step) ? withoutResult(step) : step)) },
      isTraced,
      measure,
    );
  let answer = measured(true);
  if (answer.tokens > maxTotalTokens) answer = measured(false);
  let least = { tokens: answer.tokens, omitted: 0 };
  for (const largest of order) {
    if (answer.tokens <= maxTotalTokens) break;
    omitted.add(largest);
    answer = measured(false);
    // Leaving out a small result can cost more tokens than the result: keep the smallest answer seen.
    if (answer.tokens < least.tokens) least = { tokens: answer.tokens, omitted: omitted.size };
  }
  if (answer.tokens <= maxTotalTokens) return answer.answer;
  const gone = new Set(order.slice(0, least.omitted));
  const poorest = { ...material, results: results.map((step) => (gone.has(step) ? withoutResult(step) : step)) };
  return countedAnswer(poorest, false, { ...measure, minimumRequired: minimumTokens(poorest, measure) }).answer;
}

/** Tokens of the smallest answer, including the tokens that state this minimum. */
function minimumTokens(poorest: ChainMaterial, measure: ChainMeasure): number {
  const longest = withLongestDurations(poorest);
  let floor = 0;
  // The digits of `minimumRequired` count too: repeat until stating the value adds no token.
  for (;;) {
    const { tokens } = countedAnswer(longest, false, {
      ...measure,
      durationMs: LONGEST_MS,
      minimumRequired: floor,
    });
    if (tokens <= floor) return floor;
    floor = tokens;
  }
}

/** The results with the longest duration in each step, because durations differ from call to call and the minimum must not. */
function withLongestDurations(material: ChainMaterial): ChainMaterial {
  return { ...material, results: material.results.map((step) => ({ ...step, durationMs: LONGEST_MS })) };
}

function withoutResult({ result: _, ...step }: StepResult): StepResult {
  const howToResume = "Pick fields of it in a further step, narrow the step, or raise budget.maxTotalTokens.";
  return { ...step, tokens: 0, omitted: { tokens: step.tokens, howToResume } };
}

function countedAnswer(
  { results, basis, trace, stopped }: ChainMaterial,
  isTraced: boolean,
  { budget, countTokens, sentAs, durationMs, minimumRequired }: ChainMeasure,
): CountedAnswer<object> {
  const write = (tokens: number) =>
    pruneAnswer({
      results,
      ...(stopped === undefined ? {} : { stopped }),
      budget: { used: { tokens, steps: results.length, durationMs }, allowed: budget, minimumRequired },
      ...(trace.length === 0 ? {} : isTraced ? { trace } : { traceOmitted: true }),
      ...basis,
    });
  return withOwnTokenCount(write, countTokens, sentAs);
}
