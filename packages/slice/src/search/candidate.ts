/** The symbols that a slice chooses from, and how each was reached. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import type { Scored, SymbolScorer } from "../score/symbol-scorer.js";
import type { ScoreParts, SearchStop, SeedSource } from "../slice.js";
import type { Neighbour } from "./neighbours.js";

/** Share of the last found priority under which a search ends. */
const RELEVANCE_STOP = 0.35;

/** How a symbol can be reached. Its score is looked up only when it comes to the front of the queue. */
export interface Claim {
  readonly symbol: SymbolHandle;
  /** Steps from a start symbol; 1 for what only the task text names. */
  readonly depth: number;
  /** What the symbol's score is multiplied by. */
  readonly factor: number;
  readonly via?: { readonly from: Candidate; readonly edge: Neighbour } | undefined;
  readonly source?: SeedSource | undefined;
  /** The relevance stop does not apply to it. */
  readonly kept: boolean;
}

/** A symbol to choose from. */
export class Candidate implements Claim {
  readonly symbol: SymbolHandle;
  readonly parts: ScoreParts;
  readonly score: number;
  readonly priority: number;
  readonly depth: number;
  readonly factor: number;
  /** The last step; absent for start symbols and what the task text names. */
  readonly via: Claim["via"];
  /** Of start symbols, and of what the task text names. */
  readonly source: SeedSource | undefined;
  readonly kept: boolean;
  private ownRecord: SymbolRecord | undefined;

  constructor(
    private readonly graph: SymbolGraph,
    scored: Scored,
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
    this.kept = claim.kept;
  }

  /** Read when it is first asked for: most symbols that are scored are never shown. */
  get record(): SymbolRecord {
    this.ownRecord ??= this.graph.symbol(this.symbol);
    return this.ownRecord;
  }
}

export interface SearchResult {
  /** In the order they were accepted. */
  readonly candidates: readonly Candidate[];
  /** The best that were not accepted, as many as the accepted are too few; best first. */
  readonly beyond: readonly Candidate[];
  readonly stop: SearchStop;
}

/** What a search begins with. */
export interface GivenInput {
  readonly graph: SymbolGraph;
  readonly scorer: SymbolScorer;
  readonly starts: readonly { readonly symbol: SymbolHandle; readonly source: SeedSource }[];
  /** What the task text names beside the start symbols. */
  readonly hits: readonly SymbolHandle[];
  readonly maxCandidates: number;
  /** How many symbols are of use at least: where fewer are accepted, the best beyond the search are looked for. */
  readonly wanted: number;
}

/** Start symbols and hits, each once, as they are given. */
export function givenCandidates({ graph, scorer, starts, hits }: GivenInput) {
  const isStart = new Set(starts.map(({ symbol }) => symbol));
  const candidate = (claim: Claim) => new Candidate(graph, scorer.score(claim.symbol), claim);
  return {
    starts: starts.map(({ symbol, source }) => candidate({ symbol, source, depth: 0, kept: true, factor: 1 })),
    hits: hits
      .filter((hit) => !isStart.has(hit))
      .map((symbol) => candidate({ symbol, source: "taskText", depth: 1, kept: false, factor: 1 })),
  };
}

/** Start symbols whose neighbours get more than others. */
const BEST_STARTS = 3;

/** @param candidates best first */
export function bestStarts(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ depth }) => depth === 0).slice(0, BEST_STARTS);
}

/** Whether a search ends in front of a symbol. @param lastFound priority of the last one accepted that was no start */
export function isIrrelevant({ kept, priority }: Candidate, lastFound: number): boolean {
  return !kept && priority < RELEVANCE_STOP * lastFound;
}

/** A total order on what was accepted or waits: a symbol twice only by way of two others. */
export function comesFirst(a: Candidate, b: Candidate): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.record.id !== b.record.id) return a.record.id < b.record.id;
  return (a.via?.from.record.id ?? "") < (b.via?.from.record.id ?? "");
}

export function inOrder(a: Candidate, b: Candidate): number {
  return comesFirst(a, b) ? -1 : 1;
}
