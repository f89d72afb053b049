/** Puts rows of an adjacency into their order: by near slot, far id, kind. */
import { type EdgeColumns, newEdgeColumns } from "../records/edges-page.js";

/** Ids of the far ends, row by row. */
export interface FarIds {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** @returns the rows' numbers in order */
export function edgeOrder(edges: EdgeColumns, ids: FarIds): Uint32Array {
  const order = Uint32Array.from({ length: edges.length }, (_, i) => i);
  const { near, kinds } = edges;
  const { high, low } = ids;
  return order.sort(
    (a, b) =>
      (near[a] as number) - (near[b] as number) ||
      (high[a] as number) - (high[b] as number) ||
      (low[a] as number) - (low[b] as number) ||
      (kinds[a] as number) - (kinds[b] as number),
  );
}

export function pickEdges(edges: EdgeColumns, rows: Uint32Array): EdgeColumns {
  const picked = newEdgeColumns(rows.length);
  for (let to = 0; to < rows.length; to++) copyEdge(edges, rows[to] as number, picked, to);
  return picked;
}

export function copyEdge(from: EdgeColumns, row: number, to: EdgeColumns, at: number): void {
  to.near[at] = from.near[row] as number;
  to.far[at] = from.far[row] as number;
  to.kinds[at] = from.kinds[row] as number;
  to.confidences[at] = from.confidences[row] as number;
  to.resolvers[at] = from.resolvers[row] as number;
  to.counts[at] = from.counts[row] as number;
}
