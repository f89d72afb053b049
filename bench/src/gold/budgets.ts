/** Tokens that an answer may take, o200k. */
export const BUDGETS = [1000, 4000, 8000] as const;
export type Budget = (typeof BUDGETS)[number];
export type ByBudget = Readonly<Record<Budget, number>>;
