/** All positions of a symbol's references, for an editor's list: an answer for a model shows only a few per referring symbol. */
import type { ActionContext } from "../../contract/action.js";
import { runQuery } from "../../query/run-query.js";
import { findReferences, type ReferenceItem } from "../references/find-references.js";

interface PlacesRequest {
  readonly repoId: string;
  readonly symbolId: string;
  readonly direction: "references" | "callers" | "callees";
}

/** Maximum number of referring symbols. */
const MAX_SYMBOLS = 5000;

/** @throws {SdlError} `symbol_not_found`, and any error of opening an index */
export async function referencePlaces(
  context: ActionContext,
  { repoId, symbolId, direction }: PlacesRequest,
): Promise<readonly ReferenceItem[]> {
  const request = { symbolId, direction, depth: 1, limit: MAX_SYMBOLS, maxSites: Number.POSITIVE_INFINITY };
  const found = await context.engine.releaseOnFault(() =>
    runQuery(context, { repoId }, (query) => findReferences(query, request)),
  );
  return found.items;
}
