/** Sorting of adjacency rows by near slot, far id, kind. */
import { type EdgeColumns, newEdgeColumns } from "../records/edges-page.js";

/** High and low 32 bits of the id of the symbol at each edge's other (far) end, by row of the edge columns. */
export interface FarIds {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/**
 * Maximum size of a group that insertion sort is used for: most symbols have few edges, and the built-in sort calls a closure for every comparison.
 */
const MAX_INSERTION_SORT = 16;

/** @returns the row indexes in sorted order */
export function edgeOrder(edges: EdgeColumns, ids: FarIds): Uint32Array {
  const { order, starts } = groupByNearSlot(edges);
  const { kinds } = edges;
  const { high, low } = ids;
  const compare = (a: number, b: number): number =>
    (high[a] as number) - (high[b] as number) ||
    (low[a] as number) - (low[b] as number) ||
    (kinds[a] as number) - (kinds[b] as number);
  for (let group = 0; group + 1 < starts.length; group++) {
    const from = starts[group] as number;
    const to = starts[group + 1] as number;
    if (to - from > MAX_INSERTION_SORT) order.subarray(from, to).sort(compare);
    else if (to - from > 1) insertionSort(order, from, to, compare);
  }
  return order;
}

/** Stable order of the rows by near slot, and the index of each slot's first row. */
function groupByNearSlot({ near, length }: EdgeColumns): { readonly order: Uint32Array; readonly starts: Uint32Array } {
  let top = -1;
  for (let i = 0; i < length; i++) top = Math.max(top, near[i] as number);
  const starts = new Uint32Array(top + 2);
  for (let i = 0; i < length; i++) starts[(near[i] as number) + 1] = (starts[(near[i] as number) + 1] as number) + 1;
  for (let slot = 0; slot <= top; slot++) starts[slot + 1] = (starts[slot + 1] as number) + (starts[slot] as number);
  const next = starts.slice();
  const order = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    const at = next[near[i] as number] as number;
    next[near[i] as number] = at + 1;
    order[at] = i;
  }
  return { order, starts };
}

function insertionSort(order: Uint32Array, from: number, to: number, compare: (a: number, b: number) => number): void {
  for (let i = from + 1; i < to; i++) {
    const row = order[i] as number;
    let at = i;
    while (at > from && compare(order[at - 1] as number, row) > 0) {
      order[at] = order[at - 1] as number;
      at--;
    }
    order[at] = row;
  }
}

/** Copies rows in the given order into new columns. */
export function pickEdges(edges: EdgeColumns, rows: Uint32Array): EdgeColumns {
  const picked = newEdgeColumns(rows.length);
  for (let to = 0; to < rows.length; to++) copyEdge(edges, rows[to] as number, picked, to);
  return picked;
}

/** Copies one row between columns. */
export function copyEdge(from: EdgeColumns, row: number, to: EdgeColumns, at: number): void {
  to.near[at] = from.near[row] as number;
  to.far[at] = from.far[row] as number;
  to.kinds[at] = from.kinds[row] as number;
  to.confidences[at] = from.confidences[row] as number;
  to.resolvers[at] = from.resolvers[row] as number;
  to.counts[at] = from.counts[row] as number;
}
