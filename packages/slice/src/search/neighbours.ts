/** Finds the neighbours of a symbol, each with its strongest edge. */
import { EDGE_KINDS, EDGE_WEIGHTS, type EdgeKind, type SymbolHandle } from "@sdl/model";
import type { Adjacency, SymbolGraph } from "@sdl/model/graph";
import type { EdgeFilter } from "../edge-filter.js";
import type { Promises } from "../score/promises.js";

/** What callers count beside callees. */
const CALLER_WEIGHT = 0.5;

/** Added to the code of an edge's kind. */
const INCOMING = 128;

const KIND_WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);

/** Edge weight × confidence × direction. @param kind code of an edge kind @param confidence hundredths */
export function edgeStrength(kind: number, confidence: number, direction: Neighbour["direction"]): number {
  return ((KIND_WEIGHTS[kind] ?? 0) * confidence * (direction === "out" ? 1 : CALLER_WEIGHT)) / 100;
}

export interface Neighbour {
  readonly symbol: SymbolHandle;
  readonly kind: EdgeKind;
  /** `out`: the edge leads from the symbol asked about to the neighbour. */
  readonly direction: "out" | "in";
  /** See {@link edgeStrength}. */
  readonly strength: number;
}

export interface NeighbourOptions {
  readonly filter: EdgeFilter;
  /** How many are of use; the best are kept. */
  readonly limit: number;
  /** Times strength, they decide who is kept. */
  readonly promises: Promises;
  /** Also those that promise nothing. */
  readonly withStrangers: boolean;
}

/**
 * Finds neighbours in one graph: the strongest edge with each stands in columns of the graph's size that are used again, for hubs have
 * thousands of neighbours, of which few are kept.
 */
export class NeighbourFinder {
  private count = 0;
  private readonly symbols: Uint32Array;
  private readonly strengths: Float64Array;
  /** Kinds; of incoming edges above {@link INCOMING}. */
  private readonly codes: Uint8Array;
  /** By handle: the symbol's row plus one, 0 where it has none. */
  private readonly rows: Uint32Array;

  constructor(private readonly graph: SymbolGraph) {
    const { capacity } = graph;
    this.symbols = new Uint32Array(capacity);
    this.strengths = new Float64Array(capacity);
    this.codes = new Uint8Array(capacity);
    this.rows = new Uint32Array(capacity);
  }

  /** In no order that means anything; which ones they are does not depend on handles. */
  find(symbol: SymbolHandle, options: NeighbourOptions): Neighbour[] {
    try {
      this.add(symbol, this.graph.outgoing(symbol), "out", options);
      this.add(symbol, this.graph.incoming(symbol), "in", options);
      const rows = this.count > options.limit ? this.mostPromising(options) : Array.from({ length: this.count }).keys();
      return Array.from(rows, (row) => this.neighbour(row));
    } finally {
      this.forget();
    }
  }

  private add(
    self: SymbolHandle,
    edges: Adjacency,
    direction: Neighbour["direction"],
    options: NeighbourOptions,
  ): void {
    const side = direction === "out" ? 0 : INCOMING;
    const { filter, promises, withStrangers } = options;
    const { start, length, shared } = edges;
    const { symbols, kinds, confidences } = shared;
    for (let i = start; i < start + length; i++) {
      const symbol = symbols[i] as SymbolHandle;
      if (symbol === self || (!withStrangers && promises.of(symbol) === 0)) continue;
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

  private forget(): void {
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

  /** Between equals the kind that comes first, whatever order the edges have; outgoing ones are offered first and stay. */
  private isStronger(row: number, strength: number, code: number): boolean {
    const known = this.strengths[row] as number;
    if (strength !== known) return strength > known;
    const other = this.codes[row] as number;
    return (code & INCOMING) === (other & INCOMING) && code < other;
  }
  /** Rows of those kept. Ids are looked up for those alone that share the last place. */
  private mostPromising({ limit, promises }: NeighbourOptions): number[] {
    const { count, symbols, strengths } = this;
    const keys = new Float64Array(count);
    for (let row = 0; row < count; row++) {
      keys[row] = (strengths[row] as number) * promises.of(symbols[row] as SymbolHandle);
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

/** @param n at most the number of values, and small */
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
