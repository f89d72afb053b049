/**
 * How near symbols are to the start symbols: the best product of edge strengths over paths of few steps.
 *
 * Direction costs nothing here: callers are as near as callees, and the search itself ranks them behind. Walking into a hub's many
 * callers is damped by their number. Computed in rounds, each from the values of the one before, so that no order of edges and no
 * handle decides anything.
 */
import { EDGE_KINDS, EDGE_WEIGHTS, type SymbolGraph, type SymbolHandle } from "@sdl/model";
import type { EdgeFilter } from "../search/edge-filter.js";

/** What each step keeps. */
const STEP_DECAY = 0.85;
const MAX_STEPS = 3;
/** Below it a symbol is not near at all. */
const LEAST_PROXIMITY = 0.15;
/** Edges looked at before no further round is begun. */
const MAX_EDGES = 20_000;
/** Callers of a symbol up to which none is damped. */
const HUB_CALLERS = 16;

const KIND_WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);

/** @returns proximity in (0, 1] of the starts and all that is near them */
export function proximityFrom(
  graph: SymbolGraph,
  starts: readonly { readonly symbol: SymbolHandle; readonly score: number }[],
  filter: EdgeFilter,
): Map<SymbolHandle, number> {
  const near = new Map<SymbolHandle, number>();
  for (const { symbol, score } of starts) near.set(symbol, Math.max(near.get(symbol) ?? 0, score));
  let frontier = new Map(near);
  let edgesSeen = 0;
  for (let step = 0; step < MAX_STEPS && frontier.size > 0 && edgesSeen < MAX_EDGES; step++) {
    const next = new Map<SymbolHandle, number>();
    for (const [symbol, value] of frontier) {
      const incoming = graph.incoming(symbol);
      const damping = incoming.length <= HUB_CALLERS ? 1 : Math.log2(HUB_CALLERS) / Math.log2(incoming.length);
      edgesSeen += relax(graph.outgoing(symbol), value, { near, next, filter });
      edgesSeen += relax(incoming, value * damping, { near, next, filter });
    }
    for (const [symbol, value] of next) near.set(symbol, value);
    frontier = next;
  }
  return near;
}

interface Round {
  readonly near: ReadonlyMap<SymbolHandle, number>;
  readonly next: Map<SymbolHandle, number>;
  readonly filter: EdgeFilter;
}

/** Offers a symbol's proximity to its neighbours. @returns how many edges were looked at */
function relax(edges: ReturnType<SymbolGraph["outgoing"]>, value: number, { near, next, filter }: Round): number {
  const most = value * STEP_DECAY;
  if (most < LEAST_PROXIMITY) return 0;
  const { length, symbols, kinds, confidences } = edges;
  for (let i = 0; i < length; i++) {
    const kind = kinds[i] as number;
    const confidence = confidences[i] as number;
    if (!filter.allows(kind, confidence)) continue;
    const reached = (most * (KIND_WEIGHTS[kind] ?? 0) * confidence) / 100;
    const symbol = symbols[i] as SymbolHandle;
    if (reached < LEAST_PROXIMITY || reached <= (near.get(symbol) ?? 0) || reached <= (next.get(symbol) ?? 0)) continue;
    next.set(symbol, reached);
  }
  return length;
}
