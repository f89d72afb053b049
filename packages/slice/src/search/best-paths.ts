/**
 * The strongest ways from one symbol to another along edges: the product of weight × confidence of their edges.
 *
 * First, backwards from the goal, the best that any way of at most so many steps can be worth from each symbol. With that as an exact
 * bound, ways are grown from the start, best first, and come out in order of strength: none is grown that is not among the best.
 * Invariant: the result does not depend on handles or on the order of edges; ties break by symbol ids.
 */
import { EDGE_KINDS, EDGE_WEIGHTS, type SymbolHandle } from "@sdl/model";
import type { Adjacency, SymbolGraph } from "@sdl/model/graph";
import { PriorityQueue } from "./priority-queue.js";

const WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);
/** Ways grown before the search ends with what it has. */
const MAX_GROWN = 20_000;

export interface PathRequest {
  readonly from: SymbolHandle;
  readonly to: SymbolHandle;
  readonly maxHops: number;
  /** `EDGE_CODE`s to go along. */
  readonly kinds: ReadonlySet<number>;
  readonly limit: number;
}

/** One step of a way: the strongest edge between its ends. */
export interface PathStep {
  readonly to: SymbolHandle;
  readonly kind: number;
  /** Hundredths. */
  readonly confidence: number;
  readonly resolver: number;
}

export interface Path {
  readonly steps: readonly PathStep[];
  /** 0..1 */
  readonly strength: number;
}

/** Best first; no way meets a symbol twice. @param request.from another symbol than `request.to` */
export function bestPaths(graph: SymbolGraph, request: PathRequest): readonly Path[] {
  const bounds = boundsTo(graph, request);
  const found: Path[] = [];
  const open = new PriorityQueue<Way>((a, b) => isBefore(graph, a, b));
  open.push({ steps: [], strength: 1, bound: bounds.within(request.from, request.maxHops) });
  for (let grown = 0; found.length < request.limit && grown < MAX_GROWN; grown++) {
    const way = open.pop();
    if (way === undefined) break;
    const at = way.steps.at(-1)?.to ?? request.from;
    if (at === request.to) found.push({ steps: way.steps, strength: way.strength });
    else for (const longer of grow(graph, way, at, { request, bounds })) open.push(longer);
  }
  return found;
}

interface Way extends Path {
  /** The most that it can be worth at the goal. */
  readonly bound: number;
}

function isBefore(graph: SymbolGraph, a: Way, b: Way): boolean {
  if (a.bound !== b.bound) return a.bound > b.bound;
  if (a.steps.length !== b.steps.length) return a.steps.length < b.steps.length;
  return idsAlong(graph, a) < idsAlong(graph, b);
}

function idsAlong(graph: SymbolGraph, { steps }: Way): string {
  return steps.map(({ to }) => graph.symbol(to).id).join();
}

interface Growth {
  readonly request: PathRequest;
  readonly bounds: Bounds;
}

function* grow(graph: SymbolGraph, way: Way, at: SymbolHandle, { request, bounds }: Growth): Iterable<Way> {
  const left = request.maxHops - way.steps.length - 1;
  for (const step of strongestSteps(graph.outgoing(at), request.kinds)) {
    if (step.to === request.from || way.steps.some(({ to }) => to === step.to)) continue;
    const strength = way.strength * strengthOf(step);
    const bound = strength * bounds.within(step.to, left);
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
    if (known === undefined || strengthOf(step) > strengthOf(known)) best.set(to, step);
  }
  return best.values();
}

function strengthOf({ kind, confidence }: { readonly kind: number; readonly confidence: number }): number {
  return ((WEIGHTS[kind] ?? 0) * confidence) / 100;
}

/** What ways to the goal can be worth. */
class Bounds {
  /** By steps: the best of ways of exactly so many. */
  constructor(private readonly layers: readonly ReadonlyMap<SymbolHandle, number>[]) {}

  /** Of the best way of at most `hops` steps; 0 when there is none. */
  within(symbol: SymbolHandle, hops: number): number {
    let best = 0;
    for (let step = 0; step <= hops && step < this.layers.length; step++) {
      best = Math.max(best, this.layers[step]?.get(symbol) ?? 0);
    }
    return best;
  }
}

function boundsTo(graph: SymbolGraph, { to, maxHops, kinds }: PathRequest): Bounds {
  const layers = [new Map([[to, 1]])];
  for (let hop = 1; hop <= maxHops; hop++) layers.push(oneHopBefore(graph, layers[hop - 1] ?? new Map(), kinds));
  return new Bounds(layers);
}

function oneHopBefore(
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
      const offered = worth * strengthOf({ kind, confidence: confidences[i] as number });
      if (offered > (before.get(from) ?? 0)) before.set(from, offered);
    }
  }
  return before;
}
