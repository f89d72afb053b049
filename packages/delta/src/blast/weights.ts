/**
 * Weights of the blast radius: effect of each kind of change on each kind of dependent. All factors are 0..1.
 *
 * The strength of a dependent is `aspect · Π (step factor · confidence) · DECAY^(distance − 1)` of its best path; its rank is
 * `strength · (PLAIN + FAN_IN·f + TESTS·t + PROCESS·p)`, with f the fan-in on a logarithmic scale, t the proximity of its best test, and p
 * whether it takes part in a process of a changed symbol. The small terms let a dependent outrank
 * another one only if its strength is more than 70 % of the other's.
 */
import type { SymbolChange } from "../describe-change.js";
import type { StepKind } from "./dependents.js";

/** The aspect of a symbol that changed, as far as dependents are concerned. */
export type Aspect = "removed" | "signature" | "returns" | "type" | "effects" | "body" | "moved" | "added";

/** Weight of each kind of change. */
export const ASPECT_WEIGHTS: Readonly<Record<Aspect, number>> = {
  removed: 1,
  /** Parameters or name. */
  signature: 1,
  /** Type of the result. */
  returns: 1,
  /** Base types, fields, values. */
  type: 0.8,
  effects: 0.7,
  body: 0.5,
  added: 0.8,
  moved: 1,
};

/** Factor for each step beyond the first. */
export const DISTANCE_DECAY = 0.6;

/** Weights of the terms of a rank; they sum to 1. */
export const RANK_TERMS = { plain: 0.7, fanIn: 0.12, tests: 0.1, process: 0.08 };

type StepWeights = Readonly<Record<StepKind, number>>;

/** Weights for dependents that rely on the declaration. */
const DECLARATION_WEIGHTS: StepWeights = {
  call: 1,
  extends: 0.9,
  implements: 0.9,
  overrides: 0.9,
  declares: 0.9,
  lacks: 0.9,
  typed: 0.5,
  uses: 0.8,
  config: 0.8,
  import: 0.3,
};

/** Weights for dependents that rely on the behaviour. */
const BEHAVIOUR_WEIGHTS: StepWeights = {
  call: 1,
  extends: 0.6,
  implements: 0.3,
  overrides: 0.3,
  declares: 0.6,
  lacks: 0,
  typed: 0,
  uses: 0.4,
  config: 0.8,
  import: 0.15,
};

/** Weights for a removed name, which breaks imports of it. */
const NAME_WEIGHTS: StepWeights = { ...DECLARATION_WEIGHTS, import: 1 };

/** Weights of steps, by kind of change. */
export const STEP_WEIGHTS: Readonly<Record<Aspect, StepWeights>> = {
  removed: NAME_WEIGHTS,
  moved: NAME_WEIGHTS,
  signature: DECLARATION_WEIGHTS,
  returns: DECLARATION_WEIGHTS,
  type: DECLARATION_WEIGHTS,
  added: DECLARATION_WEIGHTS,
  effects: BEHAVIOUR_WEIGHTS,
  body: BEHAVIOUR_WEIGHTS,
};

/** The kind of a change that determines its weights. */
export function changeAspect(change: SymbolChange, isType: boolean): Aspect {
  if (change.changeType !== "modified") return change.changeType;
  const { signatureDiff } = change;
  if (signatureDiff !== undefined && isUnexported(signatureDiff)) return "removed";
  if (signatureDiff !== undefined) return change.returnsChanged ? "returns" : "signature";
  if (change.sideEffectDiff !== undefined || change.invariantDiff !== undefined) return "effects";
  if (!change.bodyChanged) return "moved";
  return isType ? "type" : "body";
}

/** Whether the symbol's behaviour may have changed, which affects indirect callers; a change of the declaration alone does not. */
export function changesBehaviour({ changeType, bodyChanged, sideEffectDiff, invariantDiff }: SymbolChange): boolean {
  return changeType === "modified" && (bodyChanged || sideEffectDiff !== undefined || invariantDiff !== undefined);
}

/** Whether an exported symbol is no longer exported, which breaks its imports. */
function isUnexported({ before, after }: { readonly before: string; readonly after: string }): boolean {
  return before.startsWith("export ") && !after.startsWith("export ");
}
