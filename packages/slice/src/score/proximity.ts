/**
 * How near symbols are to the start symbols: the best product of edge strengths over paths of few steps.
 *
 * Direction costs nothing here: callers are as near as callees, and the search itself ranks them behind. Walking into a hub's many
 * callers is damped by their number. Computed in rounds, each from the values of the one before, so that no order of edges and no
 * handle decides anything.
 */
import { EDGE_KINDS, EDGE_WEIGHTS, type SymbolHandle } from "@sdl/model";
import type { Adjacency, SymbolGraph } from "@sdl/model/graph";
import type { EdgeFilter } from "../edge-filter.js";

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

/** Proximity of what is no start is never more. */
export const MOST_BESIDE_A_START = FIRST_STEP * STEP_DECAY;

/** Proximity in (0, 1] of the starts and all that is near them, 0 of everything else. */
export interface Proximity {
  of(symbol: SymbolHandle): number;
  /** All that have one, each once. */
  symbols(): Uint32Array;
}

export const NOTHING_NEAR: Proximity = { of: () => 0, symbols: () => new Uint32Array(0) };

/** From the starts of one request at a time: the values stand in arrays of the graph's size. */
export class Nearness implements Proximity {
  /** By handle; 0 wherever `touched` does not name the symbol. */
  private readonly near: Float64Array;
  /** The same of the round that runs. */
  private readonly next: Float64Array;
  /** Every symbol that has a value, also where a round was cut short by an error. */
  private readonly touched: Uint32Array;
  private touchedCount = 0;
  /** What the last round reached. */
  private frontier: Uint32Array;
  /** What the round reaches that runs: the symbols that `next` has a value of. */
  private reached: Uint32Array;
  private reachedCount = 0;

  constructor(private readonly graph: SymbolGraph) {
    const { capacity } = graph;
    this.near = new Float64Array(capacity);
    this.next = new Float64Array(capacity);
    this.touched = new Uint32Array(capacity);
    this.frontier = new Uint32Array(capacity);
    this.reached = new Uint32Array(capacity);
  }

  of(symbol: SymbolHandle): number {
    return this.near[symbol] ?? 0;
  }

  symbols(): Uint32Array {
    return this.touched.subarray(0, this.touchedCount);
  }

  /** Forgets everything, then walks from the starts. @returns itself, valid until the next call */
  renew(starts: readonly { readonly symbol: SymbolHandle; readonly score: number }[], filter: EdgeFilter): this {
    for (const symbol of this.symbols()) {
      this.near[symbol] = 0;
      this.next[symbol] = 0;
    }
    this.touchedCount = 0;
    this.reachedCount = 0;
    for (const { symbol, score } of starts) this.reach(symbol, score);
    let frontierCount = this.endRound();
    let edgesSeen = 0;
    for (let step = 0; step < MAX_STEPS && frontierCount > 0 && edgesSeen < MAX_EDGES; step++) {
      const decay = step === 0 ? FIRST_STEP * STEP_DECAY : STEP_DECAY;
      for (let i = 0; i < frontierCount; i++) edgesSeen += this.relaxAround(this.frontier[i] as number, decay, filter);
      frontierCount = this.endRound();
    }
    return this;
  }

  /** The better of what a symbol has and what it is offered. */
  private reach(symbol: SymbolHandle, offered: number): void {
    const known = this.next[symbol] as number;
    const before = this.near[symbol] as number;
    if (offered <= known || offered <= before) return;
    if (known === 0) this.reached[this.reachedCount++] = symbol;
    if (known === 0 && before === 0) this.touched[this.touchedCount++] = symbol;
    this.next[symbol] = offered;
  }

  /** Makes what was reached near, and the frontier of the next round. @returns its size */
  private endRound(): number {
    for (let i = 0; i < this.reachedCount; i++) {
      const symbol = this.reached[i] as number;
      this.near[symbol] = this.next[symbol] as number;
      this.next[symbol] = 0;
    }
    [this.frontier, this.reached] = [this.reached, this.frontier];
    const size = this.reachedCount;
    this.reachedCount = 0;
    return size;
  }

  /** Offers a symbol's proximity to its neighbours. @returns how many edges were looked at */
  private relaxAround(symbol: SymbolHandle, decay: number, filter: EdgeFilter): number {
    const value = this.near[symbol] as number;
    if (value * decay < LEAST_PROXIMITY) return 0;
    const incoming = this.graph.incoming(symbol);
    const damping = incoming.length <= HUB_CALLERS ? 1 : Math.log2(HUB_CALLERS) / Math.log2(incoming.length);
    const outgoing = this.graph.outgoing(symbol);
    return this.relax(outgoing, value * decay, filter) + this.relax(incoming, value * damping * decay, filter);
  }

  private relax(edges: Adjacency, most: number, filter: EdgeFilter): number {
    if (most < LEAST_PROXIMITY) return 0;
    const { start, length, shared } = edges;
    const { symbols, kinds, confidences } = shared;
    for (let i = start; i < start + length; i++) {
      const kind = kinds[i] as number;
      const confidence = confidences[i] as number;
      if (!filter.allows(kind, confidence)) continue;
      const offered = (most * (KIND_WEIGHTS[kind] as number) * confidence) / 100;
      // Before the other end is looked up: most are far away in memory, and too little is offered to most.
      if (offered >= LEAST_PROXIMITY) this.reach(symbols[i] as SymbolHandle, offered);
    }
    return length;
  }
}
