/** Limits a slice's budget to the policy's caps. */
import type { Policy } from "../../registry/policy.js";

/** Limits of a slice; absent ones have defaults. */
export interface Budget {
  readonly maxCards?: number | undefined;
  readonly maxEstimatedTokens?: number | undefined;
}

/** Default budget of a slice, from the contract. */
const DEFAULT_BUDGET = { maxCards: 30, maxEstimatedTokens: 4000 } as const;

/** Returns the budget unchanged if the policy has no caps. */
export function capBudget(budget: Budget | undefined, caps: Policy["budgetCaps"]): Budget | undefined {
  if (caps === undefined) return budget;
  return {
    maxCards: takeSmaller(budget?.maxCards ?? DEFAULT_BUDGET.maxCards, caps.maxCards),
    maxEstimatedTokens: takeSmaller(
      budget?.maxEstimatedTokens ?? DEFAULT_BUDGET.maxEstimatedTokens,
      caps.maxEstimatedTokens,
    ),
  };
}

function takeSmaller(wanted: number, cap: number | undefined): number {
  return Math.min(wanted, cap ?? wanted);
}

/** A warning per limit of a non-default budget that a cap lowers: repeating the request with a higher budget has no effect. */
export function capWarnings(budget: Budget | undefined, caps: Policy["budgetCaps"]): readonly string[] {
  return (["maxCards", "maxEstimatedTokens"] as const).flatMap((name) => {
    const [wanted, cap] = [budget?.[name], caps?.[name]];
    if (wanted === undefined || cap === undefined || wanted <= cap || wanted === DEFAULT_BUDGET[name]) return [];
    return [
      `budget.${name}: ${wanted} exceeds the policy's cap of ${cap}, which applies; the repository's owner raises the cap with sdl.policy.set`,
    ];
  });
}
