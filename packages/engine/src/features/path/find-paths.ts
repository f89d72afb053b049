/** Finds the best paths from one symbol to another, with the location of each step. */
import { EDGE_CODE, EDGE_KINDS, EDGE_WEIGHTS, type EdgeKind, SdlError, type SymbolHandle } from "@sdl/model";
import { RESOLVERS, wholeName } from "@sdl/model/graph";
import { findSites, type Link, type LinkSites } from "@sdl/repository/source";
import { bestPaths, type Path, type PathStep } from "@sdl/slice";
import type { Query } from "../../query/run-query.js";
import { labelOf, resolveReferredSymbol, type SymbolRef } from "../../query/symbol-ref.js";

/** A symbol as text in any accepted form, or as a reference object. */
type SymbolEnd = string | SymbolRef;

/** The two symbols, and which edges to follow. */
export interface PathsRequest {
  readonly from: SymbolEnd;
  readonly to: SymbolEnd;
  readonly maxHops: number;
  readonly kinds?: readonly EdgeKind[] | undefined;
}

const MAX_PATHS = 3;

/**
 * Paths along the edges from `from` to `to`; if there are none, those from `to` to `from`, which `direction` states.
 * @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, `invalid_params` if both are the same symbol
 */
export function findPaths(query: Query, request: PathsRequest): object {
  const { graph } = query;
  const from = resolveReferredSymbol(query, request.from);
  const to = resolveReferredSymbol(query, request.to);
  if (from === to) {
    throw new SdlError("invalid_params", `from, to: both are ${wholeName(graph.symbol(from))}; name two symbols`);
  }
  const kinds = new Set((request.kinds ?? EDGE_KINDS).map((kind) => EDGE_CODE[kind]));
  const along = { maxHops: request.maxHops, kinds, limit: MAX_PATHS };
  const forward = bestPaths(graph, { from, to, ...along });
  const isForward = forward.length > 0;
  const paths = isForward ? forward : bestPaths(graph, { from: to, to: from, ...along });
  const start = isForward ? from : to;
  const sites = findSites(
    graph,
    paths.flatMap((path) => pathLinks(start, path)),
    false,
  );
  return {
    direction: paths.length === 0 ? "none" : isForward ? "forward" : "backward",
    paths: paths.map((path) => describePath(query, start, path, sites)),
    ...(paths.length === 0 ? { hint: `no path of at most ${request.maxHops} edges connects the two symbols` } : {}),
  };
}

function describePath({ graph }: Query, start: SymbolHandle, { steps, strength }: Path, sites: LinkSites): object {
  const symbols = [start, ...steps.map(({ to }) => to)];
  return {
    score: Math.round(strength * 1000) / 1000,
    symbols: symbols.map((symbol) => labelOf(graph.symbol(symbol))),
    edges: steps.map((step, i) => describeEdge(step, sites, { from: symbols[i] ?? start, to: step.to })),
  };
}

function describeEdge({ kind, confidence, resolver }: PathStep, sites: LinkSites, link: Link): object {
  const name = EDGE_KINDS[kind] ?? "uses";
  return {
    kind: name,
    weight: EDGE_WEIGHTS[name],
    confidence: confidence / 100,
    resolverId: RESOLVERS[resolver] ?? "none",
    site: sites.of(link)[0],
  };
}

function pathLinks(start: SymbolHandle, { steps }: Path): Link[] {
  return steps.map(({ to }, i) => ({ from: steps[i - 1]?.to ?? start, to }));
}
