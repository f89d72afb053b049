/**
 * Best-first beam search over the graph from the start symbols: which symbols are worth choosing from, in what order, and by which path.
 *
 * A neighbour's priority is its score × edge weight × confidence × 0.85^depth, half of that against the edge's direction. The
 * search ends at the limit, or where the best remaining priority falls under a share of the last one found. Start symbols are given,
 * not found: they neither end the search nor set its scale. The direct neighbours of the best start symbols are always gathered.
 * Invariant: the result does not depend on handles or on the order of edges; ties break by symbol id.
 */
import type { SymbolGraph, SymbolHandle, SymbolRecord } from "@sdl/model";
import type { Scored, SymbolScorer } from "../score/symbol-scorer.js";
import type { ScoreParts, SearchStop, SeedSource } from "../slice.js";
import type { EdgeFilter } from "./edge-filter.js";
import { findNeighbours, type Neighbour } from "./neighbours.js";
import { PriorityQueue } from "./priority-queue.js";

const DEPTH_DECAY = 0.85;
const MAX_DEPTH = 4;
/** Neighbours of one symbol that enter the queue; of a start symbol. */
const BEAM_WIDTH = 24;
const START_WIDTH = 48;
/** Share of the last found priority under which the search ends. */
const RELEVANCE_STOP = 0.35;
/** Start symbols whose direct neighbours are gathered whatever their priority, and how many of them. */
const BEST_STARTS = 3;
const KEPT_NEIGHBOURS = 12;

/** How a candidate was reached. */
interface CandidateOrigin {
  /** Steps from a start symbol; 1 for what only the task text names. */
  readonly depth: number;
  readonly priority: number;
  readonly via?: { readonly from: Candidate; readonly edge: Neighbour } | undefined;
  readonly source?: SeedSource | undefined;
  readonly kept?: boolean;
}

/** A symbol to choose from. A class, as thousands are made in each search. */
export class Candidate {
  readonly record: SymbolRecord;
  readonly parts: ScoreParts;
  readonly score: number;
  readonly priority: number;
  readonly depth: number;
  /** The last step; absent for start symbols and what the task text names. */
  readonly via: CandidateOrigin["via"];
  /** Of start symbols, and of what the task text names. */
  readonly source: SeedSource | undefined;
  /** The relevance stop does not apply to it. */
  kept: boolean;

  constructor(
    readonly symbol: SymbolHandle,
    scored: Scored,
    origin: CandidateOrigin,
  ) {
    this.record = scored.record;
    this.parts = scored.parts;
    this.score = scored.score;
    this.priority = origin.priority;
    this.depth = origin.depth;
    this.via = origin.via;
    this.source = origin.source;
    this.kept = origin.kept ?? false;
  }
}

export interface SearchInput {
  readonly graph: SymbolGraph;
  readonly scorer: SymbolScorer;
  readonly filter: EdgeFilter;
  readonly starts: readonly { readonly symbol: SymbolHandle; readonly source: SeedSource }[];
  /** What the task text names beside the start symbols. */
  readonly hits: readonly SymbolHandle[];
  /** Candidates whatever the search finds: callers of edited files. */
  readonly forced: readonly SymbolHandle[];
  /** Of the neighbours, a cheap guess at their relevance. */
  readonly promise: (symbol: SymbolHandle) => number;
  readonly maxCandidates: number;
}

export interface SearchResult {
  /** In the order they were accepted. */
  readonly candidates: readonly Candidate[];
  /** Scored, not accepted; best first. */
  readonly beyond: readonly Candidate[];
  readonly stop: SearchStop;
}

export function searchCandidates(input: SearchInput): SearchResult {
  return new BeamSearch(input).run();
}

class BeamSearch {
  private readonly queue = new PriorityQueue<Candidate>(comesFirst);
  /** The best claim of each symbol that was ever queued. */
  private readonly queued = new Map<SymbolHandle, Candidate>();
  private readonly accepted = new Map<SymbolHandle, Candidate>();
  private readonly bestStarts: ReadonlySet<SymbolHandle>;

  constructor(private readonly input: SearchInput) {
    const starts = input.starts.map(({ symbol, source }) => this.given(symbol, source, 0));
    for (const start of starts) this.offer(start);
    const isStart = new Set(starts.map(({ symbol }) => symbol));
    for (const hit of input.hits) if (!isStart.has(hit)) this.offer(this.given(hit, "taskText", 1));
    for (const symbol of input.forced) {
      const candidate = this.given(symbol, "editedFiles", 1);
      candidate.kept = true;
      this.offer(candidate);
    }
    const best = starts.sort((a, b) => (comesFirst(a, b) ? -1 : 1)).slice(0, BEST_STARTS);
    this.bestStarts = new Set(best.map(({ symbol }) => symbol));
  }

  run(): SearchResult {
    const { maxCandidates } = this.input;
    let stop: SearchStop = "exhausted";
    let lastFound = 0;
    for (let next = this.next(); next !== undefined; next = this.next()) {
      if (this.accepted.size >= maxCandidates) {
        stop = "candidateLimit";
        break;
      }
      if (!next.kept && next.priority < RELEVANCE_STOP * lastFound) {
        stop = "relevance";
        break;
      }
      this.queue.pop();
      this.accepted.set(next.symbol, next);
      if (next.depth > 0) lastFound = next.priority;
      this.expand(next);
    }
    const beyond = this.drain(stop);
    return { candidates: [...this.accepted.values()], beyond, stop };
  }

  /** The best queued symbol that is not accepted yet, by its best claim; stays queued. */
  private next(): Candidate | undefined {
    for (;;) {
      const top = this.queue.peek();
      if (top === undefined || (!this.accepted.has(top.symbol) && this.queued.get(top.symbol) === top)) return top;
      this.queue.pop();
    }
  }

  private expand(from: Candidate): void {
    if (from.depth >= MAX_DEPTH) return;
    const { graph, filter, promise } = this.input;
    const limit = from.depth === 0 ? START_WIDTH : BEAM_WIDTH;
    const found: Candidate[] = [];
    for (const edge of findNeighbours(graph, from.symbol, { filter, limit, promise })) {
      if (!this.accepted.has(edge.symbol)) found.push(this.step(from, edge));
    }
    if (this.bestStarts.has(from.symbol)) keepDirect(found);
    for (const candidate of found) this.offer(candidate);
  }

  /** Queues a candidate unless the symbol is queued with a better claim. */
  private offer(candidate: Candidate): void {
    const known = this.queued.get(candidate.symbol);
    if (known !== undefined && (known.kept || !candidate.kept) && !comesFirst(candidate, known)) return;
    if (known?.kept === true) candidate.kept = true;
    this.queued.set(candidate.symbol, candidate);
    this.queue.push(candidate);
  }

  private given(symbol: SymbolHandle, source: SeedSource, depth: number): Candidate {
    const scored = this.input.scorer.score(symbol);
    return new Candidate(symbol, scored, { priority: scored.score, depth, source, kept: depth === 0 });
  }

  private step(from: Candidate, edge: Neighbour): Candidate {
    const scored = this.input.scorer.score(edge.symbol);
    const depth = from.depth + 1;
    const priority = scored.score * edge.strength * DEPTH_DECAY ** depth;
    return new Candidate(edge.symbol, scored, { depth, priority, via: { from, edge } });
  }

  /** What is left in the queue; after a relevance stop, kept ones behind the stop are accepted first. */
  private drain(stop: SearchStop): Candidate[] {
    const beyond = new Map<SymbolHandle, Candidate>();
    for (let next = this.next(); next !== undefined; next = this.next()) {
      this.queue.pop();
      if (next.kept && stop === "relevance" && this.accepted.size < this.input.maxCandidates) {
        this.accepted.set(next.symbol, next);
      } else if (!beyond.has(next.symbol)) beyond.set(next.symbol, next);
    }
    return [...beyond.values()].filter(({ symbol }) => !this.accepted.has(symbol));
  }
}

/** Of a best start symbol's neighbours, the best callees and the best callers are kept. */
function keepDirect(found: readonly Candidate[]): void {
  for (const direction of ["out", "in"]) {
    const side = found.filter(({ via }) => via?.edge.direction === direction);
    side.sort((a, b) => (comesFirst(a, b) ? -1 : 1));
    for (const candidate of side.slice(0, KEPT_NEIGHBOURS)) candidate.kept = true;
  }
}

/** A total order on what the queue can hold: a symbol twice only by way of two others. */
function comesFirst(a: Candidate, b: Candidate): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.record.id !== b.record.id) return a.record.id < b.record.id;
  return (a.via?.from.record.id ?? "") < (b.via?.from.record.id ?? "");
}
