/** Edges, their resolvers and adjacency columns, as all packages use them. */
import type { SymbolHandle } from "../ids.js";
import type { EdgeKind } from "../kinds.js";

/** Rules of the linker that resolve references. The index of a resolver is stored: append only. */
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
/** Id of the linker's rule that made an edge. */
export type ResolverId = (typeof RESOLVERS)[number];

/** Edges as columns of equal length. */
export interface AdjacencyColumns {
  /** Handles of the symbols at the other ends. */
  readonly symbols: Uint32Array;
  /** Codes of {@link EdgeKind}, see `EDGE_CODE`. */
  readonly kinds: Uint8Array;
  /** Confidence in hundredths, 0..100. */
  readonly confidences: Uint8Array;
  /** Indexes into {@link RESOLVERS}. */
  readonly resolvers: Uint8Array;
  /** Number of references per edge, capped at 255. */
  readonly counts: Uint8Array;
}

/** Incoming or outgoing edges of one symbol. Its own columns are created on first access. */
export interface Adjacency extends AdjacencyColumns {
  readonly length: number;
  /** Columns shared by many symbols, with the rows of this one from `start` on, `length` rows; for loops in which separate columns are too slow. */
  readonly shared: AdjacencyColumns;
  readonly start: number;
}

/** Number of distinct symbols at the other ends, without the symbol itself. */
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

/** A call or import whose target is outside of the repository or unknown. */
export interface UnresolvedTarget {
  readonly kind: EdgeKind;
  /** Package or builtin module of the target, if known. */
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

/** Adjacency of a symbol without edges. */
export const EMPTY_ADJACENCY: Adjacency = { ...NO_COLUMNS, length: 0, shared: NO_COLUMNS, start: 0 };
