/**
 * What a slice had no room for: the candidates that its search scored and it did not show, page by page. Their cards are made anew from
 * the version that the slice was built from; of them only ids are stored.
 */
import { SdlError } from "@sdl/model";
import type { ActionContext } from "../actions/action.js";
import { spilloverHandleOf } from "../session/handle-names.js";
import { freshnessAnswer, heldSlice, leaseAnswer, onPinnedState } from "./held-slice.js";
import type { HandleCall } from "./repository-of-handle.js";
import { symbolById } from "./symbol-ref.js";

/** Either of the two handles, and either a cursor or a page. */
export interface SpilloverRequest {
  readonly repoId?: string | undefined;
  readonly spilloverHandle?: string | undefined;
  readonly handle?: string | undefined;
  readonly cursor?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  readonly pageSize: number;
}

/** @throws {SdlError} `handle_unknown`, `lease_expired`, `invalid_params` for a cursor of another list */
export async function readSpillover(context: ActionContext, request: SpilloverRequest): Promise<object> {
  const held = await heldSlice(context, callOf(request));
  const { entry, workspace, known } = held;
  const { buildCard, parseCanonicalRequest } = await import("@sdl/slice");
  const { minCallConfidence, includeResolutionMetadata } = parseCanonicalRequest(known.record.request);
  const { dropped } = known.record;
  const from = placeOf(request, dropped);
  const page = await onPinnedState(held, async ({ graph, derived }) => {
    const cards = dropped.slice(from, from + request.pageSize).map((id) =>
      buildCard(graph, symbolById(graph, id), {
        repoId: entry.repoId,
        derived,
        ...(minCallConfidence === undefined ? {} : { minCallConfidence }),
        ...(includeResolutionMetadata === undefined ? {} : { includeResolutionMetadata }),
      }),
    );
    return { cards, hasMore: from + cards.length < dropped.length };
  });
  const last = page.cards.at(-1);
  return {
    spilloverHandle: spilloverHandleOf(known.handle),
    ...(page.hasMore && last !== undefined ? { cursor: last.symbolId } : {}),
    hasMore: page.hasMore,
    symbols: page.cards,
    lease: leaseAnswer(workspace.sessions.renew(known), known.lease.versions),
    pinned: known.record.pinned,
    ...freshnessAnswer(workspace),
  };
}

function callOf({ repoId, spilloverHandle, handle = "" }: SpilloverRequest): HandleCall {
  const action = "sdl.slice.spillover.get";
  return spilloverHandle === undefined
    ? { action, repoId, parameter: "handle", handle }
    : { action, repoId, parameter: "spilloverHandle", handle: spilloverHandle };
}

/** Where a page begins. A cursor is the id of the last symbol before it. */
function placeOf({ cursor, page = 1, pageSize }: SpilloverRequest, ids: readonly string[]): number {
  if (cursor === undefined) return (page - 1) * pageSize;
  const at = ids.indexOf(cursor);
  if (at >= 0) return at + 1;
  throw new SdlError(
    "invalid_params",
    `cursor: received ${JSON.stringify(cursor)}, which is no symbol of this spillover; ask again without cursor`,
  );
}
