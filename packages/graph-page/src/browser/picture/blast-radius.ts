/** Blast radius of a symbol: everything that refers to it directly or indirectly. Pure. */
import type { EdgeFilter, Graph } from "./graph.js";

/** @returns least steps to the start by node, the start with 0; nearest first, ties by number */
export function blastRadius(graph: Graph, start: number, filter: EdgeFilter): ReadonlyMap<number, number> {
  const depths = new Map([[start, 0]]);
  let frontier = [start];
  for (let depth = 1; frontier.length > 0; depth++) {
    const reached = new Set<number>();
    for (const node of frontier)
      for (const { from } of graph.edgesTo(node, filter)) if (!depths.has(from)) reached.add(from);
    frontier = [...reached].sort((a, b) => a - b);
    for (const node of frontier) depths.set(node, depth);
  }
  return depths;
}

/** Number of nodes at each depth, from depth 1. */
export function countByDepth(depths: ReadonlyMap<number, number>): readonly number[] {
  const counts: number[] = [];
  for (const depth of depths.values()) if (depth > 0) counts[depth - 1] = (counts[depth - 1] ?? 0) + 1;
  return counts;
}
