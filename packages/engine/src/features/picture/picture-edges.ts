/** Edges between the symbols of a picture. */
import { EDGE_KINDS, type SymbolHandle } from "@sdl/model";
import type { PictureEdge, SymbolGraph } from "@sdl/model/graph";

/** @param ids symbol ids by handle, of all symbols shown; leaves out edges to other symbols and self-references */
export function edgesBetween(graph: SymbolGraph, ids: ReadonlyMap<SymbolHandle, string>): PictureEdge[] {
  const edges: PictureEdge[] = [];
  for (const [symbol, from] of ids) {
    const { length, symbols, kinds, confidences } = graph.outgoing(symbol);
    for (let i = 0; i < length; i++) {
      const to = ids.get(symbols[i] as SymbolHandle);
      const kind = EDGE_KINDS[kinds[i] ?? -1];
      if (to === undefined || to === from || kind === undefined) continue;
      edges.push({ from, to, kind, confidence: (confidences[i] ?? 0) / 100 });
    }
  }
  return edges;
}

/** Sorted by ends and kind, without duplicates: both versions of a delta may have the same edge. */
export function sortedEdges(edges: readonly PictureEdge[]): readonly PictureEdge[] {
  const byKey = new Map(edges.map((edge) => [`${edge.from} ${edge.to} ${edge.kind}`, edge]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, edge]) => edge);
}
