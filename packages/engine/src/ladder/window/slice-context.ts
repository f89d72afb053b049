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

/** So many of the slices that were used last are looked through. */
const MAX_LIVE = 64;

/**
 * What holds the symbol: a live slice of any client of the repository, or the one that the context makes.
 * @throws {SdlError} as building a slice does for seeds that do not resolve
 */
export async function sliceHolding(
  query: Query,
  symbolId: string,
  context: SliceContext | undefined,
): Promise<string | undefined> {
  const { sliceHandle, ...seeds } = context ?? {};
  const held = await liveSliceHolding(query, symbolId, sliceHandle);
  if (held !== undefined || !Object.values(seeds).some((seed) => seed !== undefined && seed.length > 0)) return held;
  const built = await buildRepositorySlice(query, { ...seeds, wireFormat: "standard" });
  return "slice" in built ? placeIn(built.slice as Slice, symbolId, "sliceContext") : undefined;
}

/** @param only this handle counts, if it is live; all live ones do when absent */
async function liveSliceHolding(
  { sessions }: Query,
  symbolId: string,
  only: string | undefined,
): Promise<string | undefined> {
  const { decodeShape } = await import("@sdl/slice");
  const slices = sessions.live().filter(({ handle }) => only === undefined || handle === only);
  for (const { handle, shape: shapeOf } of slices.slice(0, MAX_LIVE)) {
    const shape = shapeOf()?.shape;
    if (shape?.includes(symbolId) !== true) continue;
    const place = placeIn(decodeShape(shape), symbolId, handle);
    if (place !== undefined) return place;
  }
  return undefined;
}

function placeIn(slice: Slice, symbolId: string, name: string): string | undefined {
  const isHere = (entry: { readonly symbolId: string }): boolean => entry.symbolId === symbolId;
  if (slice.cards.some(isHere) || slice.cardRefs.some(isHere)) return `slice of ${name}`;
  return slice.frontier.some(isHere) ? `frontier of the slice of ${name}` : undefined;
}
