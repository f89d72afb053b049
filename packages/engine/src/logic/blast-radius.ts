/** Who may break when a symbol changes: everything that leans on it, nearest first, each with the way it does. */
import type { SymbolHandle } from "@sdl/model";
import type { Query } from "../queries/pinned.js";
import { type Reached, walkReferences } from "../queries/references/walk.js";
import { labelOf, type SymbolLabel } from "../queries/symbol-ref.js";

export interface AffectedSymbol extends SymbolLabel {
  /** `directDependent` in one step, `graph` in more. */
  readonly signal: "directDependent" | "graph";
  readonly distance: number;
  /** From 1. */
  readonly rank: number;
  /** The product of its edges, 0..1. */
  readonly confidence: number;
  /** `handleLogin → authenticate → validateToken`. */
  readonly reason: string;
}

const MAX_DISTANCE = 3;
/** Of one edge; the default of slices. */
const MIN_CONFIDENCE = 0.5;

export function affectedBy({ graph }: Pick<Query, "graph">, symbol: SymbolHandle): AffectedSymbol[] {
  const request = { walk: "references", depth: MAX_DISTANCE, minConfidence: MIN_CONFIDENCE } as const;
  const reached = walkReferences(graph, symbol, request).filter(({ record }) => record.handle !== symbol);
  const byHandle = new Map(reached.map((one) => [one.record.handle, one]));
  const fanIn = ({ record }: Reached) => graph.incoming(record.handle).length;
  // The sort is stable: within a distance the surest come first already.
  const ranked = [...reached].sort((a, b) => a.depth - b.depth || b.confidence - a.confidence || fanIn(b) - fanIn(a));
  return ranked.map((one, at) => ({
    ...labelOf(one.record),
    signal: one.depth === 1 ? "directDependent" : "graph",
    distance: one.depth,
    rank: at + 1,
    confidence: Math.round(one.confidence * 100) / 100,
    reason: wayTo(one, byHandle, graph.symbol(symbol).qualifiedName),
  }));
}

function wayTo(start: Reached, byHandle: ReadonlyMap<SymbolHandle, Reached>, target: string): string {
  const names = [start.record.qualifiedName];
  let current: Reached | undefined = byHandle.get(start.from[0] ?? -1);
  while (current !== undefined && current.depth > 0 && names.length <= MAX_DISTANCE) {
    names.push(current.record.qualifiedName);
    current = byHandle.get(current.from[0] ?? -1);
  }
  return [...names, target].join(" → ");
}
