/**
 * Builds a slice: what must be known for a task, chosen by relevance and packed to an exact token budget.
 * A pure function of graph, request and seeds: the same of these gives the same bytes, in every process.
 */
import { KeptValues, type SymbolHandle, type SymbolId } from "@sdl/model";
import type { DerivedLayers, RetrievalEvidence, SymbolGraph } from "@sdl/model/graph";
import { EdgeFilter } from "./edge-filter.js";
import { assembleSlice, type Material } from "./pack/assemble.js";
import { fitBudget } from "./pack/fit-budget.js";
import { fitMemories, type SliceMemory } from "./pack/fit-memories.js";
import { costAtMost, type Envelope, type MeasureInput } from "./pack/measure.js";
import { type ResolvedRequest, resolveRequest, type SliceBuildRequest } from "./request.js";
import { Promises } from "./score/promises.js";
import { Nearness, NOTHING_NEAR, type Proximity } from "./score/proximity.js";
import { taskTerms } from "./score/signals.js";
import { SymbolScorer } from "./score/symbol-scorer.js";
import { searchCandidates } from "./search/beam-search.js";
import type { Candidate, SearchResult } from "./search/candidate.js";
import { hitsAlone } from "./search/hits-alone.js";
import { NeighbourFinder } from "./search/neighbours.js";
import { collectSeeds, type SeedSet, type Start } from "./seeds/collect-seeds.js";
import type { SeedFinder } from "./seeds/seed-finder.js";
import { edgesAmong } from "./select/candidate-edges.js";
import { CardPool, isDeep } from "./select/card-pool.js";
import { claimLines } from "./select/claim-lines.js";
import { Explainer } from "./select/explain.js";
import { planSelection } from "./select/plan-selection.js";
import { findRooms, forcedSymbols } from "./select/rooms.js";
import { SourceForms } from "./select/source-options.js";
import { orderBySource } from "./select/source-order.js";
import { StartLinks } from "./select/start-links.js";
import type { Slice } from "./slice.js";
import type { TaskWords } from "./source/line-scores.js";
import type { ReadSource, SourceLines } from "./source/source-lines.js";
import { taskWords } from "./source/term-weights.js";
import type { CountTokens } from "./tokens/count-tokens.js";

/** What is sent: the slice as encoded, and the evidence when asked for. */
export interface SliceBody {
  readonly slice: object;
  readonly retrievalEvidence?: RetrievalEvidence;
}

/** @typeParam Result what the envelope makes of the body; the body itself where there is none */
export interface BuildSliceOptions<Result extends object = SliceBody> {
  /** Exact and deterministic; {@link loadTokenCounter} gives o200k's. */
  readonly countTokens: CountTokens;
  /** Needed for `taskText`; without it a task text only steers scores. */
  readonly seeds?: SeedFinder;
  /**
   * Puts the body into the result that is sent (handle, lease, versions), all of which the budget covers; default: the body itself.
   * `sliceHash` is of what the slice says, without what it cost; all hashes cost the same.
   */
  readonly envelope?: (body: SliceBody, sliceHash: string) => Result;
  /** The result as its reader gets it, where that is no JSON: what the budget counts. Must be pure. */
  readonly write?: (result: object) => string;
  /** What is computed of graphs and counters, from call to call; without it each call computes all of it. */
  readonly kept?: KeptValues;
  /** Clusters, tests and processes of the graph; without them slices and cards do without. */
  readonly derived?: DerivedLayers | undefined;
  /** What is remembered of some symbols, best first: carried in the slice, within the budget. */
  readonly memories?: (symbols: readonly SymbolId[], limit: number) => readonly SliceMemory[];
  /** Factors on the relevance of symbols, by what was reported of similar tasks; 1 for those it does not name. */
  readonly feedback?: (task: FeedbackTask) => ReadonlyMap<SymbolId, number>;
  /** All that may be candidates, for a request with a `cursor`; anything when left out. */
  readonly among?: ReadonlySet<SymbolId> | undefined;
  /** Named in `truncation` where candidates were dropped: whoever gives it serves them. */
  readonly spilloverHandle?: string;
}

/** A task, as far as another may resemble it. */
export interface FeedbackTask {
  readonly taskText: string | undefined;
  /** Those that the request names; none that its text found. */
  readonly startSymbols: readonly SymbolId[];
}

/** @typeParam Result see {@link BuildSliceOptions} */
export interface BuiltSlice<Result extends object = SliceBody> {
  /** In the standard shape, whatever the encoding. */
  readonly slice: Slice;
  /** What to send: the envelope around the encoded slice. Its JSON costs `slice.budget.used` tokens. */
  readonly result: Result;
  /** Digits of what the slice says in its encoding: equal contents, equal digits, whatever the version. */
  readonly sliceHash: string;
  readonly retrievalEvidence: RetrievalEvidence;
  /** The candidates that are neither cards nor references, best first. */
  readonly dropped: readonly SymbolId[];
}

/** Candidates gathered for each card. */
const CANDIDATES_PER_CARD = 4;
const MAX_FRONTIER = 8;
/** Share of the budget that the frontier may take, less where source is worth more; and what an entry costs by estimate. */
const FRONTIER_SHARE = { text: 0.02, standard: 0.08, compact: 0.08 } as const;
const FRONTIER_ENTRY_TOKENS = 24;
/** Of one edge, by encoding. */
const EDGE_TOKENS = { text: 5, standard: 56, 1: 17, 2: 8, 3: 5 } as const;
/** Of the best candidates, how many have their source read: more than any budget has room for. */
const SOURCED_CANDIDATES = 60;

/**
 * A slice without source.
 * @throws {SdlError} `invalid_params` without any seed, `symbol_not_found` for an unknown entry symbol
 */
export function buildSlice<Result extends object = SliceBody>(
  graph: SymbolGraph,
  request: SliceBuildRequest,
  options: BuildSliceOptions<Result>,
): BuiltSlice<Result> {
  return packFound(findCandidates(graph, request, options), options);
}

/** A slice with as much source as its request asks for. @throws {SdlError} as `buildSlice`; what `readSource` throws */
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
  return packFound(ordered, options, new SourceForms(task, claimLines(ordered.ranked, sources)));
}

/** All that a slice is chosen from. */
interface FoundCandidates
  extends Pick<Material, "request" | "seeds" | "ranked" | "beyond" | "edges" | "links" | "searchStop"> {
  readonly graph: SymbolGraph;
  readonly kept: KeptValues;
}

function findCandidates(
  graph: SymbolGraph,
  request: SliceBuildRequest,
  options: BuildSliceOptions<object>,
): FoundCandidates {
  const resolved = resolveRequest(request);
  const { derived, kept = new KeptValues() } = options;
  const seeds = collectSeeds(graph, resolved, options.seeds);
  const filter = new EdgeFilter(resolved.minConfidence, resolved.minCallConfidence);
  const feedback = factorsOf(graph, seeds, resolved, options);
  const found = search(graph, { request: resolved, seeds, filter, derived, feedback, kept });
  const ranked = [...openOf(found.candidates, options)].sort(byScore);
  const symbols = ranked.map(({ symbol }) => symbol);
  const edges = edgesAmong(graph, symbols, filter);
  const links = new StartLinks(ranked, edges);
  const beyond = openOf(found.beyond, options);
  return { graph, kept, request: resolved, seeds, ranked, beyond, edges, links, searchStop: found.stop };
}

/** Reads no record where all are open. */
function openOf(candidates: readonly Candidate[], { among }: BuildSliceOptions<object>): readonly Candidate[] {
  return among === undefined ? candidates : candidates.filter(({ record }) => among.has(record.id));
}

/** Those whose source was read, by what it says to the task; the others behind them. Where there is no text, as they are. */
function orderedBySource(
  found: FoundCandidates,
  task: TaskWords,
  sources: ReadonlyMap<SymbolHandle, SourceLines>,
): FoundCandidates {
  const { graph, edges, request, ranked: all } = found;
  if (request.taskText === undefined) return found;
  const candidates = all.slice(0, SOURCED_CANDIDATES);
  const first = orderBySource({ graph, taskText: request.taskText, task, candidates, sources, edges });
  const ranked = [...first, ...all.slice(SOURCED_CANDIDATES)];
  return { ...found, ranked, links: new StartLinks(ranked, edges) };
}

function packFound<Result extends object>(
  found: FoundCandidates,
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
  // The envelope made it, or there is none and it is the body.
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
  // What the words found says no more than the words.
  const named = starts.filter(({ source }) => source !== "taskText");
  const factors = options.feedback({ taskText, startSymbols: named.map(({ symbol }) => graph.symbol(symbol).id) });
  return factors.size === 0 ? undefined : factors;
}

/** Those of the symbols that will most likely be shown. */
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
    wanted: request.maxCards + MAX_FRONTIER,
  };
  const scorerWith = (proximity: Proximity) => new SymbolScorer({ graph, seeds, proximity, terms, derived, feedback });
  if (seeds.trace === undefined && feedback === undefined && seeds.editedCallers.length === 0) {
    const found = hitsAlone({ ...given, scorer: scorerWith(NOTHING_NEAR) });
    if (found !== undefined) return found;
  }
  const proximity = kept.of(graph, Nearness).renew(seeds.starts, filter);
  return searchCandidates({
    ...given,
    scorer: scorerWith(proximity),
    filter,
    neighbours: kept.of(graph, NeighbourFinder),
    forced: seeds.editedCallers,
    promises: kept.of(graph, Promises).renew(seeds, proximity),
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
  const rooms = findRooms(ranked, { graph, seeds, edges, derived });
  const fixed = costAtMost(assembleSlice(material, [], frontierSize), input);
  const plan = planSelection({
    ranked,
    rooms,
    pool,
    edges,
    maxCards: request.maxCards,
    isDeep: isDeep(request),
    isSourced: request.source !== "none",
    tokens: request.maxTokens - fixed,
    edgeTokens: EDGE_TOKENS[request.wireFormat === "compact" ? request.wireFormatVersion : request.wireFormat],
  });
  return fitBudget(plan, { ...input, material, forced: rooms.forced, frontierSize });
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
