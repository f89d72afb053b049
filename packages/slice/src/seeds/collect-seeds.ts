/**
 * Seeds of a slice, collected from a request: entry symbols, edited files and their callers, frames of a stack trace, subjects of a failing
 * test, and symbols that the task text matches, in any combination.
 */
import { EDGE_CODE, isSymbolId, SdlError, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph, SymptomType } from "@sdl/model/graph";
import type { ResolvedRequest } from "../request.js";
import type { SeedSource } from "../slice.js";
import { findTestSeeds } from "./failing-test.js";
import type { FoundSeed, SeedEvidence, SeedFinder } from "./seed-finder.js";
import { findMentionedPlaces, findTraceSeeds, TraceMatcher, type TraceSeeds } from "./trace-seeds.js";

/** A symbol that the search starts from. */
export interface Start {
  readonly symbol: SymbolHandle;
  readonly source: SeedSource;
  /** Score of the start symbol, 0..1. */
  readonly score: number;
}

/** All seeds of a request. */
export interface SeedSet {
  /** Start symbols, each once, under its best source. */
  readonly starts: readonly Start[];
  /** Relevance to the task text, 0..1, of every symbol that retrieval found. */
  readonly retrieved: ReadonlyMap<SymbolHandle, number>;
  /** Symbols that enter the slice before all others: symbols of edited files, then their callers, then entry symbols. */
  readonly editedSymbols: readonly SymbolHandle[];
  readonly editedCallers: readonly SymbolHandle[];
  readonly entries: readonly SymbolHandle[];
  readonly trace: TraceSeeds | undefined;
  readonly symptomType: SymptomType;
  readonly sources: readonly string[];
  readonly evidence: SeedEvidence | undefined;
}

/** Maximum number of text hits that count as start symbols; all others compete as candidates. */
const MAX_TEXT_STARTS = 10;
/** Minimum relevance of a text hit that counts as a start symbol, as a share of the best hit's. */
const MIN_TEXT_START_SHARE = 0.35;
/** Maximum number of stack frames, and of test subjects, that count as start symbols. */
const MAX_SYMPTOM_STARTS = 20;
const MAX_CALLERS_PER_FILE = 10;

/** Sources of seeds beside the graph. */
export interface SeedSources {
  readonly finder: SeedFinder | undefined;
  /** Matches stack traces with the graph. Default: as in a repository without packages. */
  readonly traces: TraceMatcher | undefined;
}

/** @throws {SdlError} `symbol_not_found` for an entry symbol that the graph does not contain */
export function collectSeeds(graph: SymbolGraph, request: ResolvedRequest, { finder, traces }: SeedSources): SeedSet {
  const limit = Math.max(60, request.maxCards * 4);
  const found = request.taskText === undefined ? undefined : finder?.findSeeds(request.taskText, limit);
  const textSeeds = (found?.seeds ?? []).slice(0, limit);
  const entries = request.entrySymbols.map((id) => findEntry(graph, id));
  const editedSymbols = request.editedFiles.flatMap((path) => [...graph.fileSymbols(path)]);
  const trace = traceOf(request, traces ?? new TraceMatcher(graph));
  const places =
    request.taskText === undefined || trace !== undefined ? [] : findMentionedPlaces(graph, request.taskText);
  const tests = request.failingTestPath === undefined ? [] : findTestSeeds(graph, request.failingTestPath);
  const starts = mergeStarts([
    startsOf("entry", entries.map(certainSeed)),
    startsOf("editedFiles", editedSymbols.map(certainSeed)),
    startsOf("stackTrace", (trace?.seeds ?? []).slice(0, MAX_SYMPTOM_STARTS)),
    startsOf("failingTest", tests.slice(0, MAX_SYMPTOM_STARTS)),
    startsOf("taskText", [...places, ...bestTextSeeds(textSeeds)]),
  ]);
  return {
    starts,
    retrieved: new Map(textSeeds.map(({ symbol, score }) => [symbol, score])),
    editedSymbols,
    editedCallers: callersOfFiles(graph, request, new Set(editedSymbols)),
    entries,
    trace,
    symptomType: symptomOf(request, trace),
    sources: sourcesOf(request, trace, found?.evidence),
    evidence: found?.evidence,
  };
}

/** Seeds of the stack trace, or of one inside the task text; `undefined` if there is neither. */
function traceOf({ stackTrace, taskText }: ResolvedRequest, traces: TraceMatcher): TraceSeeds | undefined {
  const text = stackTrace ?? taskText;
  if (text === undefined) return undefined;
  const seeds = findTraceSeeds(traces.match(text));
  return stackTrace === undefined && seeds.seeds.length === 0 ? undefined : seeds;
}

function certainSeed(symbol: SymbolHandle): FoundSeed {
  return { symbol, score: 1 };
}

function findEntry(graph: SymbolGraph, id: string): SymbolHandle {
  const handle = isSymbolId(id) ? graph.findSymbol(id) : undefined;
  if (handle === undefined) {
    throw new SdlError("symbol_not_found", `entrySymbols: no symbol ${id}; pass ids that symbol.search returned`);
  }
  return handle;
}

function bestTextSeeds(seeds: readonly FoundSeed[]): readonly FoundSeed[] {
  const least = (seeds[0]?.score ?? 0) * MIN_TEXT_START_SHARE;
  return seeds.slice(0, MAX_TEXT_STARTS).filter(({ score }) => score > 0 && score >= least);
}

function startsOf(source: SeedSource, seeds: readonly FoundSeed[]): Start[] {
  return seeds.map(({ symbol, score }) => ({ symbol, source, score }));
}

/** Keeps the best score of each symbol; between equal scores, the earlier group. */
function mergeStarts(groups: readonly (readonly Start[])[]): Start[] {
  const best = new Map<SymbolHandle, Start>();
  for (const start of groups.flat()) {
    const known = best.get(start.symbol);
    if (known === undefined || start.score > known.score) best.set(start.symbol, start);
  }
  return [...best.values()];
}

/** Symbols in other files that call the edited symbols: at most ten for each file, by descending confidence, ties by id. */
function callersOfFiles(
  graph: SymbolGraph,
  request: ResolvedRequest,
  edited: ReadonlySet<SymbolHandle>,
): SymbolHandle[] {
  const least = Math.max(request.minConfidence, request.minCallConfidence ?? 0) * 100;
  const callers: SymbolHandle[] = [];
  for (const path of request.editedFiles) {
    const confidences = new Map<SymbolHandle, number>();
    for (const symbol of graph.fileSymbols(path)) {
      const { start, length, shared: edges } = graph.incoming(symbol);
      for (let i = start; i < start + length; i++) {
        const from = edges.symbols[i] as SymbolHandle;
        const confidence = edges.confidences[i] ?? 0;
        if (edges.kinds[i] !== EDGE_CODE.call || edited.has(from) || confidence < least) continue;
        confidences.set(from, Math.max(confidences.get(from) ?? 0, confidence));
      }
    }
    callers.push(...byConfidence(graph, confidences).slice(0, MAX_CALLERS_PER_FILE));
  }
  return [...new Set(callers)];
}

function byConfidence(graph: SymbolGraph, confidences: ReadonlyMap<SymbolHandle, number>): SymbolHandle[] {
  const rows = [...confidences].map(([symbol, confidence]) => ({ symbol, confidence, id: graph.symbol(symbol).id }));
  rows.sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1));
  return rows.map(({ symbol }) => symbol);
}

function symptomOf(request: ResolvedRequest, trace: TraceSeeds | undefined): SymptomType {
  if (trace !== undefined) return "stackTrace";
  if (request.failingTestPath !== undefined) return "failingTest";
  return request.editedFiles.length > 0 ? "editedFiles" : "taskText";
}

function sourcesOf(
  request: ResolvedRequest,
  trace: TraceSeeds | undefined,
  evidence: SeedEvidence | undefined,
): string[] {
  return [
    ...(evidence?.sources ?? []),
    ...(request.entrySymbols.length > 0 ? ["entry"] : []),
    ...(request.editedFiles.length > 0 ? ["editedFiles"] : []),
    ...(trace === undefined ? [] : ["stackTrace"]),
    ...(request.failingTestPath === undefined ? [] : ["failingTest"]),
  ];
}
