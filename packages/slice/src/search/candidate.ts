/** Candidates: the symbols that a slice chooses from, and the path by which each was reached. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import type { ScoredSymbol, SymbolScorer } from "../score/symbol-scorer.js";
import type { ScoreParts, SearchStop, SeedSource } from "../slice.js";
import type { Neighbour } from "./neighbours.js";

/** Share of the last accepted priority below which a search ends. */
const RELEVANCE_STOP = 0.35;

/** One way to reach a symbol. The symbol's score is computed only when the claim reaches the front of the queue. */
export interface Claim {
  readonly symbol: SymbolHandle;
  /** Number of edges from a start symbol; 1 for symbols that only the task text found. */
  readonly depth: number;
  /** Factor that multiplies the symbol's score into its priority. */
  readonly factor: number;
  readonly via?: { readonly from: Candidate; readonly edge: Neighbour } | undefined;
  readonly source?: SeedSource | undefined;
  /** Whether the symbol is exempt from the relevance stop. */
  readonly isExempt: boolean;
}

/** A scored symbol that a slice may show. */
export class Candidate implements Claim {
  readonly symbol: SymbolHandle;
  readonly parts: ScoreParts;
  readonly score: number;
  readonly priority: number;
  readonly depth: number;
  readonly factor: number;
  /** The last edge of the path; absent for start symbols and for hits of the task text. */
  readonly via: Claim["via"];
  /** Present for start symbols and for hits of the task text. */
  readonly source: SeedSource | undefined;
  readonly isExempt: boolean;
  private ownRecord: SymbolRecord | undefined;

  constructor(
    private readonly graph: SymbolGraph,
    scored: ScoredSymbol,
    claim: Claim,
  ) {
    this.symbol = claim.symbol;
    this.parts = scored.parts;
    this.score = scored.score;
    this.factor = claim.factor;
    this.priority = scored.score * claim.factor;
    this.depth = claim.depth;
    this.via = claim.via;
    this.source = claim.source;
    this.isExempt = claim.isExempt;
  }

  /** The symbol's record, read on first access: most scored symbols are never shown. */
  get record(): SymbolRecord {
    this.ownRecord ??= this.graph.symbol(this.symbol);
    return this.ownRecord;
  }
}

/** What a search found, and why it ended. */
export interface SearchResult {
  /** Accepted symbols, in the order of acceptance. */
  readonly candidates: readonly Candidate[];
  /** The best symbols that were not accepted, as many as the accepted ones fall short of `usefulCount`; best first. */
  readonly nextBest: readonly Candidate[];
  readonly stop: SearchStop;
}

/** Start of a search: scored symbols and limits. */
export interface SearchStartInput {
  readonly graph: SymbolGraph;
  readonly scorer: SymbolScorer;
  readonly starts: readonly { readonly symbol: SymbolHandle; readonly source: SeedSource }[];
  /** Symbols found by the task text; start symbols may be among them. */
  readonly hits: readonly SymbolHandle[];
  readonly maxCandidates: number;
  /** Number of symbols that are useful: if fewer are accepted, the search also returns the next best ones. */
  readonly usefulCount: number;
}

/** Candidates of the start symbols and of the hits that are not start symbols, in the given order. */
export function initialCandidates({ graph, scorer, starts, hits }: SearchStartInput) {
  const isStart = new Set(starts.map(({ symbol }) => symbol));
  const candidate = (claim: Claim) => new Candidate(graph, scorer.score(claim.symbol), claim);
  return {
    starts: starts.map(({ symbol, source }) => candidate({ symbol, source, depth: 0, isExempt: true, factor: 1 })),
    hits: hits
      .filter((hit) => !isStart.has(hit))
      .map((symbol) => candidate({ symbol, source: "taskText", depth: 1, isExempt: false, factor: 1 })),
  };
}

/** Number of start symbols whose direct neighbours are preferred. */
const BEST_STARTS = 3;

/** The best start symbols. @param candidates best first */
export function bestStartSymbols(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ depth }) => depth === 0).slice(0, BEST_STARTS);
}

/** Whether the search ends before this candidate. @param lastFound priority of the last accepted symbol that was not a start symbol */
export function isIrrelevant({ isExempt, priority }: Candidate, lastFound: number): boolean {
  return !isExempt && priority < RELEVANCE_STOP * lastFound;
}

/** Total order of candidates: by priority, then by id, then by the id of the previous symbol on the path. */
export function precedesCandidate(a: Candidate, b: Candidate): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.record.id !== b.record.id) return a.record.id < b.record.id;
  return (a.via?.from.record.id ?? "") < (b.via?.from.record.id ?? "");
}

/** Order of candidates, best first, for `sort`. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return precedesCandidate(a, b) ? -1 : 1;
}
