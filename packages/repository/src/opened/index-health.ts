/**
 * How good an index is, from what it holds: the measurements behind `healthScore`. Knows no disk; the caller adds freshness.
 * Source of the weights: the tool contract.
 */
import { EDGE_CODE, isUnlinked, type SkipClass, type SymbolHandle, skipClassOf } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { Snapshot } from "./repository.js";

/** Each 0..1, best is 1. */
export interface HealthComponents {
  /** Files whose stat is the indexed one. */
  readonly freshness: number;
  /** Indexed files of those that could be. */
  readonly coverage: number;
  /** One minus the share of files with syntax errors or skipped. */
  readonly errorRate: number;
  /** Mean confidence of links. */
  readonly edgeQuality: number;
  /** Linked calls of those that name something of the repository. */
  readonly callResolution: number;
}

/** What does not change while a version lives. */
export type IndexHealth = Omit<HealthComponents, "freshness">;

const WEIGHTS: Readonly<Record<keyof HealthComponents, number>> = {
  freshness: 0.3,
  coverage: 0.25,
  errorRate: 0.15,
  edgeQuality: 0.15,
  callResolution: 0.15,
};

/** 0..100, rounded. */
export function healthScore(components: HealthComponents): number {
  const names = Object.keys(WEIGHTS) as (keyof HealthComponents)[];
  return Math.round(100 * names.reduce((sum, name) => sum + WEIGHTS[name] * components[name], 0));
}

/** Classes of reasons of what was never meant to be indexed. */
const DELIBERATE: ReadonlySet<SkipClass> = new Set(["minified", "ignored"]);

/** One pass over all files and symbols; the answer of a version never changes, so callers keep it. */
export function measureHealth(graph: Snapshot): IndexHealth {
  const indexed = graph.counts.files;
  const skipped = graph.skipped();
  const eligible = skipped.filter(({ reason }) => !DELIBERATE.has(skipClassOf(reason)));
  const unlinked = eligible.filter(({ reason }) => isUnlinked(reason)).length;
  const missed = eligible.length - unlinked;
  const broken = graph.files().filter((path) => graph.syntaxErrors(path) > 0).length;
  return {
    coverage: share(indexed, indexed + missed),
    errorRate: 1 - share(Math.min(indexed, broken + unlinked) + missed, indexed + missed, 0),
    ...measureLinks(graph),
  };
}

function measureLinks(graph: Snapshot): Pick<IndexHealth, "edgeQuality" | "callResolution"> {
  const tally = { edges: 0, confidence: 0, linkedCalls: 0, missedCalls: 0 };
  const names = new Set(graph.names());
  for (const path of graph.files()) {
    for (const handle of graph.fileSymbols(path)) {
      tallyEdges(graph, handle, tally);
      tallyUnresolved(graph, handle, names, tally);
    }
  }
  return {
    edgeQuality: tally.edges === 0 ? 1 : tally.confidence / tally.edges / 100,
    callResolution: share(tally.linkedCalls, tally.linkedCalls + tally.missedCalls),
  };
}

interface LinkTally {
  edges: number;
  /** Sum, in hundredths. */
  confidence: number;
  linkedCalls: number;
  missedCalls: number;
}

function tallyEdges(graph: SymbolGraph, handle: SymbolHandle, tally: LinkTally): void {
  const { start, length, shared } = graph.outgoing(handle);
  const { kinds, confidences } = shared;
  tally.edges += length;
  for (let i = start; i < start + length; i++) {
    tally.confidence += confidences[i] ?? 0;
    if (kinds[i] === EDGE_CODE.call) tally.linkedCalls++;
  }
}

/** A call of a package's function is nobody's miss; one of a name that the repository has may be. */
function tallyUnresolved(graph: SymbolGraph, handle: SymbolHandle, names: ReadonlySet<string>, tally: LinkTally): void {
  for (const { kind, packageName, name } of graph.unresolved(handle)) {
    if (kind === "call" && packageName === undefined && names.has(name)) tally.missedCalls++;
  }
}

function share(part: number, whole: number, ofNothing = 1): number {
  return whole === 0 ? ofNothing : part / whole;
}
