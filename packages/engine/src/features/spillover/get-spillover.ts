/**
 * Reads a slice's spillover: the candidates that its search scored but the slice had no room for, in pages. Only ids are stored; cards are built
 * again from the version that the slice was built from. Spillovers of deltas are read by `trimmed-delta.ts`.
 */

import { isDeltaHandle, toSpilloverHandle } from "@sdl/repository/session";
import { buildCard, parseCanonicalRequest } from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
import type { HandleCall } from "../../query/repository-of-handle.js";
import { type PageRequest, spilloverCursors, startOfPage } from "../../query/spillover-page.js";
import { decodePinned } from "../../query/stored-pinned.js";
import { symbolById } from "../../query/symbol-ref.js";
import { readTrimmed } from "../delta/trimmed-delta.js";
import { computeOnPinnedState, findLiveSlice, freshnessAnswer, leaseAnswer } from "../slice/live-slice.js";

/** Request for a page; contains one of the two handles. */
export interface SpilloverRequest extends PageRequest {
  readonly repoId?: string | undefined;
  readonly spilloverHandle?: string | undefined;
  readonly handle?: string | undefined;
}

/** @throws {SdlError} `handle_unknown`, `lease_expired`, `invalid_params` for a cursor of another list */
export async function readSpillover(context: ActionContext, request: SpilloverRequest): Promise<object> {
  const call = handleCall(request);
  if (isDeltaHandle(call.handle)) return readTrimmed(context, call, request);
  const held = await findLiveSlice(context, call);
  const { entry, repository, known } = held;
  const { minCallConfidence, includeResolutionMetadata } = parseCanonicalRequest(known.record.request);
  const { dropped } = known.record;
  const from = startOfPage(known.handle, request, dropped);
  const page = await computeOnPinnedState(held, async ({ graph, derived }) => {
    const cards = dropped.slice(from, from + request.pageSize).map((id) =>
      buildCard(graph, symbolById(graph, id), {
        repoId: entry.repoId,
        derived,
        minCallConfidence,
        includeResolutionMetadata,
      }),
    );
    return { cards, hasMore: from + cards.length < dropped.length };
  });
  const last = page.cards.at(-1);
  return {
    spilloverHandle: toSpilloverHandle(known.handle),
    ...(page.hasMore && last !== undefined
      ? { cursor: spilloverCursors(known.handle).makeCursorAfter(last.symbolId) }
      : {}),
    hasMore: page.hasMore,
    symbols: page.cards,
    lease: leaseAnswer(repository.sessions.renewLease(known), known.lease.versions),
    pinned: decodePinned(known.record.pinned),
    ...freshnessAnswer(repository),
  };
}

function handleCall({ repoId, spilloverHandle, handle = "" }: SpilloverRequest): HandleCall {
  const action = "sdl.slice.spillover.get";
  return spilloverHandle === undefined
    ? { action, repoId, parameter: "handle", handle }
    : { action, repoId, parameter: "spilloverHandle", handle: spilloverHandle };
}
