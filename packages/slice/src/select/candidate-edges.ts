/** Edges among candidates: those that a slice shows between its cards, and those it counts as dropped. */
import { EDGE_CODE, EDGE_KINDS, EDGE_WEIGHTS, type EdgeKind, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { EdgeFilter } from "../edge-filter.js";

/** The strongest edge from one candidate to another. */
export interface CandidateEdge {
  readonly from: SymbolHandle;
  readonly to: SymbolHandle;
  readonly kind: EdgeKind;
  /** Confidence in hundredths. */
  readonly confidence: number;
  /** Index into `RESOLVERS`. */
  readonly resolver: number;
}

/** Outgoing edges of each candidate, in no defined order. */
export function edgesAmong(
  graph: SymbolGraph,
  symbols: Iterable<SymbolHandle>,
  filter: EdgeFilter,
): Map<SymbolHandle, CandidateEdge[]> {
  const members = new Set(symbols);
  return new Map([...members].map((from) => [from, strongestEdgesWithin(graph, from, { members, filter })]));
}

function strongestEdgesWithin(
  graph: SymbolGraph,
  from: SymbolHandle,
  { members, filter }: { readonly members: ReadonlySet<SymbolHandle>; readonly filter: EdgeFilter },
): CandidateEdge[] {
  const best = new Map<SymbolHandle, CandidateEdge>();
  const { start, length, shared: edges } = graph.outgoing(from);
  for (let i = start; i < start + length; i++) {
    const to = edges.symbols[i] as SymbolHandle;
    const code = edges.kinds[i] as number;
    const confidence = edges.confidences[i] as number;
    if (to === from || !members.has(to) || !filter.allows(code, confidence)) continue;
    const resolver = edges.resolvers[i] as number;
    const edge: CandidateEdge = { from, to, kind: EDGE_KINDS[code] ?? "uses", confidence, resolver };
    const known = best.get(to);
    if (known === undefined || isStronger(edge, known)) best.set(to, edge);
  }
  return [...best.values()];
}

function isStronger(a: CandidateEdge, b: CandidateEdge): boolean {
  const [strength, other] = [EDGE_WEIGHTS[a.kind] * a.confidence, EDGE_WEIGHTS[b.kind] * b.confidence];
  if (strength !== other) return strength > other;
  return a.kind === b.kind ? a.resolver < b.resolver : EDGE_CODE[a.kind] < EDGE_CODE[b.kind];
}
