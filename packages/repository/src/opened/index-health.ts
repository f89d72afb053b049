/**
 * Health of an index, measured on its content: the components of `healthScore`. Reads no disk; the caller adds
 * freshness. Source of the weights: the tool contract.
 */
import { EDGE_CODE, isUnlinked, type SkipClass, type SymbolHandle, skipClassOf } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { Snapshot } from "./repository.js";

/** Components, each 0..1; 1 is best. */
export interface HealthComponents {
  /** Share of files whose stat is the indexed one. */
  readonly freshness: number;
  /** Share of eligible files that are indexed. */
  readonly coverage: number;
  /** One minus the share of files that have syntax errors or were skipped. */
  readonly errorRate: number;
  /** Mean confidence of edges. */
  readonly edgeQuality: number;
  /** Share of linked calls among those that name a symbol of the repository. */
  readonly callResolution: number;
}

/** Components that are fixed for a version. */
export type IndexHealth = Omit<HealthComponents, "freshness">;

const WEIGHTS: Readonly<Record<keyof HealthComponents, number>> = {
  freshness: 0.3,
  coverage: 0.25,
  errorRate: 0.15,
  edgeQuality: 0.15,
  callResolution: 0.15,
};

/** Weighted score, 0..100, rounded. */
export function healthScore(components: HealthComponents): number {
  const names = Object.keys(WEIGHTS) as (keyof HealthComponents)[];
  return Math.round(100 * names.reduce((sum, name) => sum + WEIGHTS[name] * components[name], 0));
}

/** Classes of skip reasons of files that are excluded on purpose. */
const DELIBERATE: ReadonlySet<SkipClass> = new Set(["minified", "ignored"]);

/** Measures a version in one pass over all files and symbols. The result for a version never changes, so callers cache it. */
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
  /** Sum of confidences, in hundredths. */
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

/**
 * Counts missed calls. A call of a package's function is not missed; a call of a name that the repository declares may
 * be.
 */
function tallyUnresolved(graph: SymbolGraph, handle: SymbolHandle, names: ReadonlySet<string>, tally: LinkTally): void {
  for (const { kind, packageName, name } of graph.unresolved(handle)) {
    if (kind === "call" && packageName === undefined && names.has(name)) tally.missedCalls++;
  }
}

function share(part: number, whole: number, ofNothing = 1): number {
  return whole === 0 ? ofNothing : part / whole;
}
