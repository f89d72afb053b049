/**
 * Best-first beam search over the graph from the start symbols: which symbols are worth choosing from, in what order, and by which path.
 *
 * A neighbour's priority is its score × edge weight × confidence × 0.85^depth, half of that against the edge's direction. The
 * search ends at the limit, or where the best remaining priority falls under a share of the last one found. Start symbols are given,
 * not found: they neither end the search nor set its scale. The direct neighbours of the best start symbols are always gathered.
 * Most neighbours never come to the front: until then, the most that a symbol's score can be stands for the score.
 * Invariant: the result does not depend on handles or on the order of edges; ties break by symbol id.
 */
import type { SymbolGraph, SymbolHandle, SymbolRecord } from "@sdl/model";
import type { Promises } from "../score/promises.js";
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

/** How a symbol can be reached. Its score is looked up only when it comes to the front of the queue. */
interface Claim {
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

/** A claim in the queue, under the most that its priority can be until it has its score. */
interface Queued {
  readonly claim: Claim;
  readonly priority: number;
  readonly candidate: Candidate | undefined;
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
  /** By handle: the most that the score of a symbol can be which is neither start, hit nor forced. */
  readonly promises: Promises;
  readonly maxCandidates: number;
  /** How many symbols are of use at least: where fewer are accepted, the best beyond the search are looked for. */
  readonly wanted: number;
}

export interface SearchResult {
  /** In the order they were accepted. */
  readonly candidates: readonly Candidate[];
  /** The best that were not accepted, as many as the accepted are too few; best first. */
  readonly beyond: readonly Candidate[];
  readonly stop: SearchStop;
}

export function searchCandidates(input: SearchInput): SearchResult {
  return new BeamSearch(input).run();
}

class BeamSearch {
  private readonly queue = new PriorityQueue<Queued>(comesOut);
  /** The best claim of each symbol that was ever queued. */
  private readonly best = new Map<SymbolHandle, Claim>();
  private readonly accepted = new Map<SymbolHandle, Candidate>();
  private readonly bestStarts: ReadonlySet<SymbolHandle>;

  constructor(private readonly input: SearchInput) {
    const starts = input.starts.map(({ symbol, source }) => this.given(symbol, source, { depth: 0, kept: true }));
    for (const start of starts) this.offer(start);
    const isStart = new Set(starts.map(({ symbol }) => symbol));
    for (const hit of input.hits) {
      if (!isStart.has(hit)) this.offer(this.given(hit, "taskText", { depth: 1, kept: false }));
    }
    for (const symbol of input.forced) this.offer(this.given(symbol, "editedFiles", { depth: 1, kept: true }));
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
    if (stop === "relevance") this.acceptKept();
    const beyond = this.drain();
    return { candidates: [...this.accepted.values()], beyond, stop };
  }

  /** The best queued symbol that is not accepted yet, by its best claim; stays queued. */
  private next(): Candidate | undefined {
    for (;;) {
      const top = this.queue.peek();
      if (top === undefined) return undefined;
      const isBest = !this.accepted.has(top.claim.symbol) && this.best.get(top.claim.symbol) === top.claim;
      if (isBest && top.candidate !== undefined) return top.candidate;
      this.queue.pop();
      if (isBest) this.queue.push(this.withScore(top.claim));
    }
  }

  private expand(from: Candidate): void {
    if (from.depth >= MAX_DEPTH) return;
    const { graph, filter, promises } = this.input;
    const isStart = from.depth === 0;
    const limit = isStart ? START_WIDTH : BEAM_WIDTH;
    const depth = from.depth + 1;
    const found: Claim[] = [];
    const decay = DEPTH_DECAY ** depth;
    const isBestStart = this.bestStarts.has(from.symbol);
    for (const edge of findNeighbours(graph, from.symbol, { filter, limit, promises, withStrangers: isStart })) {
      const { symbol } = edge;
      const factor = edge.strength * decay;
      if (this.accepted.has(symbol) || (!isBestStart && factor < (this.best.get(symbol)?.factor ?? 0))) continue;
      found.push({ symbol, depth, factor, via: { from, edge }, kept: false });
    }
    for (const claim of isBestStart ? this.keepDirect(found) : found) this.offer(claim);
  }

  /** Queues a claim unless the symbol has a better one. */
  private offer(claim: Claim): void {
    const { symbol } = claim;
    const known = this.best.get(symbol);
    if (known !== undefined && (known.kept || !claim.kept) && !isBetter(claim, known)) return;
    const own = known?.kept === true && !claim.kept ? { ...claim, kept: true } : claim;
    this.best.set(symbol, own);
    const { promises } = this.input;
    if (own.kept || own.via === undefined) this.queue.push(this.withScore(own));
    else this.queue.push({ claim: own, priority: promises.of(symbol) * own.factor, candidate: undefined });
  }

  private withScore(claim: Claim): Queued {
    const candidate = this.scored(claim);
    return { claim, priority: candidate.priority, candidate };
  }

  private given(symbol: SymbolHandle, source: SeedSource, { depth, kept }: Pick<Claim, "depth" | "kept">): Candidate {
    return this.scored({ symbol, source, depth, kept, factor: 1 });
  }

  private scored(claim: Claim): Candidate {
    return new Candidate(this.input.graph, this.input.scorer.score(claim.symbol), claim);
  }

  /** Of a best start symbol's neighbours, the best callees and the best callers are kept. */
  private keepDirect(found: readonly Claim[]): Claim[] {
    const scored = found.map((claim) => this.scored(claim));
    const kept = new Set<Candidate>();
    for (const direction of ["out", "in"]) {
      const side = scored.filter(({ via }) => via?.edge.direction === direction);
      side.sort((a, b) => (comesFirst(a, b) ? -1 : 1));
      for (const candidate of side.slice(0, KEPT_NEIGHBOURS)) kept.add(candidate);
    }
    return scored.map((candidate, i) => ({ ...(found[i] as Claim), kept: kept.has(candidate) }));
  }

  /** After a relevance stop, kept ones behind the stop are candidates all the same. */
  private acceptKept(): void {
    const left = [...this.best.values()].filter(({ kept, symbol }) => kept && !this.accepted.has(symbol));
    const candidates = left.map((claim) => this.scored(claim)).sort((a, b) => (comesFirst(a, b) ? -1 : 1));
    const room = this.input.maxCandidates - this.accepted.size;
    for (const candidate of candidates.slice(0, room)) this.accepted.set(candidate.symbol, candidate);
  }

  /** The best of what is left in the queue, as many as the accepted are too few. */
  private drain(): Candidate[] {
    const missing = this.input.wanted - this.accepted.size;
    const beyond: Candidate[] = [];
    while (beyond.length < missing) {
      const next = this.next();
      if (next === undefined) break;
      this.queue.pop();
      beyond.push(next);
    }
    return beyond;
  }
}

/** A total order on what was accepted or waits: a symbol twice only by way of two others. */
function comesFirst(a: Candidate, b: Candidate): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.record.id !== b.record.id) return a.record.id < b.record.id;
  return (a.via?.from.record.id ?? "") < (b.via?.from.record.id ?? "");
}

/** Of two claims to one symbol, whose score they share. */
function isBetter(a: Claim, b: Claim): boolean {
  if (a.factor !== b.factor) return a.factor > b.factor;
  return (a.via?.from.record.id ?? "") < (b.via?.from.record.id ?? "");
}

/** Whoever may be as good as the best is scored before the best goes; in which order is all the same. */
function comesOut(a: Queued, b: Queued): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.candidate === undefined || b.candidate === undefined) return b.candidate !== undefined;
  return comesFirst(a.candidate, b.candidate);
}
