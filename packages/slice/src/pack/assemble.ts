/** Slice assembly: turns a selection of cards into a slice in its standard shape. Knows no tokens. */
import { EDGE_WEIGHTS, type SymbolHandle, type SymbolId } from "@sdl/model";
import { type DerivedLayers, type SymbolGraph, wholeName } from "@sdl/model/graph";
import { resolutionOf } from "../cards/resolution.js";
import type { ResolvedRequest } from "../request.js";
import type { Candidate } from "../search/candidate.js";
import type { SeedSet, Start } from "../seeds/collect-seeds.js";
import type { CandidateEdge } from "../select/candidate-edges.js";
import type { CardPool } from "../select/card-pool.js";
import { type Explainer, lastStep, roundScore } from "../select/explain.js";
import type { SelectedCandidate } from "../select/selection.js";
import type { StartLinks } from "../select/start-links.js";
import type {
  ConfidenceDistribution,
  FrontierEntry,
  SearchStop,
  SelectionStop,
  Slice,
  SliceCard,
  SliceEdge,
  StartSymbol,
  Truncation,
} from "../slice.js";

/** Inputs of a slice that are equal for every selection of one request. */
export interface Material {
  readonly graph: SymbolGraph;
  readonly request: ResolvedRequest;
  readonly seeds: SeedSet;
  /** Start symbols among the candidates, best first. */
  readonly starts: readonly Start[];
  readonly pool: CardPool;
  /** All candidates, best first. */
  readonly ranked: readonly Candidate[];
  /** Scored symbols that the search did not accept as candidates, best first. */
  readonly nextBest: readonly Candidate[];
  readonly edges: ReadonlyMap<SymbolHandle, readonly CandidateEdge[]>;
  readonly links: StartLinks;
  readonly explainer: Explainer;
  readonly searchStop: SearchStop;
  readonly derived: DerivedLayers | undefined;
  /** Memories, passed through unchanged. */
  readonly memories: readonly unknown[] | undefined;
  /** Handle for the dropped candidates, if the caller serves them. */
  readonly spilloverHandle?: string | undefined;
}

/** A slice without its budget, which is not yet known. */
export type SliceDraft = Omit<Slice, "budget">;

/** @param frontierSize maximum number of frontier entries */
export function assembleSlice(
  material: Material,
  selected: readonly SelectedCandidate[],
  frontierSize: number,
): SliceDraft {
  const { pool } = material;
  const ids = new Map(selected.map(({ candidate }) => [candidate.symbol, candidate.record.id]));
  const cards = selected.filter(({ option }) => !option.isRef);
  const edges = sliceEdges(material, selected, ids);
  const truncation = makeTruncation(material, ids, edges.length);
  return {
    cards: cards.map((one) => sliceCard(material, one)),
    cardRefs: selected
      .filter(({ option }) => option.isRef)
      .map(({ candidate, option: { detail } }) => ({
        symbolId: candidate.record.id,
        etag: pool.etag(candidate, detail),
        detailLevel: detail,
      })),
    etags: Object.fromEntries(
      cards.map(({ candidate, option }) => [candidate.record.id, pool.etag(candidate, option.detail)]),
    ),
    edges,
    frontier: makeFrontier(material, ids, frontierSize),
    startSymbols: startsAmong(material, ids),
    ...(truncation === undefined ? {} : { truncation }),
    confidenceDistribution: confidenceDistribution(edges),
    ...(material.memories === undefined ? {} : { memories: material.memories }),
  };
}

/** Card of a selected candidate whose option is not a reference. */
export function sliceCard({ pool, request, explainer }: Material, { candidate, option }: SelectedCandidate): SliceCard {
  const card = {
    ...pool.card(candidate, option.detail),
    ...(option.source === undefined ? {} : { source: option.source }),
  };
  return request.explain ? { ...card, why: explainer.explain(candidate) } : card;
}

type SelectedIds = ReadonlyMap<SymbolHandle, SymbolId>;

/** Edges between selected candidates, in the order of their source's and then their target's card. */
function sliceEdges(
  { edges, request }: Material,
  selected: readonly SelectedCandidate[],
  ids: SelectedIds,
): SliceEdge[] {
  const order = new Map(selected.map(({ candidate }, index) => [candidate.symbol, index]));
  return selected.flatMap(({ candidate }) => {
    const inside = (edges.get(candidate.symbol) ?? []).filter(({ to }) => order.has(to));
    inside.sort((a, b) => (order.get(a.to) ?? 0) - (order.get(b.to) ?? 0));
    return inside.map(({ from, to, kind, confidence, resolver }) => ({
      from: symbolIdOf(ids, from),
      to: symbolIdOf(ids, to),
      kind,
      weight: EDGE_WEIGHTS[kind],
      confidence: confidence / 100,
      ...(request.includeResolutionMetadata ? resolutionOf(resolver) : {}),
    }));
  });
}

function symbolIdOf(ids: SelectedIds, symbol: SymbolHandle): SymbolId {
  const id = ids.get(symbol);
  if (id === undefined) throw new RangeError(`symbol ${symbol} is not in the selection`);
  return id;
}

function makeFrontier({ ranked, nextBest, links, request }: Material, ids: SelectedIds, size: number): FrontierEntry[] {
  const entries: FrontierEntry[] = [];
  for (const list of [ranked, nextBest]) {
    for (const candidate of list) {
      if (entries.length >= size) return entries;
      if (ids.has(candidate.symbol)) continue;
      const { record } = candidate;
      entries.push({
        symbolId: record.id,
        name: wholeName(record),
        score: roundScore(candidate.score),
        why: lastStep(candidate, links),
        ...(request.wireFormat === "compact" ? {} : { file: record.file, line: record.line }),
      });
    }
  }
  return entries;
}

/** Start symbols that are in the slice, best first. */
function startsAmong({ starts }: Material, ids: SelectedIds): StartSymbol[] {
  return starts.flatMap(({ symbol, source, score }) => {
    const symbolId = ids.get(symbol);
    return symbolId === undefined ? [] : [{ symbolId, source, score: roundScore(score) }];
  });
}

function makeTruncation(
  { ranked, edges, searchStop, request, spilloverHandle }: Material,
  ids: SelectedIds,
  shownEdges: number,
): Truncation | undefined {
  const droppedCards = ranked.length - ids.size;
  if (droppedCards === 0 && searchStop === "exhausted") return undefined;
  let droppedEdges = -shownEdges;
  for (const list of edges.values()) droppedEdges += list.length;
  const selection = droppedCards === 0 ? "complete" : ids.size >= request.maxCards ? "maxCards" : "tokens";
  const isServed = droppedCards > 0 && spilloverHandle !== undefined;
  return {
    truncated: droppedCards > 0,
    droppedCards,
    droppedEdges,
    search: searchStop,
    selection,
    ...(isServed ? { spilloverHandle } : {}),
    howToResume: isServed
      ? `${HOW_TO_RESUME[selection]}, or page through the rest with spilloverHandle`
      : HOW_TO_RESUME[selection],
  };
}

const HOW_TO_RESUME: Readonly<Record<SelectionStop, string>> = {
  maxCards: "raise budget.maxCards, or build from frontier ids as entrySymbols",
  tokens: "raise budget.maxEstimatedTokens, or pass knownCardEtags",
  complete: "lower minConfidence, or build from frontier ids as entrySymbols",
};

/** Counts edges by confidence: high from .9, low below .7. */
export function confidenceDistribution(edges: readonly SliceEdge[]): ConfidenceDistribution {
  const high = edges.filter(({ confidence }) => confidence >= 0.9).length;
  const low = edges.filter(({ confidence }) => confidence < 0.7).length;
  return { high, medium: edges.length - high - low, low };
}
