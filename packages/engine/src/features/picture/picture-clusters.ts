/** Groups a picture's symbols into clusters: by the derived cluster if there is one, else by folder. */
import type { SymbolHandle } from "@sdl/model";
import type { DerivedLayers, PictureCluster, SymbolGraph } from "@sdl/model/graph";
import { pathClass } from "@sdl/model/paths";

/** Clusters of a picture, and the cluster of each symbol. */
export interface Clustering {
  /** Clusters with the most symbols first. */
  readonly clusters: readonly PictureCluster[];
  /** Index into `clusters` for each symbol, in the order of the request. */
  readonly numbers: readonly number[];
}

/** Number of symbols above which clusters with few symbols are merged by their top-level folder. */
const LARGE_PICTURE = 300;
const FEW = 6;

/** A symbol in the graph that contains it. */
export interface ClusteredSymbol {
  readonly graph: SymbolGraph;
  readonly handle: SymbolHandle;
}

/** Groups symbols; in large pictures, small clusters of a top folder are merged. */
export function clusterSymbols(symbols: readonly ClusteredSymbol[], derived: DerivedLayers | undefined): Clustering {
  const labels = symbols.map(({ graph, handle }) => clusterLabelOf(graph, handle, derived));
  const sizes = countLabels(labels);
  const joined = symbols.map(({ graph, handle }, i) => {
    const label = labels[i] ?? "";
    const isSmall = symbols.length > LARGE_PICTURE && (sizes.get(label) ?? 0) < FEW;
    return isSmall ? `${takeOutermostFolder(graph.fileOf(handle))}: small clusters` : label;
  });
  const counts = countLabels(joined);
  const order = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([label]) => label);
  const places = new Map(order.map((label, i) => [label, i]));
  return {
    clusters: order.map((label) => ({ label })),
    numbers: joined.map((label) => places.get(label) ?? 0),
  };
}

function clusterLabelOf(graph: SymbolGraph, handle: SymbolHandle, derived: DerivedLayers | undefined): string {
  const cluster = derived?.clusterOf(handle);
  if (derived !== undefined && cluster !== undefined) return derived.cluster(cluster).label;
  const path = graph.fileOf(handle);
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "the root folder";
  return pathClass(path) === "test" ? `tests in ${folder}` : folder;
}

function takeOutermostFolder(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "the root folder";
}

function countLabels(labels: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}
