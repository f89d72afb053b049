/**
 * Proximity of symbols to the start symbols: the maximum product of edge strengths over paths of at most three edges.
 *
 * The direction of an edge does not matter here: callers are as near as callees, and the search ranks callers lower. If a symbol has many
 * callers, the proximity passed on to them is damped by their number. Values are computed in rounds, each from the previous one, so the result
 * depends neither on the order of edges nor on handles.
 */
import { EDGE_KINDS, EDGE_WEIGHTS, type SymbolHandle } from "@sdl/model";
import type { Adjacency, SymbolGraph } from "@sdl/model/graph";
import type { EdgeFilter } from "../edge-filter.js";

/**
 * Factor of each step; the first step has FIRST_STEP in addition, because a neighbour of a hit is less certain than most hits (measured by the
 * replay of commits).
 */
const STEP_DECAY = 0.85;
const FIRST_STEP_FACTOR = 0.5;
const MAX_STEPS = 3;
/** Lower bound: a smaller value counts as 0. */
const MIN_PROXIMITY = 0.15;
/** Number of visited edges after which no further round starts. */
const MAX_EDGES = 4_000;
/** Number of incoming edges up to which proximity is not damped. */
const MAX_UNDAMPED_CALLERS = 16;

const KIND_WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);

/** Upper bound on the proximity of a symbol that is not a start symbol. */
export const MAX_NON_START_PROXIMITY = FIRST_STEP_FACTOR * STEP_DECAY;

/** Proximity by symbol: in (0, 1] for start symbols and symbols near them, 0 for all others. */
export interface Proximity {
  of(symbol: SymbolHandle): number;
  /** All symbols with a proximity above 0, each once. */
  symbols(): Uint32Array;
}

/** Proximity without start symbols: 0 for all. */
export const NO_PROXIMITY: Proximity = { of: () => 0, symbols: () => new Uint32Array(0) };

/** Computes proximity for the start symbols of one request at a time, in arrays of the graph's capacity that are reused. */
export class ProximityWalk implements Proximity {
  /** Proximity by handle; 0 for symbols that are not in `touched`. */
  private readonly values: Float64Array;
  /** Proximity by handle, as computed by the current round. */
  private readonly nextValues: Float64Array;
  /** Every symbol with a value in `near` or `next`; complete even if an error interrupts a round. */
  private readonly touched: Uint32Array;
  private touchedCount = 0;
  /** Symbols whose value the last round raised. */
  private frontier: Uint32Array;
  /** Symbols that have a value in `next`: those the current round has reached. */
  private reached: Uint32Array;
  private reachedCount = 0;

  constructor(private readonly graph: SymbolGraph) {
    const { capacity } = graph;
    this.values = new Float64Array(capacity);
    this.nextValues = new Float64Array(capacity);
    this.touched = new Uint32Array(capacity);
    this.frontier = new Uint32Array(capacity);
    this.reached = new Uint32Array(capacity);
  }

  of(symbol: SymbolHandle): number {
    return this.values[symbol] ?? 0;
  }

  symbols(): Uint32Array {
    return this.touched.subarray(0, this.touchedCount);
  }

  /** Clears all values, then walks from the start symbols. @returns itself, valid until the next call */
  recompute(starts: readonly { readonly symbol: SymbolHandle; readonly score: number }[], filter: EdgeFilter): this {
    for (const symbol of this.symbols()) {
      this.values[symbol] = 0;
      this.nextValues[symbol] = 0;
    }
    this.touchedCount = 0;
    this.reachedCount = 0;
    for (const { symbol, score } of starts) this.raiseProximity(symbol, score);
    let frontierCount = this.endRound();
    let edgesSeen = 0;
    for (let step = 0; step < MAX_STEPS && frontierCount > 0 && edgesSeen < MAX_EDGES; step++) {
      const decay = step === 0 ? FIRST_STEP_FACTOR * STEP_DECAY : STEP_DECAY;
      for (let i = 0; i < frontierCount; i++) edgesSeen += this.offerAround(this.frontier[i] as number, decay, filter);
      frontierCount = this.endRound();
    }
    return this;
  }

  /** Raises a symbol's value to `offered` if that is larger. */
  private raiseProximity(symbol: SymbolHandle, offered: number): void {
    const known = this.nextValues[symbol] as number;
    const before = this.values[symbol] as number;
    if (offered <= known || offered <= before) return;
    if (known === 0) this.reached[this.reachedCount++] = symbol;
    if (known === 0 && before === 0) this.touched[this.touchedCount++] = symbol;
    this.nextValues[symbol] = offered;
  }

  /** Moves the values of `next` to `near`, and the reached symbols to the frontier. @returns size of the new frontier */
  private endRound(): number {
    for (let i = 0; i < this.reachedCount; i++) {
      const symbol = this.reached[i] as number;
      this.values[symbol] = this.nextValues[symbol] as number;
      this.nextValues[symbol] = 0;
    }
    [this.frontier, this.reached] = [this.reached, this.frontier];
    const size = this.reachedCount;
    this.reachedCount = 0;
    return size;
  }

  /** Offers a symbol's damped proximity to its neighbours. @returns number of edges visited */
  private offerAround(symbol: SymbolHandle, decay: number, filter: EdgeFilter): number {
    const value = this.values[symbol] as number;
    if (value * decay < MIN_PROXIMITY) return 0;
    const incoming = this.graph.incoming(symbol);
    const damping =
      incoming.length <= MAX_UNDAMPED_CALLERS ? 1 : Math.log2(MAX_UNDAMPED_CALLERS) / Math.log2(incoming.length);
    const outgoing = this.graph.outgoing(symbol);
    return (
      this.offerToNeighbours(outgoing, value * decay, filter) +
      this.offerToNeighbours(incoming, value * damping * decay, filter)
    );
  }

  private offerToNeighbours(edges: Adjacency, most: number, filter: EdgeFilter): number {
    if (most < MIN_PROXIMITY) return 0;
    const { start, length, shared } = edges;
    const { symbols, kinds, confidences } = shared;
    for (let i = start; i < start + length; i++) {
      const kind = kinds[i] as number;
      const confidence = confidences[i] as number;
      if (!filter.allows(kind, confidence)) continue;
      const offered = (most * (KIND_WEIGHTS[kind] as number) * confidence) / 100;
      // Compare before reading the target's value: most offers are too small, and most targets cause a cache miss.
      if (offered >= MIN_PROXIMITY) this.raiseProximity(symbols[i] as SymbolHandle, offered);
    }
    return length;
  }
}
