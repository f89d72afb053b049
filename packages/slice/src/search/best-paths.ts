/**
 * Strongest paths from one symbol to another along edges, by the product of weight × confidence over their edges.
 *
 * First a backward pass from the target computes, for each symbol and number of edges, the maximum strength of a path to the target. With this
 * as an exact bound, paths are extended from the start, best first, and are found in order of strength.
 * Invariant: the result does not depend on handles or on the order of edges; ties break by symbol ids.
 */
import { EDGE_KINDS, EDGE_WEIGHTS, type SymbolHandle } from "@sdl/model";
import type { Adjacency, SymbolGraph } from "@sdl/model/graph";
import { PriorityQueue } from "./priority-queue.js";

const WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);
/** Maximum number of paths that are extended before the search ends with the paths found so far. */
const MAX_EXTENDED = 20_000;

/** Both ends, and which edges to follow. */
export interface PathRequest {
  readonly from: SymbolHandle;
  readonly to: SymbolHandle;
  readonly maxHops: number;
  /** `EDGE_CODE`s of the edges to follow. */
  readonly kinds: ReadonlySet<number>;
  readonly limit: number;
}

/** One step of a path: the strongest edge between two symbols. */
export interface PathStep {
  readonly to: SymbolHandle;
  readonly kind: number;
  /** Confidence in hundredths. */
  readonly confidence: number;
  readonly resolver: number;
}

/** One path with its strength. */
export interface Path {
  readonly steps: readonly PathStep[];
  /** Product of weight × confidence of all edges, 0..1. */
  readonly strength: number;
}

/** Paths by descending strength; a path contains no symbol twice. @param request.from a symbol other than `request.to` */
export function bestPaths(graph: SymbolGraph, request: PathRequest): readonly Path[] {
  const bounds = boundsToTarget(graph, request);
  const found: Path[] = [];
  const open = new PriorityQueue<PartialPath>((a, b) => isPathBefore(graph, a, b));
  open.push({ steps: [], strength: 1, bound: bounds.boundWithinHops(request.from, request.maxHops) });
  for (let grown = 0; found.length < request.limit && grown < MAX_EXTENDED; grown++) {
    const way = open.pop();
    if (way === undefined) break;
    const at = way.steps.at(-1)?.to ?? request.from;
    if (at === request.to) found.push({ steps: way.steps, strength: way.strength });
    else for (const longer of extendPath(graph, way, at, { request, bounds })) open.push(longer);
  }
  return found;
}

interface PartialPath extends Path {
  /** Upper bound on the strength of any completion of this path. */
  readonly bound: number;
}

function isPathBefore(graph: SymbolGraph, a: PartialPath, b: PartialPath): boolean {
  if (a.bound !== b.bound) return a.bound > b.bound;
  if (a.steps.length !== b.steps.length) return a.steps.length < b.steps.length;
  return idsAlong(graph, a) < idsAlong(graph, b);
}

function idsAlong(graph: SymbolGraph, { steps }: PartialPath): string {
  return steps.map(({ to }) => graph.symbol(to).id).join();
}

interface ExtensionInput {
  readonly request: PathRequest;
  readonly bounds: PathBounds;
}

function* extendPath(
  graph: SymbolGraph,
  way: PartialPath,
  at: SymbolHandle,
  { request, bounds }: ExtensionInput,
): Iterable<PartialPath> {
  const left = request.maxHops - way.steps.length - 1;
  for (const step of strongestSteps(graph.outgoing(at), request.kinds)) {
    if (step.to === request.from || way.steps.some(({ to }) => to === step.to)) continue;
    const strength = way.strength * stepStrength(step);
    const bound = strength * bounds.boundWithinHops(step.to, left);
    if (bound > 0) yield { steps: [...way.steps, step], strength, bound };
  }
}

function strongestSteps(edges: Adjacency, wanted: ReadonlySet<number>): Iterable<PathStep> {
  const best = new Map<SymbolHandle, PathStep>();
  const { length, symbols, kinds, confidences, resolvers } = edges;
  for (let i = 0; i < length; i++) {
    const kind = kinds[i] as number;
    if (!wanted.has(kind)) continue;
    const to = symbols[i] as SymbolHandle;
    const step = { to, kind, confidence: confidences[i] as number, resolver: resolvers[i] as number };
    const known = best.get(to);
    if (known === undefined || stepStrength(step) > stepStrength(known)) best.set(to, step);
  }
  return best.values();
}

function stepStrength({ kind, confidence }: { readonly kind: number; readonly confidence: number }): number {
  return ((WEIGHTS[kind] ?? 0) * confidence) / 100;
}

/** Upper bounds on the strength of paths to the target. */
class PathBounds {
  /** @param layers maximum strength by symbol, indexed by the path's exact number of edges */
  constructor(private readonly layers: readonly ReadonlyMap<SymbolHandle, number>[]) {}

  /** Maximum strength of a path of at most `hops` edges; 0 if there is none. */
  boundWithinHops(symbol: SymbolHandle, hops: number): number {
    let best = 0;
    for (let step = 0; step <= hops && step < this.layers.length; step++) {
      best = Math.max(best, this.layers[step]?.get(symbol) ?? 0);
    }
    return best;
  }
}

function boundsToTarget(graph: SymbolGraph, { to, maxHops, kinds }: PathRequest): PathBounds {
  const layers = [new Map([[to, 1]])];
  for (let hop = 1; hop <= maxHops; hop++) layers.push(boundsOneHopBack(graph, layers[hop - 1] ?? new Map(), kinds));
  return new PathBounds(layers);
}

function boundsOneHopBack(
  graph: SymbolGraph,
  layer: ReadonlyMap<SymbolHandle, number>,
  wanted: ReadonlySet<number>,
): Map<SymbolHandle, number> {
  const before = new Map<SymbolHandle, number>();
  for (const [symbol, worth] of layer) {
    const { length, symbols, kinds, confidences } = graph.incoming(symbol);
    for (let i = 0; i < length; i++) {
      const kind = kinds[i] as number;
      if (!wanted.has(kind)) continue;
      const from = symbols[i] as SymbolHandle;
      const offered = worth * stepStrength({ kind, confidence: confidences[i] as number });
      if (offered > (before.get(from) ?? 0)) before.set(from, offered);
    }
  }
  return before;
}
