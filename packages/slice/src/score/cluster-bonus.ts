/** Relation of a symbol's cluster to the clusters of the start symbols. Knows derived layers only. */
import type { SymbolHandle } from "@sdl/model";
import type { DerivedLayers } from "@sdl/model/graph";
import type { SeedSource } from "../slice.js";
import type { ClusterRelation } from "./score.js";

interface ClusteredStart {
  readonly symbol: SymbolHandle;
  readonly source: SeedSource;
}

/** Number of text hits in one cluster that make it a start cluster; a single hit may be a coincidence. */
const MIN_TEXT_HITS = 2;

/** Tells whether a symbol's cluster is one of theirs, or related to one. */
export class ClusterBonus {
  private readonly same = new Set<number>();
  private readonly related = new Set<number>();

  constructor(
    private readonly layers: DerivedLayers,
    starts: readonly ClusteredStart[],
  ) {
    const hits = new Map<number, number>();
    for (const { symbol, source } of starts) {
      const cluster = layers.clusterOf(symbol);
      if (cluster === undefined) continue;
      const count = (hits.get(cluster) ?? 0) + (source === "taskText" ? 1 : MIN_TEXT_HITS);
      hits.set(cluster, count);
      if (count >= MIN_TEXT_HITS) this.same.add(cluster);
    }
    for (const cluster of this.same) for (const other of layers.cluster(cluster).related) this.related.add(other);
  }

  clusterRelationOf(symbol: SymbolHandle): ClusterRelation {
    if (this.same.size === 0) return "other";
    const cluster = this.layers.clusterOf(symbol);
    if (cluster === undefined) return "other";
    if (this.same.has(cluster)) return "same";
    return this.related.has(cluster) ? "related" : "other";
  }
}
