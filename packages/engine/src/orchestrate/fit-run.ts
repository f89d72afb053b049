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
  let kept: Kept = { omitted, evidence: material.evidence, actions: sized.length };
  let best = measured(material, kept, countTokens);
  // Counts of parts nearly add up: they say how much to leave out before the whole is counted again.
  while (best.tokens > maxTokens && omitted.size < largestFirst.length) {
    for (let over = best.tokens - maxTokens; over > 0 && omitted.size < largestFirst.length; ) {
      const next = largestFirst[omitted.size];
      if (next === undefined) break;
      omitted.set(next.action, next.tokens);
      over -= next.tokens;
    }
    best = measured(material, kept, countTokens);
  }
  // Neither the list of actions nor the last evidence is worth more than the answer.
  while (best.tokens > maxTokens && (kept.evidence.length > 1 || kept.actions > 0)) {
    kept =
      kept.actions > 0 ? { ...kept, actions: kept.actions - 1 } : { ...kept, evidence: kept.evidence.slice(0, -1) };
    best = measured(material, kept, countTokens);
  }
  return best.answer;
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
  const pruned = pruneAnswer({
    ...head,
    answer: writeAnswer(evidence),
    ...tail,
    actionsTaken: shown,
    finalEvidence: evidence,
    metrics,
    ...basis,
  });
  return countItself((totalTokens) => ({ ...pruned, metrics: { ...metrics, totalTokens } }), countTokens);
}
