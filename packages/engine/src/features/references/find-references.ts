/** Finds the symbols that refer to a symbol, or that it refers to; nearest first, in pages. */
import { SdlError, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { findSites, type Link, type Site } from "@sdl/repository/source";
import { ListCursor } from "../../query/list-cursor.js";
import type { Query } from "../../query/run-query.js";
import { labelOf, resolveRequestedSymbol, type SymbolChoice, type SymbolLabel } from "../../query/symbol-ref.js";
import { addressOf } from "../../text/symbol-address.js";
import type { DIRECTIONS, Walk } from "./directions.js";
import { type ReachedSymbol, walkReferences } from "./walk.js";

/** Which symbol and direction, and which page. */
export interface ReferencesRequest extends SymbolChoice {
  readonly direction: (typeof DIRECTIONS)[number];
  readonly depth: number;
  readonly minConfidence?: number | undefined;
  /** Cursor of the previous page, see `ListCursor`. */
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly asOfVersion?: string | undefined;
  /** Maximum sites listed per item; default MAX_SITES. */
  readonly maxSites?: number;
}

function noTestsOfOldVersions(): SdlError {
  return new SdlError(
    "invalid_params",
    "direction: test links exist for the latest version only; leave asOfVersion out, or pass direction callers",
  );
}

/** Default maximum of sites listed per item. */
const MAX_SITES = 8;

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, `invalid_params` for a cursor of another list */
export async function findReferences(query: Query, request: ReferencesRequest): Promise<FoundReferences> {
  const start = resolveRequestedSymbol(query, request);
  const all = request.direction === "tests" ? linkedTests(query, start, request) : walkFromStart(query, start, request);
  const cursors = referenceCursors(query, start, request);
  const ids = all.map(({ record }) => record.id);
  const from = request.cursor === undefined ? 0 : cursors.startIndex(ids, request.cursor);
  const page = all.slice(from, from + request.limit);
  const hasMore = from + page.length < all.length;
  const last = page.at(-1)?.record.id;
  return {
    symbol: labelOf(query.graph.symbol(start)),
    direction: request.direction,
    total: all.length,
    items: describeReferences(query, page, request),
    hasMore,
    ...(hasMore && last !== undefined ? nextPage(query, start, request, cursors.makeCursorAfter(last)) : {}),
  };
}

interface FoundReferences {
  readonly symbol: SymbolLabel;
  readonly direction: ReferencesRequest["direction"];
  readonly total: number;
  readonly hasMore: boolean;
  readonly items: readonly ReferenceItem[];
}

/** The cursor, and the arguments of the next call with it. */
function nextPage({ graph }: Query, start: SymbolHandle, request: ReferencesRequest, cursor: string): object {
  const { direction, depth, minConfidence, limit, asOfVersion } = request;
  const symbol = addressOf(labelOf(graph.symbol(start)));
  const options = { ...(depth > 1 ? { depth } : {}), minConfidence, asOfVersion };
  return { cursor, next: { symbol, direction, ...options, limit, cursor } };
}

function referenceCursors({ entry, graph }: Query, start: SymbolHandle, request: ReferencesRequest): ListCursor {
  const { direction, depth, minConfidence = 0, asOfVersion = "" } = request;
  return new ListCursor([entry.repoId, graph.symbol(start).id, direction, depth, minConfidence, asOfVersion]);
}

function walkFromStart({ graph }: Query, start: SymbolHandle, request: ReferencesRequest): readonly ReachedSymbol[] {
  const { direction, depth, minConfidence = 0 } = request;
  return walkReferences(graph, startsOf(graph, start, direction), { walk: direction as Walk, depth, minConfidence });
}

/** For a module all symbols of its file: who uses a file names what it declares. */
function startsOf(
  graph: SymbolGraph,
  start: SymbolHandle,
  direction: ReferencesRequest["direction"],
): readonly SymbolHandle[] {
  const isOfFile = graph.kindOf(start) === "module" && (direction === "references" || direction === "callers");
  return isOfFile ? graph.fileSymbols(graph.fileOf(start)) : [start];
}

/** Linked tests at any distance; their proximity is returned as confidence. */
function linkedTests(query: Query, start: SymbolHandle, request: ReferencesRequest): readonly ReachedSymbol[] {
  const { graph, derived } = query;
  if (derived === undefined) {
    if (request.asOfVersion !== undefined) throw noTestsOfOldVersions();
    if (query.layersFault !== undefined)
      throw new SdlError("busy", `test links of this version could not be built: ${query.layersFault}`, {
        hint: "direction callers works without test links",
      });
    throw new SdlError("busy", "test links of this version are being built; repeat the call in some seconds", {
      hint: "direction callers works at once",
    });
  }
  return derived
    .testsOf(start)
    .filter(({ proximity }) => proximity >= (request.minConfidence ?? 0))
    .map(({ test, distance, proximity }) => ({
      record: graph.symbol(test),
      depth: distance,
      confidence: proximity,
      from: [start],
    }));
}

function describeReferences(
  { graph }: Query,
  page: readonly ReachedSymbol[],
  { direction, maxSites = MAX_SITES }: ReferencesRequest,
) {
  const links = page.map((reached) => referenceLinks(reached, direction));
  const callsOnly = direction === "callers" || direction === "callees";
  const found = findSites(graph, links.flat(), callsOnly);
  return page.map(({ record, depth, confidence }, i) => {
    const sites = inSourceOrder((links[i] ?? []).flatMap((link) => found.of(link)));
    return {
      ...labelOf(record),
      confidence: Math.round(confidence * 100) / 100,
      depth,
      sites: sites.slice(0, maxSites),
      ...(sites.length > maxSites ? { moreSites: sites.length - maxSites } : {}),
    } satisfies ReferenceItem;
  });
}

/** By file and place, each once: one place may refer to several symbols. */
function inSourceOrder(sites: readonly Site[]): readonly Site[] {
  const byPlace = new Map(sites.map((site) => [`${site.file}:${site.line}:${site.col}`, site]));
  return [...byPlace.values()].sort((a, b) =>
    a.file === b.file ? a.line - b.line || a.col - b.col : a.file < b.file ? -1 : 1,
  );
}

/** A symbol found, with the places of its references. */
export interface ReferenceItem extends SymbolLabel {
  readonly confidence: number;
  readonly depth: number;
  readonly sites: readonly Site[];
  readonly moreSites?: number;
}

/** Links with the referring symbol in `from`: the symbol nearer to the start is the target, except for callees and supertypes. */
function referenceLinks({ record, from }: ReachedSymbol, direction: ReferencesRequest["direction"]): Link[] {
  const isOutward = direction === "callees" || direction === "supertypes";
  return from.map((nearer) => (isOutward ? { from: nearer, to: record.handle } : { from: record.handle, to: nearer }));
}
