/** Continues a slice: the same task, with only the candidates that the previous slice left out. */
import { SdlError, type SymbolId } from "@sdl/model";
import { parseCanonicalRequest } from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
import type { Query } from "../../query/run-query.js";
import { findLiveSlice } from "./live-slice.js";
import type { SliceRequest } from "./slice-request.js";

type NamedRequest = SliceRequest & { readonly repoId?: string | undefined };

/**
 * For a request with a cursor, takes the task and its filters from the slice that the cursor names; budget and format come from the request. Leaves
 * memories out, because the first slice had them.
 * @throws {SdlError} `handle_unknown`, `lease_expired`
 */
export async function resolveCursorTask(context: ActionContext, request: NamedRequest): Promise<NamedRequest> {
  const { cursor, repoId, budget, source, wireFormat, wireFormatVersion } = request;
  if (cursor === undefined) return request;
  const call = { action: "sdl.slice.build", parameter: "cursor", handle: cursor, repoId };
  const { entry, repository, known } = await findLiveSlice(context, call);
  repository.sessions.renewLease(known);
  const own = { budget, source, wireFormat, wireFormatVersion, cursor: known.handle, repoId: entry.repoId };
  return { ...request, ...parseCanonicalRequest(known.record.request), ...own, includeMemories: false };
}

/** Ids that the previous slice left out; `undefined` without a cursor. @throws {SdlError} `lease_expired` if that slice is no longer stored */
export function findPreviouslyLeftOut(query: Query, cursor: string | undefined): ReadonlySet<SymbolId> | undefined {
  if (cursor === undefined) return undefined;
  const before = query.sessions.find(cursor);
  if (before !== undefined) return new Set(before.record.dropped);
  throw new SdlError(
    "lease_expired",
    `the slice ${cursor} is no longer stored and cannot be continued; build it again from its task`,
  );
}
