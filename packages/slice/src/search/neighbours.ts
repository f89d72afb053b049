/** Finds the neighbours of a symbol, each with its strongest edge. */
import { EDGE_KINDS, EDGE_WEIGHTS, type EdgeKind, type SymbolHandle } from "@sdl/model";
import type { Adjacency, SymbolGraph } from "@sdl/model/graph";
import type { EdgeFilter } from "../edge-filter.js";
import type { ScoreBounds } from "../score/score-bounds.js";

/** Factor on the strength of an edge from a caller; callees have factor 1. */
const CALLER_WEIGHT = 0.5;

/** Bit added to the kind's code for incoming edges. */
const INCOMING = 128;

const KIND_WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);

/** Edge weight × confidence × direction factor. @param kind code of an edge kind @param confidence hundredths */
export function edgeStrength(kind: number, confidence: number, direction: Neighbour["direction"]): number {
  return ((KIND_WEIGHTS[kind] ?? 0) * confidence * (direction === "out" ? 1 : CALLER_WEIGHT)) / 100;
}

/** A neighbour by its strongest edge. */
export interface Neighbour {
  readonly symbol: SymbolHandle;
  readonly kind: EdgeKind;
  /** `out`: the edge leads from the queried symbol to the neighbour. */
  readonly direction: "out" | "in";
  /** Strength of the edge, see {@link edgeStrength}. */
  readonly strength: number;
}

/** Which neighbours to return. */
export interface NeighbourOptions {
  readonly filter: EdgeFilter;
  /** Maximum number of neighbours; the best are returned. */
  readonly limit: number;
  /** Upper bounds on scores; the neighbours with the largest product of strength and bound are returned. */
  readonly scoreBounds: ScoreBounds;
  /** Whether neighbours with a score bound of 0 are included. */
  readonly includeZeroBounds: boolean;
}

/**
 * Finds neighbours in one graph. The strongest edge to each neighbour is stored in columns of the graph's capacity that are reused, because
 * hubs have thousands of neighbours, of which few are returned.
 */
export class NeighbourFinder {
  private count = 0;
  private readonly symbols: Uint32Array;
  private readonly strengths: Float64Array;
  /** Kind code of each edge; plus {@link INCOMING} for incoming edges. */
  private readonly codes: Uint8Array;
  /** By handle: row of the symbol in the columns plus one; 0 for symbols without a row. */
  private readonly rows: Uint32Array;

  constructor(private readonly graph: SymbolGraph) {
    const { capacity } = graph;
    this.symbols = new Uint32Array(capacity);
    this.strengths = new Float64Array(capacity);
    this.codes = new Uint8Array(capacity);
    this.rows = new Uint32Array(capacity);
  }

  /** Neighbours in no defined order; the set of neighbours does not depend on handles. */
  find(symbol: SymbolHandle, options: NeighbourOptions): Neighbour[] {
    try {
      this.add(symbol, this.graph.outgoing(symbol), "out", options);
      this.add(symbol, this.graph.incoming(symbol), "in", options);
      const rows = this.count > options.limit ? this.bestRows(options) : Array.from({ length: this.count }).keys();
      return Array.from(rows, (row) => this.neighbour(row));
    } finally {
      this.clear();
    }
  }

  private add(
    self: SymbolHandle,
    edges: Adjacency,
    direction: Neighbour["direction"],
    options: NeighbourOptions,
  ): void {
    const side = direction === "out" ? 0 : INCOMING;
    const { filter, scoreBounds, includeZeroBounds } = options;
    const { start, length, shared } = edges;
    const { symbols, kinds, confidences } = shared;
    for (let i = start; i < start + length; i++) {
      const symbol = symbols[i] as SymbolHandle;
      if (symbol === self || (!includeZeroBounds && scoreBounds.of(symbol) === 0)) continue;
      const kind = kinds[i] as number;
      const confidence = confidences[i] as number;
      if (!filter.allows(kind, confidence)) continue;
      const strength = edgeStrength(kind, confidence, direction);
      const known = this.rows[symbol] as number;
      if (known !== 0 && !this.isStronger(known - 1, strength, side | kind)) continue;
      const row = known === 0 ? this.count++ : known - 1;
      this.rows[symbol] = row + 1;
      this.symbols[row] = symbol;
      this.strengths[row] = strength;
      this.codes[row] = side | kind;
    }
  }

  private clear(): void {
    for (let row = 0; row < this.count; row++) this.rows[this.symbols[row] as number] = 0;
    this.count = 0;
  }

  private neighbour(row: number): Neighbour {
    const code = this.codes[row] as number;
    return {
      symbol: this.symbols[row] as SymbolHandle,
      kind: EDGE_KINDS[code & ~INCOMING] ?? "uses",
      direction: code < INCOMING ? "out" : "in",
      strength: this.strengths[row] as number,
    };
  }

  /**
   * Between equal strengths the kind with the lower code wins, whatever the order of edges; outgoing edges are added first and win over incoming
   * ones.
   */
  private isStronger(row: number, strength: number, code: number): boolean {
    const known = this.strengths[row] as number;
    if (strength !== known) return strength > known;
    const other = this.codes[row] as number;
    return (code & INCOMING) === (other & INCOMING) && code < other;
  }
  /** Rows of the best neighbours. Ids are read only for those tied at the last place. */
  private bestRows({ limit, scoreBounds }: NeighbourOptions): number[] {
    const { count, symbols, strengths } = this;
    const keys = new Float64Array(count);
    for (let row = 0; row < count; row++) {
      keys[row] = (strengths[row] as number) * scoreBounds.of(symbols[row] as SymbolHandle);
    }
    const last = nthLargest(keys, limit);
    const kept: number[] = [];
    const tied: number[] = [];
    for (let row = 0; row < count; row++) {
      const key = keys[row] as number;
      if (key > last) kept.push(row);
      else if (key === last) tied.push(row);
    }
    return kept.concat(this.firstById(tied, limit - kept.length));
  }

  private firstById(rows: readonly number[], count: number): readonly number[] {
    if (rows.length <= count) return rows;
    const named = rows.map((row) => ({ row, id: this.graph.idParts(this.symbols[row] as SymbolHandle) }));
    named.sort((a, b) => a.id.hi - b.id.hi || a.id.lo - b.id.lo);
    return named.slice(0, count).map(({ row }) => row);
  }
}

/** @param n small, at most the number of values */
function nthLargest(values: Float64Array, n: number): number {
  const best = values.slice(0, n).sort();
  for (let i = n; i < values.length; i++) {
    const value = values[i] as number;
    if (value <= (best[0] as number)) continue;
    let at = 1;
    while (at < n && (best[at] as number) < value) best[at - 1] = best[at++] as number;
    best[at - 1] = value;
  }
  return best[0] as number;
}
