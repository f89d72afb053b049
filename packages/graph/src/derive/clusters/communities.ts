/**
 * Community detection in a group graph by Louvain's method. The only user of graphology. Deterministic: nodes and edges are added in ascending
 * order, and the random generator is seeded for every run.
 * Source: Blondel et al., Fast unfolding of communities in large networks, 2008.
 */
import { UndirectedGraph } from "graphology";
import * as louvainModule from "graphology-communities-louvain";
import { seededRandom } from "../random.js";
import type { GroupGraph } from "./group-graph.js";

const SEED = 20_260_101;

/** The package is CommonJS with the function as `module.exports`; its types describe an ES module. */
const louvain = louvainModule.default as unknown as typeof louvainModule.default.default;

/** Graphs of fewer than twice this number of groups are clustered at resolution 1. */
const GROUPS_AT_RESOLUTION_1 = 256;

interface EdgeData {
  readonly weight: number;
}

/** The community of each entry of `graph.groups`, numbered from 0 in order of first appearance. */
export function findCommunities(graph: GroupGraph): Uint32Array {
  const built = new UndirectedGraph<Record<string, never>, EdgeData>();
  for (const group of graph.groups) built.addNode(group);
  for (let i = 0; i < graph.low.length; i++) {
    built.addUndirectedEdge(graph.low[i], graph.high[i], { weight: graph.weights[i] as number });
  }
  const found = louvain(built, {
    getEdgeWeight: "weight",
    rng: seededRandom(SEED),
    resolution: clusteringResolution(graph),
  });
  return renumberCommunities(Array.from(graph.groups, (group) => found[group] as number));
}

/**
 * Resolution of the clustering. At resolution 1 a graph of sixteen thousand groups is split into clusters of thousands, which are too large to
 * describe a symbol; a resolution proportional to the size yields clusters of some tens of groups. It is a power of two, so few edits change it.
 */
function clusteringResolution({ groups }: GroupGraph): number {
  return 2 ** Math.max(0, Math.floor(Math.log2(groups.length / GROUPS_AT_RESOLUTION_1)));
}

function renumberCommunities(communities: readonly number[]): Uint32Array {
  const numbers = new Map<number, number>();
  return Uint32Array.from(communities, (community) => {
    const known = numbers.get(community) ?? numbers.size;
    numbers.set(community, known);
    return known;
  });
}
