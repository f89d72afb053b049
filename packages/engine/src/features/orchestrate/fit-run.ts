/**
 * A run's answer within its tokens: outputs of the actions go first, the largest first, then the list of actions, then evidence from its end.
 * Where not even one piece of evidence fits, the answer says which budget suffices.
 */
import type { CountTokens } from "@sdl/slice";
import { LADDER_RUNGS } from "../../contract/action.js";
import { type Answer, pruneAnswer } from "../../contract/prune-answer.js";
import { sealAnswer } from "../../contract/seal-answer.js";
import { countItself } from "../../contract/self-count.js";
import type { ActionTaken, OutputTokens } from "./action-log.js";
import type { Evidence } from "./evidence.js";
import type { LadderPlan } from "./plan.js";

/** Why a run gave no evidence. */
export const RUN_ERRORS = ["no symbol fits the task", "no action gave evidence"] as const;
type RunError = (typeof RUN_ERRORS)[number];
const [LONGEST_ERROR] = RUN_ERRORS;

export interface RunMaterial {
  readonly head: object;
  /** What is cited, and what was not done. */
  readonly writeAnswer: (evidence: readonly Evidence[], missing: readonly string[]) => string;
  readonly missing: readonly string[];
  readonly tail: { readonly nextBestAction: string; readonly error?: RunError; readonly path: LadderPlan };
  readonly actionsTaken: readonly ActionTaken[];
  readonly evidence: readonly Evidence[];
  readonly metrics: object;
  readonly basis: object;
}

export interface RunMeasure {
  readonly maxTokens: number;
  readonly countTokens: CountTokens;
  readonly outputTokens: OutputTokens;
  /** The answer as its client gets it. @param answer sealed */
  sentAs(answer: object): string;
}

export function fitRun(material: RunMaterial, measure: RunMeasure): object {
  const { maxTokens } = measure;
  const sized = material.actionsTaken.map((action) => ({ action, tokens: measure.outputTokens(action) }));
  const largestFirst = [...sized].sort((a, b) => b.tokens - a.tokens);
  const omitted = new Map<ActionTaken, number>();
  let kept: Kept = { omitted, evidence: material.evidence, actions: sized.length };
  let best = measured(material, kept, measure);
  // Counts of parts nearly add up: they say how much to leave out before the whole is counted again.
  while (best.tokens > maxTokens && omitted.size < largestFirst.length) {
    for (let over = best.tokens - maxTokens; over > 0 && omitted.size < largestFirst.length; ) {
      const next = largestFirst[omitted.size];
      if (next === undefined) break;
      omitted.set(next.action, next.tokens);
      over -= next.tokens;
    }
    best = measured(material, kept, measure);
  }
  // Neither the list of actions nor the last evidence is worth more than the answer.
  while (best.tokens > maxTokens && (kept.evidence.length > 1 || kept.actions > 0)) {
    kept =
      kept.actions > 0 ? { ...kept, actions: kept.actions - 1 } : { ...kept, evidence: kept.evidence.slice(0, -1) };
    best = measured(material, kept, measure);
  }
  return best.tokens <= maxTokens ? best.answer : poorAnswer(material, measure);
}

interface Kept {
  readonly omitted: ReadonlyMap<ActionTaken, number>;
  readonly evidence: readonly Evidence[];
  /** How many of the actions are listed. */
  readonly actions: number;
}

function measured(
  { head, writeAnswer, missing, tail, actionsTaken, metrics, basis }: RunMaterial,
  kept: Kept,
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
  return countItself((totalTokens) => ({ ...pruned, metrics: { ...metrics, totalTokens } }), countTokens, sentAs);
}

/** Of a task id, which is another one in each run: no text costs more tokens than it has characters. */
const TASK_ID_TOKENS = 16;
/** A larger budget leaves out fewer rungs for its tokens; the plan may then have to say that it leaves them out for its actions. */
const REASONING_TOKENS = 24;
/** More than any run takes or counts, in a number as long as the longest. */
const LONGEST_COUNT = 100_000;

/**
 * The first piece of evidence in words that cost about the same whatever the budget. Where that is over the budget too: nothing of what was
 * found, and the budget that surely suffices for that one piece.
 */
function poorAnswer(material: RunMaterial, { maxTokens, countTokens, sentAs }: RunMeasure): object {
  const { head, tail, metrics, evidence } = material;
  const { error, path } = tail;
  const own: PoorRun = { head, tail: { error, path }, metrics };
  const first = evidence.slice(0, 1);
  const counted = countItself((totalTokens) => writePoor(material, own, first, totalTokens), countTokens, sentAs);
  if (counted.tokens <= maxTokens) return counted.answer;
  const longest: PoorRun = {
    head: { ...head, taskId: "", success: false },
    tail: { error: LONGEST_ERROR, path: { ...path, rungs: LADDER_RUNGS, estimatedTokens: LONGEST_COUNT } },
    metrics: mapped(metrics, LONGEST_COUNT),
  };
  const minimumRequired =
    countTokens(sentAs(sealAnswer(writePoor(material, longest, first, LONGEST_COUNT)))) +
    TASK_ID_TOKENS +
    REASONING_TOKENS;
  const bare = { ...own, metrics: { ...metrics, minimumRequired } };
  return countItself((totalTokens) => writePoor(material, bare, [], totalTokens), countTokens, sentAs).answer;
}

function writePoor(
  { writeAnswer, basis, evidence: found }: RunMaterial,
  { head, tail, metrics }: PoorRun,
  evidence: readonly Evidence[],
  totalTokens: number,
): Answer {
  const isEmpty = evidence.length < Math.min(1, found.length);
  return pruneAnswer({
    ...head,
    summary: "The budget has no room for most of what was found.",
    answer: isEmpty ? "The budget has no room for any evidence." : writeAnswer(evidence, []),
    nextBestAction: "Raise budget.maxTokens.",
    ...tail,
    finalEvidence: evidence,
    metrics: { ...metrics, totalTokens },
    ...basis,
  });
}

type PoorRun = Pick<RunMaterial, "head" | "metrics"> & { readonly tail: object };

function mapped(values: object, value: number): object {
  return Object.fromEntries(Object.keys(values).map((name) => [name, value]));
}
