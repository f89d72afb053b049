/**
 * Work limit of linking one file, in steps of the evaluator: expressions evaluated, lookups recorded, and iterations of
 * loops over data. Knows sizes only.
 */
import { EXPRS, type FactsPage, REFS, SYMBOLS } from "@sdl/model/facts";

/** Steps allowed for any file, since even a small file may use much of a large repository. */
const BASE_STEPS = 1_000_000;
/** Additional steps allowed per row of the file's facts. */
const STEPS_PER_ROW = 200;

/** The limit for a file, by its facts. */
export type WorkLimit = (page: FactsPage) => number;

/** No limit. */
export const NO_WORK_LIMIT: WorkLimit = () => Number.POSITIVE_INFINITY;

/** The most steps for linking a file. A file that needs more keeps its symbols and has no links. */
export function workLimitOf(page: FactsPage): number {
  const rows = page.table(EXPRS).rows + page.table(REFS).rows + page.table(SYMBOLS).rows;
  return BASE_STEPS + STEPS_PER_ROW * rows;
}
