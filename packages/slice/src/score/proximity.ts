/**
 * How near symbols are to the start symbols: the best product of edge strengths over paths of few steps.
 *
 * Direction costs nothing here: callers are as near as callees, and the search itself ranks them behind. Walking into a hub's many
 * callers is damped by their number. Computed in rounds, each from the values of the one before, so that no order of edges and no
 * handle decides anything.
 */
import { type Adjacency, EDGE_KINDS, EDGE_WEIGHTS, type SymbolGraph, type SymbolHandle } from "@sdl/model";
import type { EdgeFilter } from "../search/edge-filter.js";

/** What each step keeps, and the first one on top: what is beside a hit is less sure than most hits (measured by the replay of commits). */
const STEP_DECAY = 0.85;
const FIRST_STEP = 0.5;
const MAX_STEPS = 3;
/** Below it a symbol is not near at all. */
const LEAST_PROXIMITY = 0.15;
/** Edges looked at before no further round is begun. */
const MAX_EDGES = 4_000;
/** Callers of a symbol up to which none is damped. */
const HUB_CALLERS = 16;

const KIND_WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);

/** Proximity in (0, 1] of the starts and all that is near them, 0 of everything else. */
export interface Proximity {
  of(symbol: SymbolHandle): number;
  /** All that have one, maybe more than once. */
  symbols(): readonly SymbolHandle[];
}

/** Valid until the next call for the same graph: the values stand in arrays of the graph's size, made once. */
export function proximityFrom(
  graph: SymbolGraph,
  starts: readonly { readonly symbol: SymbolHandle; readonly score: number }[],
  filter: EdgeFilter,
): Proximity {
  const values = clearValues(graph);
  const { near, touched } = values;
  for (const { symbol, score } of starts) {
    near[symbol] = Math.max(near[symbol] ?? 0, score);
    touched.push(symbol);
  }
  let frontier = touched.slice();
  let edgesSeen = 0;
  for (let step = 0; step < MAX_STEPS && frontier.length > 0 && edgesSeen < MAX_EDGES; step++) {
    const decay = step === 0 ? FIRST_STEP * STEP_DECAY : STEP_DECAY;
    const round: Round = { ...values, reached: [], filter, decay };
    for (const symbol of frontier) edgesSeen += relaxAround(graph, symbol, round);
    endRound(round);
    frontier = round.reached;
  }
  return { of: (symbol) => near[symbol] ?? 0, symbols: () => touched };
}

/** By handle; 0 wherever `touched` does not name the symbol. */
interface Values {
  readonly near: Float64Array;
  /** Of the round that runs. */
  readonly next: Float64Array;
  /** Every symbol that has a value, also where a round was cut short by an error. */
  readonly touched: SymbolHandle[];
}

interface Round extends Values {
  readonly filter: EdgeFilter;
  /** What a step of this round keeps. */
  readonly decay: number;
  /** Symbols that `next` has a value of. */
  readonly reached: SymbolHandle[];
}

const valuesByGraph = new WeakMap<SymbolGraph, Values>();

/** The graph's arrays, all 0. */
function clearValues(graph: SymbolGraph): Values {
  const { capacity } = graph;
  const known = valuesByGraph.get(graph);
  const values = known ?? { near: new Float64Array(capacity), next: new Float64Array(capacity), touched: [] };
  if (known === undefined) valuesByGraph.set(graph, values);
  for (const symbol of values.touched) {
    values.near[symbol] = 0;
    values.next[symbol] = 0;
  }
  values.touched.length = 0;
  return values;
}

/** Makes what was reached near. */
function endRound({ near, next, reached }: Round): void {
  for (const symbol of reached) {
    near[symbol] = next[symbol] as number;
    next[symbol] = 0;
  }
}

/** Offers a symbol's proximity to its neighbours. @returns how many edges were looked at */
function relaxAround(graph: SymbolGraph, symbol: SymbolHandle, round: Round): number {
  const value = round.near[symbol] as number;
  if (value * round.decay < LEAST_PROXIMITY) return 0;
  const incoming = graph.incoming(symbol);
  const damping = incoming.length <= HUB_CALLERS ? 1 : Math.log2(HUB_CALLERS) / Math.log2(incoming.length);
  return relax(graph.outgoing(symbol), value, round) + relax(incoming, value * damping, round);
}

function relax(edges: Adjacency, value: number, { near, next, reached, touched, filter, decay }: Round): number {
  const most = value * decay;
  if (most < LEAST_PROXIMITY) return 0;
  const { start, length, shared } = edges;
  const { symbols, kinds, confidences } = shared;
  for (let i = start; i < start + length; i++) {
    const kind = kinds[i] as number;
    const confidence = confidences[i] as number;
    if (!filter.allows(kind, confidence)) continue;
    const offered = (most * (KIND_WEIGHTS[kind] as number) * confidence) / 100;
    // Before the other end is looked up: most are far away in memory, and too little is offered to most.
    if (offered < LEAST_PROXIMITY) continue;
    const symbol = symbols[i] as SymbolHandle;
    const known = next[symbol] as number;
    if (offered <= known || offered <= (near[symbol] as number)) continue;
    if (known === 0) {
      reached.push(symbol);
      touched.push(symbol);
    }
    next[symbol] = offered;
  }
  return length;
}
