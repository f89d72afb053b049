/**
 * What a slice had no room for: the candidates that its search scored and it did not show, as cards, page by page. Computed anew from
 * the state that the slice was built from; nothing of it is stored.
 */
import { SdlError } from "@sdl/model";
import type { ActionContext } from "../actions/action.js";
import {
  freshnessAnswer,
  type HeldSlice,
  heldSlice,
  leaseAnswer,
  onPinnedState,
  ownShape,
  type SliceState,
} from "./held-slice.js";
import { createSeeds, spilloverHandleOf } from "./slices.js";

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
  const held = await heldSlice(context, request.repoId, request.spilloverHandle ?? request.handle ?? "");
  const { entry, workspace, known } = held;
  const { buildCard } = await import("@sdl/slice");
  const page = await onPinnedState(held, async ({ graph, derived }) => {
    const { dropped, shape } = await droppedSymbols(held, { graph, derived });
    const ids = dropped.map((symbol) => graph.symbol(symbol).id);
    const from = placeOf(request, ids);
    const cards = dropped
      .slice(from, from + request.pageSize)
      .map((symbol) => buildCard(graph, symbol, { repoId: entry.repoId, derived, ...shape }));
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

/** The candidates that were not shown, best first, and how their cards are shaped. */
async function droppedSymbols(held: HeldSlice, { graph, derived }: SliceState) {
  const { decodeShape, parseCanonicalRequest, rankCandidates } = await import("@sdl/slice");
  const request = parseCanonicalRequest(held.known.record.request);
  const { cards, cardRefs } = decodeShape(await ownShape(held));
  const shown = new Set([...cards, ...cardRefs].map(({ symbolId }) => symbolId));
  const ranked = rankCandidates(graph, request, { seeds: await createSeeds(graph), derived });
  const { minCallConfidence, includeResolutionMetadata } = request;
  return {
    dropped: ranked.filter((symbol) => !shown.has(graph.symbol(symbol).id)),
    shape: {
      ...(minCallConfidence === undefined ? {} : { minCallConfidence }),
      ...(includeResolutionMetadata === undefined ? {} : { includeResolutionMetadata }),
    },
  };
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
