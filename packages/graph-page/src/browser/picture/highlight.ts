/** Highlight of the picture while something is chosen: which nodes and edges stand out, and why. Pure. */
import { type GraphEdge, passesFilter } from "./graph.js";
import type { Store } from "./store.js";

/**
 * `in`: refers to the chosen node; `out`: the chosen node refers to it; `step`: part of a blast radius; `cluster`: part
 * of the chosen cluster.
 */
type EdgeRole = "in" | "out" | "step" | "cluster";

/** A highlighted edge with its role. */
export interface HighlightedEdge {
  readonly edge: GraphEdge;
  readonly role: EdgeRole;
  /** In a blast radius, the distance of the farther end. */
  readonly depth: number;
}

/** Nodes and edges that are drawn emphasised. */
export interface Highlight {
  /** Relation to the chosen node, by node. */
  readonly nodes: ReadonlyMap<number, "chosen" | "in" | "out" | "both" | "step" | "cluster">;
  /** In drawing order. */
  readonly edges: readonly HighlightedEdge[];
}

/** @returns undefined if nothing is chosen */
export function computeHighlight(store: Store): Highlight | undefined {
  const { chosen, blast, cluster } = store.state;
  if (chosen !== undefined && blast !== undefined) return highlightBlast(store, blast);
  if (chosen !== undefined) return highlightNode(store, chosen);
  return cluster === undefined ? undefined : highlightCluster(store, cluster);
}

function highlightNode({ graph, state }: Store, chosen: number): Highlight {
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

/** Edges that lead one step nearer to the chosen node. */
function highlightBlast({ graph, state }: Store, blast: ReadonlyMap<number, number>): Highlight {
  const nodes = new Map(
    [...blast].map(([node, depth]) => [node, depth === 0 ? ("chosen" as const) : ("step" as const)]),
  );
  // Nearest last, so that they are drawn on top.
  const edges = [...blast].reverse().flatMap(([node, depth]) =>
    graph
      .edgesFrom(node, state)
      .filter(({ to }) => blast.get(to) === depth - 1)
      .map((edge) => ({ edge, role: "step" as const, depth })),
  );
  return { nodes, edges };
}

function highlightCluster({ graph, state }: Store, cluster: number): Highlight {
  const nodes = new Map(
    graph.nodes.filter((node) => node.cluster === cluster).map(({ number }) => [number, "cluster" as const]),
  );
  const edges = graph.edges
    .filter((edge) => nodes.has(edge.from) && nodes.has(edge.to) && edge.from !== edge.to && passesFilter(edge, state))
    .map((edge) => ({ edge, role: "cluster" as const, depth: 1 }));
  return { nodes, edges };
}
