/** Generated pictures for tests and measurements; published as @sdl/graph-page/testing. */
import type { GraphPicture, PictureEdge, PictureNode } from "@sdl/model/graph";

/** Size of a generated picture. */
export interface GeneratedSize {
  readonly nodes: number;
  readonly edges: number;
  readonly clusters: number;
}

const KINDS = ["function", "method", "class", "interface", "variable", "module"] as const;
const EDGE_KINDS = ["call", "call", "call", "uses", "import"] as const;
const VERBS = ["parse", "read", "write", "find", "open", "build", "check", "merge"] as const;
const NOUNS = ["Token", "Session", "Cart", "Order", "Price", "Page", "Index", "Route", "Cache"] as const;

/**
 * Generates a picture like a repository's: few symbols that many refer to, most edges within a cluster. Equal sizes
 * give equal pictures. Edges may repeat by chance between the same nodes.
 */
export function generatedPicture({ nodes: nodeCount, edges: edgeCount, clusters }: GeneratedSize): GraphPicture {
  const random = linearCongruentialGenerator(nodeCount * 31 + edgeCount * 7 + clusters);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const clusterOf = Array.from({ length: nodeCount }, () => Math.floor(random() ** 1.6 * clusters));
  const members: number[][] = Array.from({ length: clusters }, () => []);
  clusterOf.forEach((cluster, i) => {
    members[cluster]?.push(i);
  });
  const edges: PictureEdge[] = [];
  const fanIn = new Map<number, Set<number>>();
  const fanOut = new Map<number, Set<number>>();
  while (edges.length < edgeCount) {
    const from = Math.floor(random() * nodeCount);
    const within = members[clusterOf[from] ?? 0] ?? [];
    // The first members of a cluster are its centre.
    const to =
      random() < 0.78 ? (within[Math.floor(random() ** 3 * within.length)] ?? from) : Math.floor(random() * nodeCount);
    if (from === to) continue;
    edges.push({
      from: `n${from}`,
      to: `n${to}`,
      kind: pick(EDGE_KINDS),
      confidence: Math.round((0.4 + random() * 0.6) * 100) / 100,
    });
    fanIn.set(to, (fanIn.get(to) ?? new Set()).add(from));
    fanOut.set(from, (fanOut.get(from) ?? new Set()).add(to));
  }
  const nodes = clusterOf.map((cluster, i): PictureNode => {
    const name = `${pick(VERBS)}${pick(NOUNS)}${i}`;
    return {
      ...{
        id: `n${i}`,
        name,
        kind: pick(KINDS),
        file: `src/part-${cluster}/file-${i % 9}.ts`,
        line: 1 + (i % 400),
        cluster,
      },
      signature: `function ${name}(value: string): void`,
      exported: i % 3 === 0,
      fanIn: fanIn.get(i)?.size ?? 0,
      fanOut: fanOut.get(i)?.size ?? 0,
      ...(i % 5 === 0
        ? { source: { startLine: 1 + (i % 400), text: `function ${name}(value: string): void {\n  return;\n}` } }
        : {}),
    };
  });
  return {
    ...{
      subject: "repository",
      title: `${nodeCount} generated symbols`,
      repository: "generated",
      nodes,
      edges,
      notes: [],
    },
    clusters: Array.from({ length: clusters }, (_, i) => ({ label: `src/part-${i}: ${pick(NOUNS).toLowerCase()}` })),
  };
}

/** Pseudo-random numbers in [0, 1), determined by the seed. Source: Park and Miller, "minimal standard". */
function linearCongruentialGenerator(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}
