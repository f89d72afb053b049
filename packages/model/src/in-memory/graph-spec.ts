/** Declarative description of an in-memory graph, from which {@link InMemoryGraph} is built. */
import type { Behaviour } from "../behaviour.js";
import type { ResolverId, UnresolvedTarget } from "../graph/edges.js";
import type { Signature } from "../graph/symbol-graph.js";
import type { EdgeKind, SymbolKind, Visibility } from "../kinds.js";
import type { Range } from "../range.js";

/** One symbol. Module symbols are created for every file and need no entry. */
export interface SymbolSpec {
  readonly file: string;
  /** Names of the containers and of the symbol, joined by `.`; empty for the file's module symbol, whose entry extends the created one. */
  readonly qualifiedName: string;
  readonly kind: SymbolKind;
  readonly exported?: boolean;
  /** Default: `exported` if exported, otherwise `internal`; for members `public`. */
  readonly visibility?: Visibility;
  /** Default: three lines after the previous symbol; members are inside. */
  readonly range?: Range;
  readonly signature?: Signature;
  readonly doc?: string;
  readonly behaviour?: Behaviour;
  readonly unresolved?: readonly UnresolvedTarget[];
}

/** One edge. An end is `path#qualified.name`, a path (its module symbol), or a qualified name that is unique in the graph. */
export interface EdgeSpec {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** 0..1, default 0.95 */
  readonly confidence?: number;
  /** Default `lexical`. */
  readonly resolver?: ResolverId;
  /** Default 1. */
  readonly count?: number;
}

/** Symbols and edges of a graph. */
export interface GraphSpec {
  /** Default `test`. */
  readonly version?: string;
  readonly symbols: readonly SymbolSpec[];
  readonly edges?: readonly EdgeSpec[];
  /** Bits of `FileMark` by path. */
  readonly marks?: Readonly<Record<string, number>>;
}

/** A malformed description. The message states the line or edge end that is wrong. */
export class GraphSpecError extends Error {
  override readonly name = "GraphSpecError";
}
