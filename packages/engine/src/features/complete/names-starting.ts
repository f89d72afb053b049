/** Names of symbols for whoever completes what a person types. */
import type { ActionContext } from "../../contract/action.js";
import { type QueryTarget, runQuery } from "../../query/run-query.js";

/**
 * From the index as it is. @param start at least one character; case counts
 * @returns by code units @throws {SdlError} `repo_not_found`, `not_indexed`
 */
export async function namesStarting(
  context: ActionContext,
  target: QueryTarget,
  start: string,
  limit: number,
): Promise<readonly string[]> {
  const { names } = await runQuery(context, { ...target, fresh: false }, ({ graph }) => ({
    names: graph
      .namesStarting(start.slice(0, 1))
      .filter((name) => name.startsWith(start))
      .slice(0, limit),
  }));
  return names;
}
