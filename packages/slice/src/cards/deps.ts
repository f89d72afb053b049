/** Dependencies on a card: labels of outgoing edges, call resolution, and counts. */
import { EDGE_CODE, type SymbolHandle, type SymbolId, type SymbolKind } from "@sdl/model";
import type { AdjacencyColumns, SymbolGraph, UnresolvedTarget } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";
import type { CardDeps, ResolvedCall } from "./card.js";
import { describeResolver, resolutionOf } from "./resolution.js";

/** Maximum number of labels per kind; the rest is stated as a count. */
const MAX_LABELS = 8;

/** One dependency of the card's symbol; confidence in hundredths. */
export interface Dependency {
  readonly label: string;
  readonly kind: SymbolKind;
  readonly symbolId: SymbolId;
  readonly confidence: number;
  readonly count: number;
  readonly resolver: number;
}

/** All dependencies by descending confidence, then descending number of references, then label, then id. */
export interface Dependencies {
  readonly calls: readonly Dependency[];
  /** Targets of import, config, extends and implements edges that are not called too. */
  readonly imports: readonly Dependency[];
}

/** Dependencies of a symbol. @param minCallConfidence minimum confidence of calls, 0..1 */
export function dependenciesOf(graph: SymbolGraph, handle: SymbolHandle, minCallConfidence: number): Dependencies {
  const { start, length, shared: edges } = graph.outgoing(handle);
  const calls = new Map<SymbolHandle, number>();
  const imports = new Map<SymbolHandle, number>();
  for (let i = start; i < start + length; i++) {
    const kind = edges.kinds[i];
    const to = edges.symbols[i] as SymbolHandle;
    if (to === handle || kind === EDGE_CODE.uses) continue;
    if (kind !== EDGE_CODE.call) keepMostConfident(imports, edges, to, i);
    else if ((edges.confidences[i] ?? 0) >= minCallConfidence * 100) keepMostConfident(calls, edges, to, i);
  }
  for (const to of calls.keys()) imports.delete(to);
  return { calls: dependenciesOfEdges(graph, edges, calls), imports: dependenciesOfEdges(graph, edges, imports) };
}

/** Distinct labels, limited in number; a class and its constructor count as one. `undefined` if there are none. */
export function depsLabels({ calls, imports }: Dependencies): CardDeps | undefined {
  if (calls.length === 0 && imports.length === 0) return undefined;
  return {
    ...(imports.length > 0 ? { imports: boundedLabels(imports) } : {}),
    ...(calls.length > 0 ? { calls: boundedLabels(calls) } : {}),
  };
}

/** Converts a dependency to the form in which cards report calls. */
export function resolvedCall({ label, symbolId, confidence, resolver }: Dependency): ResolvedCall {
  const { reason, resolverId, phase } = resolutionOf(resolver);
  return {
    symbolId,
    label,
    confidence: confidence / 100,
    resolutionReason: reason,
    resolverId,
    resolutionPhase: phase,
  };
}

/** A call whose target is outside of the repository or unknown. */
export function unresolvedCall({ packageName, name }: UnresolvedTarget): ResolvedCall {
  const { reason, resolverId, phase } = describeResolver(packageName === undefined ? "none" : "external");
  return {
    label: packageName === undefined ? name : `${packageName}: ${name}`,
    confidence: 0,
    resolutionReason: reason,
    resolverId,
    resolutionPhase: phase,
  };
}

function keepMostConfident(
  best: Map<SymbolHandle, number>,
  edges: AdjacencyColumns,
  to: SymbolHandle,
  index: number,
): void {
  const known = best.get(to);
  if (known === undefined || (edges.confidences[index] ?? 0) > (edges.confidences[known] ?? 0)) best.set(to, index);
}

function dependenciesOfEdges(
  graph: SymbolGraph,
  edges: AdjacencyColumns,
  best: ReadonlyMap<SymbolHandle, number>,
): Dependency[] {
  const found = [...best].map(([to, index]): Dependency => {
    const record = graph.symbol(to);
    return {
      label: record.qualifiedName,
      kind: record.kind,
      symbolId: record.id,
      confidence: edges.confidences[index] ?? 0,
      count: edges.counts[index] ?? 0,
      resolver: edges.resolvers[index] ?? 0,
    };
  });
  return found.sort(compareDependencies);
}

function compareDependencies(a: Dependency, b: Dependency): number {
  return (
    b.confidence - a.confidence ||
    b.count - a.count ||
    byCodeUnits(a.label, b.label) ||
    byCodeUnits(a.symbolId, b.symbolId)
  );
}

function containerOfLabel(label: string): string {
  return label.slice(0, Math.max(0, label.lastIndexOf(".")));
}

function boundedLabels(found: readonly Dependency[]): string[] {
  const all = new Set(found.map(({ label }) => label));
  const constructors = found.filter(({ kind, label }) => kind === "constructor" && all.has(containerOfLabel(label)));
  for (const { label } of constructors) all.delete(label);
  const labels = [...all];
  if (labels.length <= MAX_LABELS) return labels;
  return [...labels.slice(0, MAX_LABELS), `+${labels.length - MAX_LABELS} more`];
}
