/**
 * Best-first beam search over the graph from the start symbols: gathers candidates, their order, and the path to each.
 *
 * A neighbour's priority is its score × edge weight × confidence × 0.85^depth, halved against the edge's direction. The search ends at the
 * candidate limit, or when the best remaining priority falls below a share of the last accepted one. Start symbols are given, not found: they
 * neither end the search nor set its scale. The direct neighbours of the best start symbols are always gathered.
 * Most neighbours never reach the front of the queue; until one does, the upper bound on its score replaces the score.
 * Invariant: the result does not depend on handles or on the order of edges; ties break by symbol id.
 */
import type { SymbolHandle } from "@sdl/model";
import type { EdgeFilter } from "../edge-filter.js";
import type { ScoreBounds } from "../score/score-bounds.js";
import type { SearchStop } from "../slice.js";
import {
  bestStartSymbols,
  Candidate,
  type Claim,
  compareCandidates,
  initialCandidates,
  isIrrelevant,
  precedesCandidate,
  type SearchResult,
  type SearchStartInput,
} from "./candidate.js";
import type { NeighbourFinder } from "./neighbours.js";
import { PriorityQueue } from "./priority-queue.js";

const DEPTH_DECAY = 0.85;
const MAX_DEPTH = 4;
/** Maximum number of neighbours of one symbol that enter the queue; START_WIDTH applies to start symbols. */
const BEAM_WIDTH = 24;
const START_WIDTH = 48;
/** Number of direct neighbours of each best start symbol, per direction, that are gathered whatever their priority. */
const EXEMPT_NEIGHBOURS = 12;

/** Queue entry: a claim with the upper bound on its priority, or with its priority once it has a score. */
interface QueueEntry {
  readonly claim: Claim;
  readonly priority: number;
  readonly candidate: Candidate | undefined;
}

/** What a search starts from and is limited by. */
export interface SearchInput extends SearchStartInput {
  readonly filter: EdgeFilter;
  readonly neighbours: NeighbourFinder;
  /** Symbols that are candidates whatever the search finds: callers of edited files. */
  readonly forced: readonly SymbolHandle[];
  /** Upper bound on the score of each symbol that is not a start, a hit or forced. */
  readonly scoreBounds: ScoreBounds;
}

/** Runs one search. */
export function searchCandidates(input: SearchInput): SearchResult {
  return new BeamSearch(input).run();
}

class BeamSearch {
  private readonly queue = new PriorityQueue<QueueEntry>(popsBefore);
  /** The best claim of each symbol that was ever queued. */
  private readonly best = new Map<SymbolHandle, Claim>();
  private readonly accepted = new Map<SymbolHandle, Candidate>();
  private readonly bestStarts: ReadonlySet<SymbolHandle>;

  constructor(private readonly input: SearchInput) {
    const { starts, hits } = initialCandidates(input);
    for (const candidate of [...starts, ...hits]) this.offerClaim(candidate);
    for (const symbol of input.forced)
      this.offerClaim(this.makeCandidate({ symbol, source: "editedFiles", depth: 1, isExempt: true, factor: 1 }));
    this.bestStarts = new Set(bestStartSymbols(starts.sort(compareCandidates)).map(({ symbol }) => symbol));
  }

  run(): SearchResult {
    const { maxCandidates } = this.input;
    let stop: SearchStop = "exhausted";
    let lastFound = 0;
    for (let next = this.highestUnaccepted(); next !== undefined; next = this.highestUnaccepted()) {
      if (this.accepted.size >= maxCandidates) {
        stop = "candidateLimit";
        break;
      }
      if (isIrrelevant(next, lastFound)) {
        stop = "relevance";
        break;
      }
      this.queue.pop();
      this.accepted.set(next.symbol, next);
      if (next.depth > 0) lastFound = next.priority;
      this.queueNeighbours(next);
    }
    if (stop === "relevance") this.acceptExempt();
    const nextBest = this.drainQueue();
    return { candidates: [...this.accepted.values()], nextBest, stop };
  }

  /** The unaccepted symbol with the highest priority, by its best claim; the entry remains in the queue. */
  private highestUnaccepted(): Candidate | undefined {
    for (;;) {
      const top = this.queue.peek();
      if (top === undefined) return undefined;
      const isBest = !this.accepted.has(top.claim.symbol) && this.best.get(top.claim.symbol) === top.claim;
      if (isBest && top.candidate !== undefined) return top.candidate;
      this.queue.pop();
      if (isBest) this.queue.push(this.withScore(top.claim));
    }
  }

  private queueNeighbours(from: Candidate): void {
    if (from.depth >= MAX_DEPTH) return;
    const { neighbours, filter, scoreBounds } = this.input;
    const isStart = from.depth === 0;
    const limit = isStart ? START_WIDTH : BEAM_WIDTH;
    const depth = from.depth + 1;
    const found: Claim[] = [];
    const decay = DEPTH_DECAY ** depth;
    const isBestStart = this.bestStarts.has(from.symbol);
    for (const edge of neighbours.find(from.symbol, { filter, limit, scoreBounds, includeZeroBounds: isStart })) {
      const { symbol } = edge;
      const factor = edge.strength * decay;
      if (this.accepted.has(symbol) || (!isBestStart && factor < (this.best.get(symbol)?.factor ?? 0))) continue;
      found.push({ symbol, depth, factor, via: { from, edge }, isExempt: false });
    }
    for (const claim of isBestStart ? this.exemptBestNeighbours(found) : found) this.offerClaim(claim);
  }

  /** Queues a claim if it is better than the symbol's known one. The symbol is exempt from the relevance stop if either claim is. */
  private offerClaim(claim: Claim): void {
    const { symbol } = claim;
    const known = this.best.get(symbol);
    const better = known === undefined || isBetter(claim, known) ? claim : known;
    const kept = claim.isExempt || known?.isExempt === true;
    if (better === known && kept === known.isExempt) return;
    const own = kept === better.isExempt ? better : { ...better, isExempt: kept };
    this.best.set(symbol, own);
    const { scoreBounds } = this.input;
    if (own.isExempt || own.via === undefined) this.queue.push(this.withScore(own));
    else this.queue.push({ claim: own, priority: scoreBounds.of(symbol) * own.factor, candidate: undefined });
  }

  private withScore(claim: Claim): QueueEntry {
    const candidate = this.makeCandidate(claim);
    return { claim, priority: candidate.priority, candidate };
  }

  private makeCandidate(claim: Claim): Candidate {
    return new Candidate(this.input.graph, this.input.scorer.score(claim.symbol), claim);
  }

  /** Marks the best callees and the best callers of a best start symbol as exempt from the relevance stop. */
  private exemptBestNeighbours(found: readonly Claim[]): Claim[] {
    const scored = found.map((claim) => this.makeCandidate(claim));
    const kept = new Set<Candidate>();
    for (const direction of ["out", "in"]) {
      const side = scored.filter(({ via }) => via?.edge.direction === direction);
      side.sort(compareCandidates);
      for (const candidate of side.slice(0, EXEMPT_NEIGHBOURS)) kept.add(candidate);
    }
    return scored.map((candidate, i) => ({ ...(found[i] as Claim), isExempt: kept.has(candidate) }));
  }

  /** After a relevance stop, accepts the remaining symbols that are exempt from it. */
  private acceptExempt(): void {
    const left = [...this.best.values()].filter(({ isExempt, symbol }) => isExempt && !this.accepted.has(symbol));
    const candidates = left.map((claim) => this.makeCandidate(claim)).sort(compareCandidates);
    const room = this.input.maxCandidates - this.accepted.size;
    for (const candidate of candidates.slice(0, room)) this.accepted.set(candidate.symbol, candidate);
  }

  /** The best remaining symbols, as many as the accepted ones fall short of `usefulCount`. */
  private drainQueue(): Candidate[] {
    const missing = this.input.usefulCount - this.accepted.size;
    const nextBest: Candidate[] = [];
    while (nextBest.length < missing) {
      const next = this.highestUnaccepted();
      if (next === undefined) break;
      this.queue.pop();
      nextBest.push(next);
    }
    return nextBest;
  }
}

/** Compares two claims to one symbol, whose score is the same for both. */
function isBetter(a: Claim, b: Claim): boolean {
  if (a.factor !== b.factor) return a.factor > b.factor;
  return (a.via?.from.record.id ?? "") < (b.via?.from.record.id ?? "");
}

/** Order of the queue. On ties, an entry without a score precedes those with one, so that it is scored before any of them is popped. */
function popsBefore(a: QueueEntry, b: QueueEntry): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.candidate === undefined || b.candidate === undefined) return b.candidate !== undefined;
  return precedesCandidate(a.candidate, b.candidate);
}
