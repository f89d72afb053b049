/** Symbol names by prefix, for completion of typed names. */
import type { ActionContext } from "../../contract/action.js";
import { type QueryTarget, runQuery } from "../../query/run-query.js";

/**
 * Reads the index without a refresh. @param start prefix of at least one character, case-sensitive
 * @returns at most `limit` names, ordered by UTF-16 units @throws {SdlError} `repo_not_found`, `not_indexed`
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
