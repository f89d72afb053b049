/** Who refers to whom in a picture, by node numbers. Pure. */
import type { GraphPicture } from "@sdl/model/graph";

/** Edges between nodes, by their numbers in the picture. An edge to itself is left out. */
export interface Relations {
  /** By node: those that it refers to, ascending, each once. */
  readonly outgoing: readonly (readonly number[])[];
  /** By node: those that refer to it, ascending, each once. */
  readonly incoming: readonly (readonly number[])[];
}

/** @param picture a valid one */
export function relationsOf({ nodes, edges }: GraphPicture): Relations {
  const numbers = new Map(nodes.map(({ id }, i) => [id, i]));
  const outgoing = nodes.map(() => new Set<number>());
  const incoming = nodes.map(() => new Set<number>());
  for (const { from, to } of edges) {
    const [source, target] = [numbers.get(from), numbers.get(to)];
    if (source === undefined || target === undefined || source === target) continue;
    outgoing[source]?.add(target);
    incoming[target]?.add(source);
  }
  return { outgoing: outgoing.map(ascending), incoming: incoming.map(ascending) };
}

function ascending(numbers: ReadonlySet<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}
