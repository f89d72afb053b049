/** Edges as every layer sees them. */
import type { SymbolHandle } from "../ids.js";
import type { EdgeKind } from "../kinds.js";

/** The units that make links. Each rule of the linker has one; its number is stored. Append only. */
export const RESOLVERS = [
  "none",
  "lexical",
  "import",
  "re-export",
  "module-path",
  "this-member",
  "inherited-member",
  "super",
  "annotation",
  "constructor",
  "return-type",
  "narrowing",
  "interface",
  "callback",
  "field-based",
  "heritage",
  "namespace-member",
  "static-member",
  "external",
  "builtin",
  "config",
  "page",
] as const;
export type ResolverId = (typeof RESOLVERS)[number];

/** Edges in columns of equal length. */
export interface AdjacencyColumns {
  /** The other ends. */
  readonly symbols: Uint32Array;
  /** Codes of {@link EdgeKind}, see `EDGE_CODE`. */
  readonly kinds: Uint8Array;
  /** Confidence in hundredths, 0..100. */
  readonly confidences: Uint8Array;
  /** Numbers of {@link RESOLVERS}. */
  readonly resolvers: Uint8Array;
  /** How many references make the edge, capped at 255. */
  readonly counts: Uint8Array;
}

/** One side of a symbol's adjacency: columns of its own, which are made when they are first asked for. */
export interface Adjacency extends AdjacencyColumns {
  readonly length: number;
  /** Columns of many symbols, in which this one has `length` rows from `start` on: for loops that cannot afford columns of their own. */
  readonly shared: AdjacencyColumns;
  readonly start: number;
}

/** Distinct other ends of an adjacency, the symbol itself left out. */
export function countNeighbours(edges: Adjacency, self: SymbolHandle): number {
  let previous = -1;
  let sorted = true;
  let distinct = 0;
  const { start, length, shared } = edges;
  for (let i = start; i < start + length; i++) {
    const symbol = shared.symbols[i] as SymbolHandle;
    if (symbol < previous) sorted = false;
    if (symbol !== previous && symbol !== self) distinct++;
    previous = symbol;
  }
  if (sorted) return distinct;
  const symbols = new Set(edges.symbols);
  symbols.delete(self);
  return symbols.size;
}

/** A call or import that names nothing of the repository. */
export interface UnresolvedTarget {
  readonly kind: EdgeKind;
  /** The package or builtin module it belongs to, when known. */
  readonly packageName?: string;
  readonly name: string;
}

const NO_COLUMNS: AdjacencyColumns = {
  symbols: new Uint32Array(0),
  kinds: new Uint8Array(0),
  confidences: new Uint8Array(0),
  resolvers: new Uint8Array(0),
  counts: new Uint8Array(0),
};

export const EMPTY_ADJACENCY: Adjacency = { ...NO_COLUMNS, length: 0, shared: NO_COLUMNS, start: 0 };
