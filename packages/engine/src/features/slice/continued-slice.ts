/** Continues a slice: the same task, with only the candidates that the previous slice left out. */
import { parseCanonicalRequest } from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
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
