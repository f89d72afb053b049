/**
 * Louvain's communities of a group graph. The only user of graphology. Deterministic: nodes and edges go in ascending, the random source
 * is seeded anew for every run.
 * Source: Blondel et al., Fast unfolding of communities in large networks, 2008.
 */
import { UndirectedGraph } from "graphology";
import * as louvainModule from "graphology-communities-louvain";
import { seededRandom } from "../random.js";
import type { GroupGraph } from "./group-graph.js";

const SEED = 20_260_101;

/** The package is CommonJS whose `module.exports` is the function; its types describe an ES module. */
const louvain = louvainModule.default as unknown as typeof louvainModule.default.default;

/** Groups up to twice this number are clustered at resolution 1. */
const GROUPS_AT_ONE = 256;

interface EdgeData {
  readonly weight: number;
}

/** The community of each of `graph.groups`, in their order, numbered from 0 in the order of their first members. */
export function findCommunities(graph: GroupGraph): Uint32Array {
  const built = new UndirectedGraph<Record<string, never>, EdgeData>();
  for (const group of graph.groups) built.addNode(group);
  for (let i = 0; i < graph.low.length; i++) {
    built.addUndirectedEdge(graph.low[i], graph.high[i], { weight: graph.weights[i] as number });
  }
  const found = louvain(built, { getEdgeWeight: "weight", rng: seededRandom(SEED), resolution: resolutionFor(graph) });
  return renumber(Array.from(graph.groups, (group) => found[group] as number));
}

/**
 * At resolution 1 a graph of sixteen thousand groups falls into clusters of thousands, which say nothing of a symbol; a resolution in
 * proportion to the size gives some tens of groups each. In steps of two, so that hardly any edit changes it.
 */
function resolutionFor({ groups }: GroupGraph): number {
  return 2 ** Math.max(0, Math.floor(Math.log2(groups.length / GROUPS_AT_ONE)));
}

function renumber(communities: readonly number[]): Uint32Array {
  const numbers = new Map<number, number>();
  return Uint32Array.from(communities, (community) => {
    const known = numbers.get(community) ?? numbers.size;
    numbers.set(community, known);
    return known;
  });
}
