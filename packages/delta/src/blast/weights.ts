/**
 * How much a change of one kind matters to a dependent of another. All factors are 0..1.
 *
 * The strength of a dependent is `aspect · Π (step factor · confidence) · DECAY^(distance − 1)` of its best way; its rank
 * `strength · (PLAIN + FAN_IN·f + TESTS·t + PROCESS·p)`, with f the fan-in on a logarithmic scale, t how near its best test is, and p
 * whether it takes part in a process of a changed symbol. The small terms never lift the weak above the strong by more than a third.
 */
import type { SymbolChange } from "../describe-change.js";
import type { StepKind } from "./dependents.js";

/** What of a symbol changed, as far as others care. */
export type Aspect = "removed" | "signature" | "returns" | "type" | "effects" | "body" | "moved" | "added";

export const ASPECT_WEIGHTS: Readonly<Record<Aspect, number>> = {
  removed: 1,
  /** Parameters or name. */
  signature: 1,
  /** What it gives back. */
  returns: 1,
  /** Bases, fields, values. */
  type: 0.8,
  effects: 0.7,
  body: 0.5,
  added: 0.8,
  moved: 1,
};

/** Of each step beyond the first. */
export const DECAY = 0.6;

export const RANK_TERMS = { plain: 0.7, fanIn: 0.12, tests: 0.1, process: 0.08 };

type StepWeights = Readonly<Record<StepKind, number>>;

/** Whoever is written against the declaration. */
const INTERFACE: StepWeights = {
  call: 1,
  extends: 0.9,
  implements: 0.9,
  overrides: 0.9,
  declares: 0.9,
  owes: 0.9,
  typed: 0.5,
  uses: 0.8,
  config: 0.8,
  import: 0.3,
};

/** Whoever gets what it does. */
const BEHAVIOUR: StepWeights = {
  call: 1,
  extends: 0.6,
  implements: 0.3,
  overrides: 0.3,
  declares: 0.6,
  owes: 0,
  typed: 0,
  uses: 0.4,
  config: 0.8,
  import: 0.15,
};

/** A name that is gone breaks the import of it. */
const NAME: StepWeights = { ...INTERFACE, import: 1 };

export const STEP_WEIGHTS: Readonly<Record<Aspect, StepWeights>> = {
  removed: NAME,
  moved: NAME,
  signature: INTERFACE,
  returns: INTERFACE,
  type: INTERFACE,
  added: INTERFACE,
  effects: BEHAVIOUR,
  body: BEHAVIOUR,
};

export function aspectOf(change: SymbolChange, isType: boolean): Aspect {
  if (change.changeType !== "modified") return change.changeType;
  const { signatureDiff } = change;
  if (signatureDiff !== undefined && isHidden(signatureDiff)) return "removed";
  if (signatureDiff !== undefined) return change.returnsChanged ? "returns" : "signature";
  if (change.sideEffectDiff !== undefined || change.invariantDiff !== undefined) return "effects";
  if (!change.bodyChanged) return "moved";
  return isType ? "type" : "body";
}

/** Whether what a symbol does may have changed: that reaches its callers' callers, which a mere declaration does not. */
export function changesBehaviour({ changeType, bodyChanged, sideEffectDiff, invariantDiff }: SymbolChange): boolean {
  return changeType === "modified" && (bodyChanged || sideEffectDiff !== undefined || invariantDiff !== undefined);
}

/** Whoever imported what is exported no longer, imports nothing. */
function isHidden({ before, after }: { readonly before: string; readonly after: string }): boolean {
  return before.startsWith("export ") && !after.startsWith("export ");
}
