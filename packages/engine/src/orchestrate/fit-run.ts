/** A run's answer within its tokens: outputs of the actions go first, the largest first, then evidence from its end. */
import type { CountTokens } from "@sdl/slice";
import { pruneAnswer } from "../actions/prune-answer.js";
import { countItself } from "../text/self-count.js";
import type { ActionTaken } from "./action-log.js";
import type { Evidence } from "./evidence.js";

export interface RunMaterial {
  readonly head: object;
  readonly writeAnswer: (evidence: readonly Evidence[]) => string;
  readonly tail: object;
  readonly actionsTaken: readonly ActionTaken[];
  readonly evidence: readonly Evidence[];
  readonly metrics: object;
  readonly basis: object;
}

export function fitRun(
  material: RunMaterial,
  { maxTokens, countTokens }: { maxTokens: number; countTokens: CountTokens },
): object {
  const sized = material.actionsTaken.map((action) => ({
    action,
    tokens: countTokens(JSON.stringify(action.output) ?? ""),
  }));
  const largestFirst = [...sized].sort((a, b) => b.tokens - a.tokens);
  const omitted = new Map<ActionTaken, number>();
  let evidence = material.evidence;
  let actions = sized.length;
  const measure = () => measured(material, { omitted, evidence, actions }, countTokens);
  for (const { action, tokens } of largestFirst) {
    if (measure().tokens <= maxTokens) break;
    omitted.set(action, tokens);
  }
  // Neither evidence nor the list of actions is worth more than the answer.
  while (measure().tokens > maxTokens && (evidence.length > 1 || actions > 0)) {
    if (actions > 0) actions--;
    else evidence = evidence.slice(0, -1);
  }
  return measure().answer;
}

interface Kept {
  readonly omitted: ReadonlyMap<ActionTaken, number>;
  readonly evidence: readonly Evidence[];
  /** How many of the actions are listed. */
  readonly actions: number;
}

function measured(
  { head, writeAnswer, tail, actionsTaken, metrics, basis }: RunMaterial,
  kept: Kept,
  countTokens: CountTokens,
) {
  const { omitted, evidence, actions } = kept;
  const shown = actionsTaken.slice(0, actions).map((action) => {
    const tokens = omitted.get(action);
    return tokens === undefined ? action : { ...action, output: { omittedTokens: tokens } };
  });
  const write = (totalTokens: number) =>
    pruneAnswer({
      ...head,
      answer: writeAnswer(evidence),
      ...tail,
      actionsTaken: shown,
      finalEvidence: evidence,
      metrics: { ...metrics, totalTokens },
      ...basis,
    });
  return countItself(write, countTokens);
}
