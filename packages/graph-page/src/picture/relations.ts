/** Neighbours of nodes in a picture, by number. Pure. */
import type { GraphPicture } from "@sdl/model/graph";

/** Neighbours by node number. Edges from a node to itself are left out. */
export interface Relations {
  /** By node: nodes that it refers to, ascending, each once. */
  readonly outgoing: readonly (readonly number[])[];
  /** By node: nodes that refer to it, ascending, each once. */
  readonly incoming: readonly (readonly number[])[];
}

/** @param picture checked before */
export function computeRelations({ nodes, edges }: GraphPicture): Relations {
  const numbers = new Map(nodes.map(({ id }, i) => [id, i]));
  const outgoing = nodes.map(() => new Set<number>());
  const incoming = nodes.map(() => new Set<number>());
  for (const { from, to } of edges) {
    const [source, target] = [numbers.get(from), numbers.get(to)];
    if (source === undefined || target === undefined || source === target) continue;
    outgoing[source]?.add(target);
    incoming[target]?.add(source);
  }
  return { outgoing: outgoing.map(sortNumbers), incoming: incoming.map(sortNumbers) };
}

function sortNumbers(numbers: ReadonlySet<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}
