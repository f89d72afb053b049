/** Whether the client's slices speak for a symbol: those that it holds, or the one that its context makes. */
import type { Slice } from "@sdl/slice";
import type { Query } from "../../queries/pinned.js";
import { buildRepositorySlice } from "../../queries/slices.js";

/** The slice that a request says it works with: a handle, or the seeds of one. */
export interface SliceContext {
  readonly sliceHandle?: string | undefined;
  readonly taskText?: string | undefined;
  readonly stackTrace?: string | undefined;
  readonly failingTestPath?: string | undefined;
  readonly editedFiles?: readonly string[] | undefined;
  readonly entrySymbols?: readonly string[] | undefined;
}

/** The slices that clients hold. */
export interface LiveSlices {
  /** Those that hold the symbol, described; `undefined` when none does. @param handle only this slice counts */
  holding(symbolId: string, handle?: string): string | undefined;
}

export const NO_LIVE_SLICES: LiveSlices = { holding: () => undefined };

/** @throws {SdlError} as building a slice does for seeds that do not resolve */
export async function sliceHolding(
  query: Query,
  symbolId: string,
  live: LiveSlices,
  context: SliceContext | undefined,
): Promise<string | undefined> {
  const { sliceHandle, ...seeds } = context ?? {};
  const held = live.holding(symbolId, sliceHandle);
  if (held !== undefined || !Object.values(seeds).some((seed) => seed !== undefined && seed.length > 0)) return held;
  const built = await buildRepositorySlice(query, { ...seeds, wireFormat: "standard" });
  return "slice" in built ? placeIn(built.slice as Slice, symbolId) : undefined;
}

function placeIn(slice: Slice, symbolId: string): string | undefined {
  const isHere = (entry: { readonly symbolId: string }): boolean => entry.symbolId === symbolId;
  if (slice.cards.some(isHere) || slice.cardRefs.some(isHere)) return "slice of sliceContext";
  return slice.frontier.some(isHere) ? "frontier of sliceContext's slice" : undefined;
}
