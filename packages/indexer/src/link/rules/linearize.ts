/**
 * Linearization of class hierarchies: the order of member lookup. Knows classes as targets, and a function that returns
 * their parents. Python: C3 (Barrett et al., "A monotonic superclass linearization for Dylan", 1996). Go: breadth first, so
 * that the shallowest wins. Inconsistent hierarchies and other languages: depth first, keeping the first occurrence. In a
 * cycle, a class met inside itself has no parents.
 */
import type { Target, Value } from "../values/target.js";

/** A class hierarchy to linearize. */
export interface Hierarchy {
  readonly parents: (cls: Target) => Value;
  readonly order: "c3" | "depth" | "breadth";
  /** Maximum number of classes in the result. */
  readonly limit: number;
}

/** The lookup order of a class, starting with the class itself. */
export function linearize(start: Target, hierarchy: Hierarchy): Value {
  const graph = collect(start, hierarchy);
  if (hierarchy.order === "breadth" || isLine(graph)) return Array.from(graph.values(), ({ cls }) => cls);
  if (hierarchy.order === "c3") {
    const order = new C3(graph).order(keyOf(start), 0);
    if (order !== undefined) return order.slice(0, hierarchy.limit).map((key) => graph.get(key)?.cls ?? start);
  }
  return depthFirst(start, graph);
}

interface GraphNode {
  readonly cls: Target;
  readonly parents: readonly string[];
}

type ClassGraph = ReadonlyMap<string, GraphNode>;

function keyOf(cls: Target): string {
  return `${cls.kind} ${cls.file} ${cls.symbol} ${cls.text} ${cls.name}`;
}

function collect(start: Target, { parents, limit }: Hierarchy): ClassGraph {
  const graph = new Map<string, GraphNode>();
  const open = [start];
  for (let i = 0; i < open.length && graph.size < limit; i++) {
    const cls = open[i] as Target;
    const key = keyOf(cls);
    if (graph.has(key)) continue;
    const above = parents(cls);
    graph.set(key, { cls, parents: above.map(keyOf) });
    open.push(...above);
  }
  return graph;
}

/** Whether each class has one base: then the graph is already in lookup order. */
function isLine(graph: ClassGraph): boolean {
  for (const { parents } of graph.values()) if (parents.length > 1) return false;
  return true;
}

function depthFirst(start: Target, graph: ClassGraph): Value {
  const order: Target[] = [];
  const seen = new Set<string>();
  const open = [keyOf(start)];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const node = graph.get(key);
    if (node === undefined || seen.has(key)) continue;
    seen.add(key);
    order.push(node.cls);
    open.push(...node.parents.toReversed());
  }
  return order;
}

class C3 {
  private readonly known = new Map<string, readonly string[] | undefined>();

  constructor(private readonly graph: ClassGraph) {}

  /** The C3 order; `undefined` for an inconsistent hierarchy. Recursion depth is limited by the graph's size. */
  order(key: string, depth: number): readonly string[] | undefined {
    if (this.known.has(key)) return this.known.get(key);
    this.known.set(key, undefined);
    const node = this.graph.get(key);
    if (node === undefined || depth > this.graph.size) return undefined;
    const parents = node.parents.filter((parent) => this.graph.has(parent));
    const lists: (readonly string[])[] = [];
    for (const parent of parents) {
      const above = this.order(parent, depth + 1);
      if (above === undefined) return undefined;
      lists.push(above);
    }
    const merged = parents.length < 2 ? (lists[0] ?? []) : merge([...lists, parents]);
    const order = merged === undefined ? undefined : [key, ...merged];
    this.known.set(key, order);
    return order;
  }
}

/** Repeatedly takes the first head that is in no list's tail, until all lists are empty. An iteration costs time in the number of lists. */
function merge(lists: readonly (readonly string[])[]): string[] | undefined {
  const behind = countBehind(lists);
  const places = new Array<number>(lists.length).fill(0);
  const merged: string[] = [];
  let left = lists.reduce((sum, list) => sum + list.length, 0);
  while (left > 0) {
    const next = freeHead(lists, places, behind);
    if (next === undefined) return undefined;
    merged.push(next);
    for (let at = 0; at < lists.length; at++) {
      const place = places[at] as number;
      const list = lists[at] as readonly string[];
      if (list[place] !== next) continue;
      places[at] = place + 1;
      left--;
      uncount(behind, list[place + 1]);
    }
  }
  return merged;
}

function freeHead(
  lists: readonly (readonly string[])[],
  places: readonly number[],
  behind: ReadonlyMap<string, number>,
): string | undefined {
  for (let at = 0; at < lists.length; at++) {
    const head = lists[at]?.[places[at] as number];
    if (head !== undefined && !behind.has(head)) return head;
  }
  return undefined;
}

/** By class: the number of lists that have it after their head. */
function countBehind(lists: readonly (readonly string[])[]): Map<string, number> {
  const behind = new Map<string, number>();
  for (const list of lists) {
    for (let at = 1; at < list.length; at++) {
      const key = list[at] as string;
      behind.set(key, (behind.get(key) ?? 0) + 1);
    }
  }
  return behind;
}

function uncount(behind: Map<string, number>, key: string | undefined): void {
  if (key === undefined) return;
  const left = (behind.get(key) ?? 1) - 1;
  if (left === 0) behind.delete(key);
  else behind.set(key, left);
}
