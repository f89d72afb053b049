/** Slices that go on with another one: the same task, and of its candidates those that were left out. */
import { SdlError, type SymbolId } from "@sdl/model";
import { parseCanonicalRequest } from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
import type { Query } from "../../query/run-query.js";
import { heldSlice } from "./held-slice.js";
import type { SliceRequest } from "./slice-request.js";

type NamedRequest = SliceRequest & { readonly repoId?: string | undefined };

/**
 * A request with a cursor takes its task, and what narrows the task, from the slice that the cursor names; its budget and form are its own.
 * Memories came with the first slice.
 * @throws {SdlError} `handle_unknown`, `lease_expired`
 */
export async function withTaskOfCursor(context: ActionContext, request: NamedRequest): Promise<NamedRequest> {
  const { cursor, repoId, budget, source, wireFormat, wireFormatVersion } = request;
  if (cursor === undefined) return request;
  const call = { action: "sdl.slice.build", parameter: "cursor", handle: cursor, repoId };
  const { entry, repository, known } = await heldSlice(context, call);
  repository.sessions.renew(known);
  const own = { budget, source, wireFormat, wireFormatVersion, cursor: known.handle, repoId: entry.repoId };
  return { ...request, ...parseCanonicalRequest(known.record.request), ...own, includeMemories: false };
}

/** What the slice before left out; `undefined` without a cursor. @throws {SdlError} `lease_expired` once that slice is forgotten */
export function leftOutBefore(query: Query, cursor: string | undefined): ReadonlySet<SymbolId> | undefined {
  if (cursor === undefined) return undefined;
  const before = query.sessions.find(cursor);
  if (before !== undefined) return new Set(before.record.dropped);
  throw new SdlError(
    "lease_expired",
    `the slice ${cursor} is no longer known and cannot be continued; build it again from its task`,
  );
}
