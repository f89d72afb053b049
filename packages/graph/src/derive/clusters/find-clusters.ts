/** Clusters of a version: groups of symbols with more edges among each other than to the rest. Tests and isolated symbols belong to no cluster. */
import type { Cluster } from "@sdl/model/graph";
import { hashDigits } from "@sdl/model/text";
import { type CodeGraph, NONE } from "../code-graph.js";
import { clusterLabel, countWordUse, type LabelledGroup, labelWords } from "./cluster-label.js";
import { findCommunities } from "./communities.js";
import { type GroupGraph, groupGraph } from "./group-graph.js";

/** Clusters with the cluster of each symbol. */
export interface Clusters {
  /** Ordered by id. */
  readonly clusters: readonly Cluster[];
  /** Index into `clusters` for each symbol; `NONE` if the symbol is in no cluster. */
  readonly clusterOf: Uint32Array;
}

/** Smallest number of members; a smaller cluster adds nothing to its edges. */
const LEAST_MEMBERS = 3;
const MAX_RELATED = 3;
/** Smallest share of the weight of all edges leaving a cluster that another cluster must receive to be related. */
const RELATED_SHARE = 0.1;

/** @param isTest 1 for each symbol that is test code */
export function findClusters(code: CodeGraph, isTest: Uint8Array): Clusters {
  const graph = groupGraph(code, isTest);
  const communities = dropSmallCommunities(code, graph, findCommunities(graph));
  const heads = centralGroups(graph, communities);
  // From here on, clusters are numbered in the order of their ids.
  const order = heads.map((_, i) => i).sort((a, b) => (heads[a] as number) - (heads[b] as number));
  const place = new Uint32Array(heads.length);
  order.forEach((community, number) => {
    place[community] = number;
  });
  const ofGroup = communities.map((community) => (community === NONE ? NONE : (place[community] as number)));
  const clusterOf = clustersOfSymbols(code, graph, ofGroup);
  return {
    clusters: describe(code, graph, { heads: order.map((i) => heads[i] as number), ofGroup, clusterOf }),
    clusterOf,
  };
}

/** Replaces small communities by `NONE` and renumbers the others. */
function dropSmallCommunities(code: CodeGraph, graph: GroupGraph, communities: Uint32Array): Uint32Array {
  const members = groupSizes(code);
  const sizes = new Map<number, number>();
  graph.groups.forEach((group, i) => {
    const community = communities[i] as number;
    sizes.set(community, (sizes.get(community) ?? 0) + (members[group] as number));
  });
  const numbers = new Map<number, number>();
  for (const [community, size] of sizes) if (size >= LEAST_MEMBERS) numbers.set(community, numbers.size);
  return communities.map((community) => numbers.get(community) ?? NONE);
}

/** For each top-level symbol, the number of symbols in its group. */
function groupSizes(code: CodeGraph): Uint32Array {
  const sizes = new Uint32Array(code.symbolCount);
  for (const top of code.topLevelOf) sizes[top] = (sizes[top] as number) + 1;
  return sizes;
}

/** For each community, the group with the largest edge weight inside the community; on ties, the one with the smaller id. */
function centralGroups(graph: GroupGraph, communities: Uint32Array): number[] {
  const { groups, low, high, weights } = graph;
  const rank = rankGroups(groups);
  const inside = new Float64Array(groups.length);
  for (let i = 0; i < low.length; i++) {
    const [a, b] = [rank.get(low[i] as number) as number, rank.get(high[i] as number) as number];
    if (communities[a] !== communities[b]) continue;
    inside[a] = (inside[a] as number) + (weights[i] as number);
    inside[b] = (inside[b] as number) + (weights[i] as number);
  }
  const heads: number[] = [];
  for (let i = 0; i < groups.length; i++) {
    const community = communities[i] as number;
    if (community === NONE) continue;
    const head = heads[community];
    if (head === undefined || (inside[i] as number) > (inside[head] as number)) heads[community] = i;
  }
  return heads;
}

function rankGroups(groups: Uint32Array): ReadonlyMap<number, number> {
  return new Map(Array.from(groups, (group, i) => [group, i]));
}

function clustersOfSymbols(code: CodeGraph, graph: GroupGraph, ofGroup: Uint32Array): Uint32Array {
  const byTop = new Uint32Array(code.symbolCount).fill(NONE);
  graph.groups.forEach((group, i) => {
    byTop[group] = ofGroup[i] as number;
  });
  return code.topLevelOf.map((top) => byTop[top] as number);
}

interface FoundCluster {
  /** For each cluster, the index of its central group in `graph.groups`. */
  readonly heads: readonly number[];
  readonly ofGroup: Uint32Array;
  readonly clusterOf: Uint32Array;
}

function describe(code: CodeGraph, graph: GroupGraph, { heads, ofGroup, clusterOf }: FoundCluster): Cluster[] {
  const counts = new Uint32Array(heads.length);
  for (const cluster of clusterOf) if (cluster !== NONE) counts[cluster] = (counts[cluster] as number) + 1;
  const groups: LabelledGroup[][] = heads.map(() => []);
  graph.groups.forEach((group, i) => {
    const record = code.records[group];
    if (ofGroup[i] === NONE || record === undefined) return;
    groups[ofGroup[i] as number]?.push({
      words: record.kind === "module" ? [] : labelWords(record.name),
      path: record.file,
    });
  });
  const use = countWordUse(groups);
  const related = relatedClusters(graph, ofGroup, heads.length);
  return heads.map((head, i) => ({
    id: clusterId(code.records[graph.groups[head] as number]?.id ?? ""),
    label: clusterLabel(groups[i] ?? [], use, heads.length),
    memberCount: counts[i] as number,
    related: related[i] ?? [],
  }));
}

/** A short hash of the central symbol's id; short because every card contains it. */
function clusterId(id: string): string {
  return `c${hashDigits(id).slice(-12)}`;
}

function relatedClusters({ groups, low, high, weights }: GroupGraph, ofGroup: Uint32Array, count: number): number[][] {
  const rank = rankGroups(groups);
  const shared: Map<number, number>[] = Array.from({ length: count }, () => new Map());
  const add = (a: number, b: number, weight: number) => {
    const others = shared[a];
    others?.set(b, (others.get(b) ?? 0) + weight);
  };
  for (let i = 0; i < low.length; i++) {
    const a = ofGroup[rank.get(low[i] as number) as number] as number;
    const b = ofGroup[rank.get(high[i] as number) as number] as number;
    if (a === b || a === NONE || b === NONE) continue;
    add(a, b, weights[i] as number);
    add(b, a, weights[i] as number);
  }
  return shared.map((others) => {
    const total = [...others.values()].reduce((sum, weight) => sum + weight, 0);
    return [...others]
      .filter(([, weight]) => weight >= RELATED_SHARE * total)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MAX_RELATED)
      .map(([cluster]) => cluster);
  });
}
