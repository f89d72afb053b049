/** What of the picture stands out while something is chosen, and how. Pure. */
import { type GraphEdge, passes } from "./graph.js";
import type { Store } from "./store.js";

/** `in`: refers to the chosen one; `out`: the chosen one refers to it; `step`: of a blast radius; `cluster`: of the chosen cluster. */
type EdgeRole = "in" | "out" | "step" | "cluster";

export interface HighlightedEdge {
  readonly edge: GraphEdge;
  readonly role: EdgeRole;
  /** Of a blast radius: steps of the farther end. */
  readonly depth: number;
}

export interface Highlight {
  /** By node: what it is to the chosen one. */
  readonly nodes: ReadonlyMap<number, "chosen" | "in" | "out" | "both" | "step" | "cluster">;
  /** In the order in which they are drawn. */
  readonly edges: readonly HighlightedEdge[];
}

/** @returns nothing where nothing is chosen */
export function highlightOf(store: Store): Highlight | undefined {
  const { chosen, blast, cluster } = store.state;
  if (chosen !== undefined && blast !== undefined) return ofBlast(store, blast);
  if (chosen !== undefined) return ofNode(store, chosen);
  return cluster === undefined ? undefined : ofCluster(store, cluster);
}

function ofNode({ graph, state }: Store, chosen: number): Highlight {
  const incoming = graph.edgesTo(chosen, state);
  const outgoing = graph.edgesFrom(chosen, state);
  const nodes = new Map<number, "chosen" | "in" | "out" | "both">();
  for (const { from } of incoming) nodes.set(from, "in");
  for (const { to } of outgoing) nodes.set(to, nodes.has(to) ? "both" : "out");
  nodes.set(chosen, "chosen");
  const edges = [
    ...incoming.map((edge) => ({ edge, role: "in" as const, depth: 1 })),
    ...outgoing.map((edge) => ({ edge, role: "out" as const, depth: 1 })),
  ];
  return { nodes, edges };
}

/** Edges that lead one step nearer. */
function ofBlast({ graph, state }: Store, blast: ReadonlyMap<number, number>): Highlight {
  const nodes = new Map(
    [...blast].map(([node, depth]) => [node, depth === 0 ? ("chosen" as const) : ("step" as const)]),
  );
  // The nearest are drawn last.
  const edges = [...blast].reverse().flatMap(([node, depth]) =>
    graph
      .edgesFrom(node, state)
      .filter(({ to }) => blast.get(to) === depth - 1)
      .map((edge) => ({ edge, role: "step" as const, depth })),
  );
  return { nodes, edges };
}

function ofCluster({ graph, state }: Store, cluster: number): Highlight {
  const nodes = new Map(
    graph.nodes.filter((node) => node.cluster === cluster).map(({ number }) => [number, "cluster" as const]),
  );
  const edges = graph.edges
    .filter((edge) => nodes.has(edge.from) && nodes.has(edge.to) && edge.from !== edge.to && passes(edge, state))
    .map((edge) => ({ edge, role: "cluster" as const, depth: 1 }));
  return { nodes, edges };
}
