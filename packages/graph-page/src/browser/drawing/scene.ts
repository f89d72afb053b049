/**
 * Scene of a picture, as painters need it: visible nodes, bands between islands, bounding boxes. Computed once, or when
 * clusters open. Pure.
 */
import type { PageData } from "../../page/page-data.js";
import { type EdgeFilter, type Graph, type GraphEdge, type GraphNode, passesFilter } from "../picture/graph.js";
import type { Store } from "../picture/store.js";
import type { Box } from "./view.js";

/** A cluster's disc. */
export interface Island {
  readonly cluster: number;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** All edges between two islands, as one line. */
export interface EdgeBundle {
  readonly from: Island;
  readonly to: Island;
  readonly count: number;
}

/** Limit of bands; above it, each island keeps its strongest ones. */
const MOST_BANDS = 120;
const STRONGEST = 3;
/** In pictures with more edges, edges between islands are drawn as bands only. */
const MOST_LOOSE_EDGES = 260;

/** Visible parts of one picture in the current state of the store. */
export class Scene {
  readonly islands: readonly Island[];
  private readonly byCluster: ReadonlyMap<number, Island>;

  constructor(
    readonly data: PageData,
    private readonly store: Store,
  ) {
    this.islands = data.islands.map(([cluster, x, y, radius]) => ({
      ...{ cluster, x, y, radius },
      label: data.clusters[cluster] ?? "",
    }));
    this.byCluster = new Map(this.islands.map((island) => [island.cluster, island]));
  }

  get graph(): Graph {
    return this.store.graph;
  }

  /** In the order of the picture. */
  visibleNodes(): readonly GraphNode[] {
    return this.graph.nodes.filter(({ cluster }) => this.store.isOpen(cluster));
  }

  isVisible(node: number): boolean {
    return this.store.isOpen(this.graph.node(node).cluster);
  }

  clusterSize(cluster: number): number {
    return this.store.clusterNodeCount(cluster);
  }

  closedIslands(): readonly Island[] {
    return this.islands.filter(({ cluster }) => !this.store.isOpen(cluster));
  }

  /** Edges that are drawn one by one while nothing is chosen. */
  looseEdges(filter: EdgeFilter): readonly GraphEdge[] {
    const all = this.graph.edges.length <= MOST_LOOSE_EDGES || this.islands.length === 0;
    return this.graph.edges.filter((edge) => {
      const [from, to] = [this.graph.node(edge.from), this.graph.node(edge.to)];
      if (from === to || !passesFilter(edge, filter)) return false;
      return this.store.isOpen(from.cluster) && this.store.isOpen(to.cluster) && (all || from.cluster === to.cluster);
    });
  }

  /**
   * Edge bundles between clusters, for edges that are not drawn one by one: the strongest of all, and the strongest of
   * each cluster. Ascending by edge count, so that strong bands are drawn on top.
   */
  edgeBundles(filter: EdgeFilter): readonly EdgeBundle[] {
    if (this.islands.length === 0) return [];
    const loose = new Set(this.looseEdges(filter));
    const bands = new Map<string, { from: Island; to: Island; count: number }>();
    for (const edge of this.graph.edges) {
      if (loose.has(edge) || !passesFilter(edge, filter)) continue;
      const [a, b] = [this.graph.node(edge.from).cluster, this.graph.node(edge.to).cluster];
      const [from, to] = [this.byCluster.get(Math.min(a, b)), this.byCluster.get(Math.max(a, b))];
      if (from === undefined || to === undefined || from === to) continue;
      const key = `${from.cluster} ${to.cluster}`;
      const known = bands.get(key);
      if (known === undefined) bands.set(key, { from, to, count: 1 });
      else known.count++;
    }
    return strongestBundles([...bands.values()]);
  }

  /** Bounding box of the given nodes, or of the whole picture. */
  boundingBox(nodes: readonly GraphNode[] = this.graph.nodes): Box {
    const isAll = nodes === this.graph.nodes;
    const parts = [
      ...nodes.map(({ x, y, radius }) => ({ x, y, rx: radius, ry: radius })),
      ...(isAll ? this.islands.map(({ x, y, radius }) => ({ x, y, rx: radius, ry: radius + 16 })) : []),
      ...(isAll ? this.data.headings.map(([, x, y]) => ({ x, y, rx: 0, ry: 10 })) : []),
    ];
    // In columns, names are at the right of nodes.
    const names = this.islands.length === 0 ? 190 : 0;
    return {
      left: Math.min(...parts.map(({ x, rx }) => x - rx)),
      right: Math.max(...parts.map(({ x, rx }) => x + rx)) + names,
      top: Math.min(...parts.map(({ y, ry }) => y - ry)),
      bottom: Math.max(...parts.map(({ y, ry }) => y + ry)),
    };
  }
}

function strongestBundles(bands: readonly EdgeBundle[]): readonly EdgeBundle[] {
  const byCount = [...bands].sort((a, b) => b.count - a.count);
  const shown = new Map<Island, number>();
  const kept = byCount.filter(({ from, to }) => {
    const rank = Math.min(shown.get(from) ?? 0, shown.get(to) ?? 0);
    for (const island of [from, to]) shown.set(island, (shown.get(island) ?? 0) + 1);
    return bands.length <= MOST_BANDS || rank < STRONGEST;
  });
  return kept.reverse();
}
