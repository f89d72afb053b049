/**
 * Graph of a picture: nodes and edges by number, and neighbours under the current filter. Knows no element of the page.
 */
import type { PageData } from "../../page/page-data.js";

/** A symbol with its place in the picture. */
export interface GraphNode {
  readonly number: number;
  readonly name: string;
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly cluster: number;
  /** Counted in the whole repository. */
  readonly fanIn: number;
  readonly fanOut: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly signature: string;
  readonly exported: boolean;
  readonly isSeed: boolean;
  readonly change?: { readonly type: string; readonly risk: number };
  readonly effect?: { readonly distance: number; readonly reason: string };
  readonly source?: { readonly line: number; readonly text: string; readonly isCut: boolean };
}

/** A reference between two nodes, by their numbers. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  /** Index into the page's edge kinds. */
  readonly kind: number;
  /** Percent. */
  readonly confidence: number;
}

/** Which edges are considered. */
export interface EdgeFilter {
  readonly hiddenKinds: ReadonlySet<number>;
  /** Percent. */
  readonly minConfidence: number;
}

/** Nodes and edges with an index of neighbours. */
export class Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Numbers of edges by node. */
  private readonly outgoing: readonly (readonly number[])[];
  private readonly incoming: readonly (readonly number[])[];

  constructor(data: PageData) {
    this.nodes = makeNodes(data);
    this.edges = data.edges.map(([from, to, kind, confidence]) => ({ from, to, kind, confidence }));
    const outgoing: number[][] = this.nodes.map(() => []);
    const incoming: number[][] = this.nodes.map(() => []);
    this.edges.forEach(({ from, to }, i) => {
      outgoing[from]?.push(i);
      incoming[to]?.push(i);
    });
    this.outgoing = outgoing;
    this.incoming = incoming;
  }

  node(number: number): GraphNode {
    const found = this.nodes[number];
    if (found === undefined) throw new RangeError(`the picture has no node ${number}`);
    return found;
  }

  /** Edges to a node, without those from itself. */
  edgesTo(node: number, filter: EdgeFilter): readonly GraphEdge[] {
    return this.edgesThatPass(this.incoming[node] ?? [], filter);
  }

  edgesFrom(node: number, filter: EdgeFilter): readonly GraphEdge[] {
    return this.edgesThatPass(this.outgoing[node] ?? [], filter);
  }

  private edgesThatPass(numbers: readonly number[], filter: EdgeFilter): readonly GraphEdge[] {
    return numbers.flatMap((i) => {
      const edge = this.edges[i];
      return edge !== undefined && edge.from !== edge.to && passesFilter(edge, filter) ? [edge] : [];
    });
  }
}

/** Whether an edge passes a filter. */
export function passesFilter({ kind, confidence }: GraphEdge, { hiddenKinds, minConfidence }: EdgeFilter): boolean {
  return confidence >= minConfidence && !hiddenKinds.has(kind);
}

function makeNodes(data: PageData): readonly GraphNode[] {
  const seeds = new Set(data.seeds);
  const changes = new Map(data.changes.map(([node, type, risk]) => [node, { type, risk }]));
  const effects = new Map(data.effects.map(([node, distance, reason]) => [node, { distance, reason }]));
  const sources = new Map(data.sources.map(([node, line, text, cut]) => [node, { line, text, isCut: cut === 1 }]));
  return data.nodes.map(
    ([name, kind, file, line, cluster, fanIn, fanOut, x, y, radius, signature, exported], number) => {
      const [change, effect, source] = [changes.get(number), effects.get(number), sources.get(number)];
      return {
        ...{ number, name, line, cluster, fanIn, fanOut, x, y, radius, signature },
        kind: data.kinds[kind] ?? "",
        file: data.files[file] ?? "",
        exported: exported === 1,
        isSeed: seeds.has(number),
        ...(change === undefined ? {} : { change }),
        ...(effect === undefined ? {} : { effect }),
        ...(source === undefined ? {} : { source }),
      };
    },
  );
}
