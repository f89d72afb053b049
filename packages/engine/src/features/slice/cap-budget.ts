/** A slice's budget within the policy's caps. */
import type { Policy } from "../../registry/policy.js";

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

/** What the caps take of a budget other than the default: asking for more again would give no more. */
export function capWarnings(budget: Budget | undefined, caps: Policy["budgetCaps"]): readonly string[] {
  return (["maxCards", "maxEstimatedTokens"] as const).flatMap((name) => {
    const [wanted, cap] = [budget?.[name], caps?.[name]];
    if (wanted === undefined || cap === undefined || wanted <= cap || wanted === DEFAULT_BUDGET[name]) return [];
    return [
      `budget.${name}: ${wanted} is over the policy's cap of ${cap}, so the cap applies; its owner can raise it with sdl.policy.set`,
    ];
  });
}
