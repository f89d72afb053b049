/**
 * Fits a run's answer into its token budget: leaves out outputs of actions, largest first, then the list of actions, then evidence from the end. If
 * even one piece of evidence does not fit, the answer states a sufficient budget.
 */
import type { CountTokens } from "@sdl/slice";
import { LADDER_RUNGS } from "../../contract/action.js";
import { type Answer, pruneAnswer } from "../../contract/prune-answer.js";
import { sanitizeAnswer } from "../../contract/sanitize-answer.js";
import { withOwnTokenCount } from "../../contract/self-count.js";
import type { ActionTaken, OutputTokens } from "./action-log.js";
import type { Evidence } from "./evidence.js";
import type { LadderPlan } from "./plan.js";

/** Why a run has no evidence. */
export const RUN_ERRORS = ["no symbol matches the task", "no action returned evidence"] as const;
type RunError = (typeof RUN_ERRORS)[number];
const [LONGEST_ERROR] = RUN_ERRORS;

/** The parts of an answer before it is fitted. */
export interface RunMaterial {
  readonly head: object;
  /** Writes the answer from evidence and from descriptions of what was not done. */
  readonly writeAnswer: (evidence: readonly Evidence[], missing: readonly string[]) => string;
  readonly missing: readonly string[];
  readonly tail: { readonly nextBestAction: string; readonly error?: RunError; readonly path: LadderPlan };
  readonly actionsTaken: readonly ActionTaken[];
  readonly evidence: readonly Evidence[];
  readonly metrics: object;
  readonly basis: object;
}

/** How an answer is counted and sent. */
export interface RunMeasure {
  readonly maxTokens: number;
  readonly countTokens: CountTokens;
  readonly outputTokens: OutputTokens;
  /** The text sent to the client. @param answer masked and complete */
  sentAs(answer: object): string;
}

/** Leaves parts out until the answer fits; the smallest answer may exceed the budget. */
export function fitRun(material: RunMaterial, measure: RunMeasure): object {
  const { maxTokens } = measure;
  const sized = material.actionsTaken.map((action) => ({ action, tokens: measure.outputTokens(action) }));
  const largestFirst = [...sized].sort((a, b) => b.tokens - a.tokens);
  const omitted = new Map<ActionTaken, number>();
  let kept: KeptParts = { omitted, evidence: material.evidence, actions: sized.length };
  let best = measureAnswer(material, kept, measure);
  // Token counts of parts nearly add up: they tell how many outputs to leave out before the whole answer is counted again.
  while (best.tokens > maxTokens && omitted.size < largestFirst.length) {
    for (let over = best.tokens - maxTokens; over > 0 && omitted.size < largestFirst.length; ) {
      const next = largestFirst[omitted.size];
      if (next === undefined) break;
      omitted.set(next.action, next.tokens);
      over -= next.tokens;
    }
    best = measureAnswer(material, kept, measure);
  }
  // Drops entries of the action list, then evidence, so that the answer's text fits.
  while (best.tokens > maxTokens && (kept.evidence.length > 1 || kept.actions > 0)) {
    kept =
      kept.actions > 0 ? { ...kept, actions: kept.actions - 1 } : { ...kept, evidence: kept.evidence.slice(0, -1) };
    best = measureAnswer(material, kept, measure);
  }
  return best.tokens <= maxTokens ? best.answer : minimalAnswer(material, measure);
}

interface KeptParts {
  readonly omitted: ReadonlyMap<ActionTaken, number>;
  readonly evidence: readonly Evidence[];
  /** Number of actions listed. */
  readonly actions: number;
}

function measureAnswer(
  { head, writeAnswer, missing, tail, actionsTaken, metrics, basis }: RunMaterial,
  kept: KeptParts,
  { countTokens, sentAs }: RunMeasure,
) {
  const { omitted, evidence, actions } = kept;
  const shown = actionsTaken.slice(0, actions).map((action) => {
    const tokens = omitted.get(action);
    return tokens === undefined ? action : { ...action, output: { omittedTokens: tokens } };
  });
  const pruned = pruneAnswer({
    ...head,
    answer: writeAnswer(evidence, missing),
    ...tail,
    actionsTaken: shown,
    finalEvidence: evidence,
    metrics,
    ...basis,
  });
  return withOwnTokenCount((totalTokens) => ({ ...pruned, metrics: { ...metrics, totalTokens } }), countTokens, sentAs);
}

/** Upper bound of a task id's tokens, one per character; task ids differ in each run. */
const TASK_ID_TOKENS = 16;
/** Reserve for a longer plan reasoning: with a larger budget, fewer rungs are left out for tokens, but some may then be left out for actions. */
const REASONING_TOKENS = 24;
/** A count with as many digits as the highest possible count. */
const LONGEST_COUNT = 100_000;

/**
 * The answer with only the first piece of evidence, in fixed text whose length hardly depends on the budget. If that exceeds the budget too: no
 * evidence, and a budget that suffices for the first piece.
 */
function minimalAnswer(material: RunMaterial, { maxTokens, countTokens, sentAs }: RunMeasure): object {
  const { head, tail, metrics, evidence } = material;
  const { error, path } = tail;
  const own: MinimalRun = { head, tail: { error, path }, metrics };
  const first = evidence.slice(0, 1);
  const counted = withOwnTokenCount(
    (totalTokens) => writeMinimal(material, own, first, totalTokens),
    countTokens,
    sentAs,
  );
  if (counted.tokens <= maxTokens) return counted.answer;
  const longest: MinimalRun = {
    head: { ...head, taskId: "", success: false },
    tail: { error: LONGEST_ERROR, path: { ...path, rungs: LADDER_RUNGS, estimatedTokens: LONGEST_COUNT } },
    metrics: withEachValue(metrics, LONGEST_COUNT),
  };
  const minimumRequired =
    countTokens(sentAs(sanitizeAnswer(writeMinimal(material, longest, first, LONGEST_COUNT)))) +
    TASK_ID_TOKENS +
    REASONING_TOKENS;
  const bare = { ...own, metrics: { ...metrics, minimumRequired } };
  return withOwnTokenCount((totalTokens) => writeMinimal(material, bare, [], totalTokens), countTokens, sentAs).answer;
}

function writeMinimal(
  { writeAnswer, basis, evidence: found }: RunMaterial,
  { head, tail, metrics }: MinimalRun,
  evidence: readonly Evidence[],
  totalTokens: number,
): Answer {
  const isEmpty = evidence.length < Math.min(1, found.length);
  return pruneAnswer({
    ...head,
    summary: "Most results are left out: they exceed the budget.",
    answer: isEmpty ? "All evidence is left out: it exceeds the budget." : writeAnswer(evidence, []),
    nextBestAction: "Raise budget.maxTokens.",
    ...tail,
    finalEvidence: evidence,
    metrics: { ...metrics, totalTokens },
    ...basis,
  });
}

type MinimalRun = Pick<RunMaterial, "head" | "metrics"> & { readonly tail: object };

function withEachValue(values: object, value: number): object {
  return Object.fromEntries(Object.keys(values).map((name) => [name, value]));
}
