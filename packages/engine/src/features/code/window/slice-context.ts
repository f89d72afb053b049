/**
 * Whether the client's slices justify a code window of a symbol: live slices, or the slice built from `sliceContext`. Only symbols that a slice
 * found count, not those that its client named (`found-symbols.ts`).
 */
import type { SymbolRecord } from "@sdl/model/graph";
import { decodeShape, parseCanonicalRequest, type Slice, type SliceBuildRequest } from "@sdl/slice";
import type { Query } from "../../../query/run-query.js";
import { symbolById } from "../../../query/symbol-ref.js";
import { buildRepositorySlice, sliceVersion } from "../../slice/build-slice.js";
import { namesSymbols, withoutNamedSymbols } from "./found-symbols.js";

/** The slice that a code-window request refers to: a handle, or the seeds of a slice. */
export interface SliceContext {
  readonly sliceHandle?: string | undefined;
  readonly taskText?: string | undefined;
  readonly stackTrace?: string | undefined;
  readonly failingTestPath?: string | undefined;
  readonly editedFiles?: readonly string[] | undefined;
  readonly entrySymbols?: readonly string[] | undefined;
}

/** Maximum number of live slices searched, most recently used first. */
const MAX_LIVE = 64;
/** Maximum number of slices rebuilt without their named symbols: each rebuild costs as much as the first build. */
const MAX_REBUILT = 8;

/**
 * Where a slice found the symbol: in a live slice of any client of the repository, or in the one built from `sliceContext`; `undefined` if none
 * did.
 * @throws {SdlError} if the seeds do not resolve, the same as building a slice
 */
export async function findContainingSlice(
  query: Query,
  symbolId: string,
  context: SliceContext | undefined,
): Promise<string | undefined> {
  const symbol = query.graph.symbol(symbolById(query.graph, symbolId));
  const { sliceHandle, ...seeds } = context ?? {};
  const held = await findInLiveSlices(query, symbol, sliceHandle);
  if (held !== undefined) return held;
  const given = Object.entries(seeds).filter(([, seed]) => seed !== undefined && seed.length > 0);
  const finding = withoutNamedSymbols(Object.fromEntries(given), symbol);
  if (finding === undefined) return undefined;
  const built = await buildRepositorySlice(query, { ...finding, wireFormat: "standard" });
  return "slice" in built ? findSymbolInSlice(built.slice as Slice, symbolId, "sliceContext") : undefined;
}

/** States that no slice found the symbol, and names the slices searched: those of `sliceContext` if it has any. */
export function describeMissingSlice(query: Query, context: SliceContext | undefined): string {
  const { sliceHandle, ...seeds } = context ?? {};
  const hasSeeds = Object.values(seeds).some((seed) => seed !== undefined && seed.length > 0);
  const ofSeeds = hasSeeds ? ", nor did the seeds in sliceContext" : "";
  if (sliceHandle === undefined)
    return hasSeeds
      ? "no live slice found the symbol, nor did the seeds in sliceContext"
      : "the symbol is in no live slice";
  const isLive = query.sessions.live().some(({ handle }) => handle === sliceHandle);
  return isLive
    ? `the slice ${sliceHandle} did not find the symbol${ofSeeds}`
    : `no live slice has the handle ${sliceHandle}`;
}

/** @param only the handle of the only slice to search; all live slices if absent */
async function findInLiveSlices(
  query: Query,
  symbol: SymbolRecord,
  only: string | undefined,
): Promise<string | undefined> {
  const live = query.sessions.live().filter(({ handle }) => only === undefined || handle === only);
  let rebuilt = 0;
  for (const { handle, shape: shapeOf } of live.slice(0, MAX_LIVE)) {
    const shape = shapeOf()?.shape;
    if (shape?.includes(symbol.id) !== true) continue;
    const request = storedSliceRequest(query, handle);
    if (request === undefined) continue;
    const isNaming = namesSymbols(request, symbol);
    if (isNaming && rebuilt++ >= MAX_REBUILT) continue;
    const place = isNaming
      ? await locateWithoutNames(query, request, { symbol, handle })
      : findSymbolInSlice(decodeShape(shape), symbol.id, handle);
    if (place !== undefined) return place;
  }
  return undefined;
}

function storedSliceRequest({ sessions }: Query, handle: string): SliceBuildRequest | undefined {
  const record = sessions.find(handle)?.record;
  return record === undefined ? undefined : parseCanonicalRequest(record.request);
}

/** Where the symbol is in a slice of the same request without the symbols that the request names. */
async function locateWithoutNames(
  query: Query,
  request: SliceBuildRequest,
  { symbol, handle }: { readonly symbol: SymbolRecord; readonly handle: string },
): Promise<string | undefined> {
  const finding = withoutNamedSymbols(request, symbol);
  if (finding === undefined) return undefined;
  const { built } = await sliceVersion(query, { ...finding, includeMemories: false });
  return findSymbolInSlice(built.slice, symbol.id, handle);
}

function findSymbolInSlice(slice: Slice, symbolId: string, name: string): string | undefined {
  const isHere = (entry: { readonly symbolId: string }): boolean => entry.symbolId === symbolId;
  if (slice.cards.some(isHere) || slice.cardRefs.some(isHere)) return `slice of ${name}`;
  return slice.frontier.some(isHere) ? `frontier of the slice of ${name}` : undefined;
}
