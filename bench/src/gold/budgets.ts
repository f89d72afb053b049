/** Token budgets of answers (o200k tokenizer). */

/** All budgets, ascending. */
export const BUDGETS = [1000, 4000, 8000] as const;
/** One of {@link BUDGETS}. */
export type Budget = (typeof BUDGETS)[number];
/** One figure per budget. */
export type ByBudget = Readonly<Record<Budget, number>>;
