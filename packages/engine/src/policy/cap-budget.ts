/** A slice's budget within the policy's caps. */
import type { Policy } from "./policy.js";

export interface Budget {
  readonly maxCards?: number | undefined;
  readonly maxEstimatedTokens?: number | undefined;
}

/** What a slice takes when nothing is said; the contract's defaults. */
const DEFAULT_BUDGET = { maxCards: 30, maxEstimatedTokens: 4000 } as const;

/** The budget itself where nothing caps it. */
export function capBudget(budget: Budget | undefined, caps: Policy["budgetCaps"]): Budget | undefined {
  if (caps === undefined) return budget;
  return {
    maxCards: smaller(budget?.maxCards ?? DEFAULT_BUDGET.maxCards, caps.maxCards),
    maxEstimatedTokens: smaller(
      budget?.maxEstimatedTokens ?? DEFAULT_BUDGET.maxEstimatedTokens,
      caps.maxEstimatedTokens,
    ),
  };
}

function smaller(wanted: number, cap: number | undefined): number {
  return Math.min(wanted, cap ?? wanted);
}
