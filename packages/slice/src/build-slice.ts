/**
 * Slice builder: chooses the symbols relevant to a task and packs their cards into an exact token budget.
 * Pure function of graph, request and seeds: equal inputs give equal bytes in every process.
 */
import { KeptValues, type SymbolHandle, type SymbolId } from "@sdl/model";
import type { DerivedLayers, RetrievalEvidence, SymbolGraph } from "@sdl/model/graph";
import { EdgeFilter } from "./edge-filter.js";
import { assembleSlice, type Material } from "./pack/assemble.js";
import { fitBudget } from "./pack/fit-budget.js";
import { fitMemories, type SliceMemory } from "./pack/fit-memories.js";
import { costAtMost, type Envelope, type MeasureInput } from "./pack/measure.js";
import { type ResolvedRequest, resolveRequest, type SliceBuildRequest } from "./request.js";
import { NO_PROXIMITY, type Proximity, ProximityWalk } from "./score/proximity.js";
import { ScoreBounds } from "./score/score-bounds.js";
import { taskTerms } from "./score/signals.js";
import { SymbolScorer } from "./score/symbol-scorer.js";
import { searchCandidates } from "./search/beam-search.js";
import type { Candidate, SearchResult } from "./search/candidate.js";
import { NeighbourFinder } from "./search/neighbours.js";
import { searchWithoutWalk } from "./search/search-without-walk.js";
import { collectSeeds, type SeedSet, type Start } from "./seeds/collect-seeds.js";
import type { SeedFinder } from "./seeds/seed-finder.js";
import type { TraceMatcher } from "./seeds/trace-seeds.js";
import { edgesAmong } from "./select/candidate-edges.js";
import { CardPool, isDeep } from "./select/card-pool.js";
import { assignLines } from "./select/claim-lines.js";
import { Explainer } from "./select/explain.js";
import { planSelection } from "./select/plan-selection.js";
import { forcedSymbols, reserveSlots } from "./select/reserved-candidates.js";
import { SourceForms } from "./select/source-options.js";
import { orderBySource } from "./select/source-order.js";
import { StartLinks } from "./select/start-links.js";
import type { Slice } from "./slice.js";
import type { TaskWords } from "./source/line-scores.js";
import type { ReadSource, SourceLines } from "./source/source-lines.js";
import { taskWords } from "./source/term-weights.js";
import type { CountTokens } from "./tokens/count-tokens.js";

/** The part of a result that this package makes: the encoded slice, and the retrieval evidence if the request asks for it. */
export interface SliceBody {
  readonly slice: object;
  readonly retrievalEvidence?: RetrievalEvidence;
}

/** @typeParam Result type that `envelope` returns; {@link SliceBody} without an envelope */
export interface BuildSliceOptions<Result extends object = SliceBody> {
  /** Exact and deterministic token counter; {@link loadTokenCounter} returns the one for o200k. */
  readonly countTokens: CountTokens;
  /** Finds symbols by the task text. Without it, `taskText` affects scores only. */
  readonly seeds?: SeedFinder;
  /** Matches stack traces with the graph. Default: as in a repository without packages. */
  readonly traces?: TraceMatcher;
  /**
   * Wraps the body in the result that is sent (handle, lease, versions). The budget covers the whole result. Default: the body itself.
   * `sliceHash` covers the slice's content without its budget; all hashes cost the same number of tokens.
   */
  readonly envelope?: (body: SliceBody, sliceHash: string) => Result;
  /** Renders the result as the text that the client receives, if that is not JSON; the budget counts this text. Must be pure. */
  readonly write?: (result: object) => string;
  /** Cache of values derived from graphs and token counters, shared between calls. Without it each call computes them anew. */
  readonly kept?: KeptValues;
  /** Clusters, test links and processes of the graph; if absent, cards omit these fields. */
  readonly derived?: DerivedLayers | undefined;
  /** Returns the memories linked to the given symbols, best first. The slice carries those that fit into its budget. */
  readonly memories?: (symbols: readonly SymbolId[], limit: number) => readonly SliceMemory[];
  /** Returns relevance factors by symbol, from feedback on similar tasks; a symbol without an entry has factor 1. */
  readonly feedback?: (task: FeedbackTask) => ReadonlyMap<SymbolId, number>;
  /** Restricts the candidates to these symbols, for a request with a `cursor`. Default: no restriction. */
  readonly among?: ReadonlySet<SymbolId> | undefined;
  /** Handle under which the caller serves the dropped candidates; stated in `truncation` if any were dropped. */
  readonly spilloverHandle?: string;
}

/** Properties of a task that feedback compares with those of other tasks. */
export interface FeedbackTask {
  readonly taskText: string | undefined;
  /** Start symbols that the request names; those found by the task text are excluded. */
  readonly startSymbols: readonly SymbolId[];
}

/** @typeParam Result see {@link BuildSliceOptions} */
export interface BuiltSlice<Result extends object = SliceBody> {
  /** The slice in the standard shape, whatever encoding the request asks for. */
  readonly slice: Slice;
  /** The result to send: the envelope around the encoded slice. Its JSON costs `slice.budget.used` tokens. */
  readonly result: Result;
  /** Hash of the encoded slice's content, without its budget: equal contents give equal hashes in every version. */
  readonly sliceHash: string;
  readonly retrievalEvidence: RetrievalEvidence;
  /** The candidates that are neither cards nor references, best first. */
  readonly dropped: readonly SymbolId[];
}

/** Number of candidates that the search gathers for each card of `maxCards`. */
const CANDIDATES_PER_CARD = 4;
const MAX_FRONTIER = 8;
/** Share of the token budget that the frontier may take, by wire format; less for text, where source is worth more. */
const FRONTIER_SHARE = { text: 0.02, standard: 0.08, compact: 0.08 } as const;
const FRONTIER_ENTRY_TOKENS = 24;
/** Estimated tokens of one edge, by wire format or compact version. */
const EDGE_TOKENS = { text: 5, standard: 56, 1: 17, 2: 8, 3: 5 } as const;
/** Number of best candidates whose source is read; more than any budget has room for. */
const SOURCED_CANDIDATES = 60;

/**
 * Builds a slice without source.
 * @throws {SdlError} `invalid_params` without any seed, `symbol_not_found` for an unknown entry symbol
 */
export function buildSlice<Result extends object = SliceBody>(
  graph: SymbolGraph,
  request: SliceBuildRequest,
  options: BuildSliceOptions<Result>,
): BuiltSlice<Result> {
  return packFound(findCandidates(graph, request, options), options);
}

/** Builds a slice with source, as the request's `source` asks. @throws {SdlError} as `buildSlice`; errors of `readSource` */
export async function buildSourcedSlice<Result extends object = SliceBody>(
  graph: SymbolGraph,
  request: SliceBuildRequest,
  options: BuildSliceOptions<Result> & { readonly readSource: ReadSource<SymbolHandle> },
): Promise<BuiltSlice<Result>> {
  const found = findCandidates(graph, request, options);
  if (found.request.source === "none") return packFound(found, options);
  const wanted = found.ranked.slice(0, SOURCED_CANDIDATES).map(({ symbol }) => symbol);
  const sources = await options.readSource(wanted);
  const task = taskWords(found.request.taskText, sources.values());
  const ordered = orderedBySource(found, task, sources);
  return packFound(ordered, options, new SourceForms(task, assignLines(ordered.ranked, sources)));
}

/** Candidates and graph data from which the slice is selected. */
interface RankedCandidates
  extends Pick<Material, "request" | "seeds" | "ranked" | "nextBest" | "edges" | "links" | "searchStop"> {
  readonly graph: SymbolGraph;
  readonly kept: KeptValues;
}

function findCandidates(
  graph: SymbolGraph,
  request: SliceBuildRequest,
  options: BuildSliceOptions<object>,
): RankedCandidates {
  const resolved = resolveRequest(request);
  const { derived, kept = new KeptValues() } = options;
  const seeds = collectSeeds(graph, resolved, { finder: options.seeds, traces: options.traces });
  const filter = new EdgeFilter(resolved.minConfidence, resolved.minCallConfidence);
  const feedback = factorsOf(graph, seeds, resolved, options);
  const found = search(graph, { request: resolved, seeds, filter, derived, feedback, kept });
  const ranked = [...allowedCandidates(found.candidates, options)].sort(byScore);
  const symbols = ranked.map(({ symbol }) => symbol);
  const edges = edgesAmong(graph, symbols, filter);
  const links = new StartLinks(ranked, edges);
  const nextBest = allowedCandidates(found.nextBest, options);
  return { graph, kept, request: resolved, seeds, ranked, nextBest, edges, links, searchStop: found.stop };
}

/** Candidates that `among` allows. Without `among` no symbol record is read. */
function allowedCandidates(
  candidates: readonly Candidate[],
  { among }: BuildSliceOptions<object>,
): readonly Candidate[] {
  return among === undefined ? candidates : candidates.filter(({ record }) => among.has(record.id));
}

/** Reorders the candidates whose source was read by how well it matches the task; the others follow. Without a task text the order stays. */
function orderedBySource(
  found: RankedCandidates,
  task: TaskWords,
  sources: ReadonlyMap<SymbolHandle, SourceLines>,
): RankedCandidates {
  const { graph, edges, request, ranked: all } = found;
  if (request.taskText === undefined) return found;
  const candidates = all.slice(0, SOURCED_CANDIDATES);
  const first = orderBySource({ graph, taskText: request.taskText, task, candidates, sources, edges });
  const ranked = [...first, ...all.slice(SOURCED_CANDIDATES)];
  return { ...found, ranked, links: new StartLinks(ranked, edges) };
}

function packFound<Result extends object>(
  found: RankedCandidates,
  options: BuildSliceOptions<Result>,
  sourceForms?: SourceForms,
): BuiltSlice<Result> {
  const { graph, kept, request, seeds, ranked, links } = found;
  const { derived, countTokens, write } = options;
  const retrievalEvidence = evidenceOf(seeds);
  const explainer = new Explainer(links, request);
  const material: Material = {
    ...found,
    explainer,
    starts: startsAmong(ranked, seeds),
    pool: new CardPool({ graph, derived, kept, sourceForms, ranked, forced: forcedSymbols(seeds) }, request, explainer),
    derived,
    spilloverHandle: options.spilloverHandle,
    memories: memoriesOf(ranked, request, options),
  };
  const { slice, result, sliceHash } = pack(material, {
    encoding: request,
    envelope: envelopeOf(request, options, retrievalEvidence),
    write,
    countTokens,
    kept,
    allowed: request.maxTokens,
  });
  const shown = new Set([...slice.cards, ...slice.cardRefs].map(({ symbolId }) => symbolId));
  const dropped = ranked.map(({ record }) => record.id).filter((id) => !shown.has(id));
  // `result` is what the envelope returned; without an envelope, Result is SliceBody.
  return { slice, result: result as Result, sliceHash, retrievalEvidence, dropped };
}

interface SearchContext {
  readonly request: ResolvedRequest;
  readonly seeds: SeedSet;
  readonly filter: EdgeFilter;
  readonly derived: DerivedLayers | undefined;
  readonly feedback: ReadonlyMap<SymbolId, number> | undefined;
  readonly kept: KeptValues;
}

function factorsOf(
  graph: SymbolGraph,
  { starts }: SeedSet,
  { taskText, feedback }: ResolvedRequest,
  options: BuildSliceOptions<object>,
): ReadonlyMap<SymbolId, number> | undefined {
  if (feedback === "off" || options.feedback === undefined) return undefined;
  // Seeds found by the task text are excluded: `taskText` already represents them.
  const named = starts.filter(({ source }) => source !== "taskText");
  const factors = options.feedback({ taskText, startSymbols: named.map(({ symbol }) => graph.symbol(symbol).id) });
  return factors.size === 0 ? undefined : factors;
}

/** Memories of the best `maxCards` candidates, cut to their share of the budget; `undefined` if there are none. */
function memoriesOf(
  ranked: readonly Candidate[],
  { includeMemories, memoryLimit, maxCards, maxTokens }: ResolvedRequest,
  { memories, countTokens }: BuildSliceOptions<object>,
): readonly SliceMemory[] | undefined {
  if (memories === undefined || !includeMemories || memoryLimit === 0) return undefined;
  const symbols = ranked.slice(0, maxCards).map(({ record }) => record.id);
  const fitting = fitMemories(memories(symbols, memoryLimit), maxTokens, countTokens);
  return fitting.length === 0 ? undefined : fitting;
}

function search(graph: SymbolGraph, context: SearchContext): SearchResult {
  const { request, seeds, filter, derived, feedback, kept } = context;
  const terms = taskTerms(request.taskText);
  const given = {
    graph,
    starts: seeds.starts,
    hits: [...seeds.retrieved.keys()],
    maxCandidates: CANDIDATES_PER_CARD * request.maxCards,
    usefulCount: request.maxCards + MAX_FRONTIER,
  };
  const scorerWith = (proximity: Proximity) => new SymbolScorer({ graph, seeds, proximity, terms, derived, feedback });
  if (seeds.trace === undefined && feedback === undefined && seeds.editedCallers.length === 0) {
    const found = searchWithoutWalk({ ...given, scorer: scorerWith(NO_PROXIMITY) });
    if (found !== undefined) return found;
  }
  const proximity = kept.of(graph, ProximityWalk).recompute(seeds.starts, filter);
  return searchCandidates({
    ...given,
    scorer: scorerWith(proximity),
    filter,
    neighbours: kept.of(graph, NeighbourFinder),
    forced: seeds.editedCallers,
    scoreBounds: kept.of(graph, ScoreBounds).recompute(seeds, proximity),
  });
}

function startsAmong(ranked: readonly Candidate[], seeds: SeedSet): Start[] {
  const starts = new Map(seeds.starts.map((start) => [start.symbol, start]));
  return ranked.flatMap(({ symbol }) => starts.get(symbol) ?? []);
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.record.id < b.record.id ? -1 : 1);
}

function pack(material: Material, input: MeasureInput) {
  const { graph, request, seeds, ranked, pool, edges, derived } = material;
  const frontierSize = Math.min(
    MAX_FRONTIER,
    Math.floor((request.maxTokens * FRONTIER_SHARE[request.wireFormat]) / FRONTIER_ENTRY_TOKENS),
  );
  const reserved = reserveSlots(ranked, { graph, seeds, edges, derived });
  const fixed = costAtMost(assembleSlice(material, [], frontierSize), input);
  const plan = planSelection({
    ranked,
    reserved,
    pool,
    edges,
    maxCards: request.maxCards,
    isDeep: isDeep(request),
    isSourced: request.source !== "none",
    tokens: request.maxTokens - fixed,
    edgeTokens: EDGE_TOKENS[request.wireFormat === "compact" ? request.wireFormatVersion : request.wireFormat],
  });
  return fitBudget(plan, { ...input, material, forced: reserved.forced, frontierSize });
}

function evidenceOf({ evidence, symptomType, sources }: SeedSet): RetrievalEvidence {
  return {
    mode: evidence?.mode ?? "legacy",
    symptomType,
    sources,
    candidateCountPerSource: evidence?.candidateCountPerSource ?? {},
    fusionLatencyMs: evidence?.fusionLatencyMs ?? 0,
    fallbackReason: evidence?.fallbackReason ?? null,
  };
}

function envelopeOf(
  request: ResolvedRequest,
  { envelope }: BuildSliceOptions<object>,
  evidence: RetrievalEvidence,
): Envelope {
  return (slice, sliceHash) => {
    const body = { slice, ...(request.includeRetrievalEvidence ? { retrievalEvidence: evidence } : {}) };
    return envelope === undefined ? body : envelope(body, sliceHash);
  };
}
