/** The neighbours of a symbol, each with its strongest edge. */
import {
  type Adjacency,
  EDGE_KINDS,
  EDGE_WEIGHTS,
  type EdgeKind,
  type SymbolGraph,
  type SymbolHandle,
} from "@sdl/model";
import type { Promises } from "../score/promises.js";
import type { EdgeFilter } from "./edge-filter.js";

/** What callers count beside callees. */
const CALLER_WEIGHT = 0.5;

const KIND_WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);

export interface Neighbour {
  readonly symbol: SymbolHandle;
  readonly kind: EdgeKind;
  /** `out`: the edge leads from the symbol asked about to the neighbour. */
  readonly direction: "out" | "in";
  /** Edge weight × confidence × direction. */
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

const rowsByGraph = new WeakMap<SymbolGraph, Uint32Array>();

/** By handle, all 0; made once for the graph. */
function rowsOf(graph: SymbolGraph): Uint32Array {
  let rows = rowsByGraph.get(graph);
  if (rows === undefined) {
    rows = new Uint32Array(graph.capacity);
    rowsByGraph.set(graph, rows);
  }
  return rows;
}

/** In no order that means anything; which ones they are does not depend on handles. */
export function findNeighbours(graph: SymbolGraph, symbol: SymbolHandle, options: NeighbourOptions): Neighbour[] {
  // Both are read first: a read may fail, and then no rows may be left behind.
  const [outgoing, incoming] = [graph.outgoing(symbol), graph.incoming(symbol)];
  const edges = new StrongestEdges(symbol, rowsOf(graph), options);
  edges.add(outgoing, "out");
  edges.add(incoming, "in");
  edges.forgetRows();
  const kept = edges.symbols.length <= options.limit ? edges.symbols.keys() : keepMostPromising(graph, edges, options);
  return Array.from(kept, (row) => edges.neighbour(row));
}

/** The strongest edge with each neighbour, in columns: hubs have thousands of neighbours, of which few are kept. */
class StrongestEdges {
  readonly symbols: SymbolHandle[] = [];
  readonly strengths: number[] = [];
  private readonly codes: number[] = [];
  private readonly directions: Neighbour["direction"][] = [];

  /** @param rows all 0; by handle, the symbol's row plus one, until they are forgotten */
  constructor(
    private readonly self: SymbolHandle,
    private readonly rows: Uint32Array,
    private readonly options: NeighbourOptions,
  ) {}

  add(edges: Adjacency, direction: Neighbour["direction"]): void {
    const factor = direction === "out" ? 1 : CALLER_WEIGHT;
    const { filter, promises, withStrangers } = this.options;
    const { start, length, shared } = edges;
    const { symbols, kinds, confidences } = shared;
    for (let i = start; i < start + length; i++) {
      const symbol = symbols[i] as SymbolHandle;
      if (symbol === this.self || (!withStrangers && promises.of(symbol) === 0)) continue;
      const code = kinds[i] as number;
      const confidence = confidences[i] as number;
      if (!filter.allows(code, confidence)) continue;
      const strength = ((KIND_WEIGHTS[code] ?? 0) * confidence * factor) / 100;
      const known = this.rows[symbol] as number;
      if (known === 0) this.rows[symbol] = this.symbols.push(symbol);
      else if (!this.isStronger(known - 1, { code, strength, direction })) continue;
      const row = (this.rows[symbol] as number) - 1;
      this.codes[row] = code;
      this.strengths[row] = strength;
      this.directions[row] = direction;
    }
  }

  /** Leaves the rows as they came. */
  forgetRows(): void {
    for (const symbol of this.symbols) this.rows[symbol] = 0;
  }

  neighbour(row: number): Neighbour {
    return {
      symbol: this.symbols[row] as SymbolHandle,
      kind: EDGE_KINDS[this.codes[row] as number] ?? "uses",
      direction: this.directions[row] ?? "out",
      strength: this.strengths[row] as number,
    };
  }

  /** Between equals the kind that comes first, whatever order the edges have; outgoing ones are offered first and stay. */
  private isStronger(row: number, { code, strength, direction }: OfferedEdge): boolean {
    const known = this.strengths[row] as number;
    if (strength !== known) return strength > known;
    return direction === this.directions[row] && code < (this.codes[row] as number);
  }
}

interface OfferedEdge {
  readonly code: number;
  readonly strength: number;
  readonly direction: Neighbour["direction"];
}

/** Rows of those kept. Ids are looked up for those alone that share the last place. */
function keepMostPromising(
  graph: SymbolGraph,
  { symbols, strengths }: StrongestEdges,
  { limit, promises }: NeighbourOptions,
): number[] {
  const keys = new Float64Array(symbols.length);
  for (let row = 0; row < keys.length; row++) {
    keys[row] = (strengths[row] as number) * promises.of(symbols[row] as SymbolHandle);
  }
  const last = nthLargest(keys, limit);
  const kept: number[] = [];
  const tied: number[] = [];
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row] as number;
    if (key > last) kept.push(row);
    else if (key === last) tied.push(row);
  }
  return kept.concat(firstById(graph, symbols, tied, limit - kept.length));
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

function firstById(
  graph: SymbolGraph,
  symbols: readonly SymbolHandle[],
  rows: readonly number[],
  count: number,
): readonly number[] {
  if (rows.length <= count) return rows;
  const named = rows.map((row) => ({ row, id: graph.idParts(symbols[row] as SymbolHandle) }));
  named.sort((a, b) => a.id.hi - b.id.hi || a.id.lo - b.id.lo);
  return named.slice(0, count).map(({ row }) => row);
}
