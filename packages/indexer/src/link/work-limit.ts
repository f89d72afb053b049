/**
 * How much work the link of one file may take, in steps of the evaluator: expressions evaluated, lookups recorded, and turns of the loops that
 * follow the length of data. Knows sizes only.
 */
import { EXPRS, type FactsPage, REFS, SYMBOLS } from "@sdl/model/facts";

/** What any file may take, however small: it may ask for much of a large repository. */
const BASE_STEPS = 1_000_000;
/** What it may take besides for each of its rows. */
const STEPS_PER_ROW = 200;

/** The most work that linking a file may take, by its facts. */
export type WorkLimit = (page: FactsPage) => number;

export const NO_WORK_LIMIT: WorkLimit = () => Number.POSITIVE_INFINITY;

/** The most steps that linking a file may take. A file that needs more keeps its symbols and has no links. */
export function workLimitOf(page: FactsPage): number {
  const rows = page.table(EXPRS).rows + page.table(REFS).rows + page.table(SYMBOLS).rows;
  return BASE_STEPS + STEPS_PER_ROW * rows;
}
