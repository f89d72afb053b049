/**
 * Best-first beam search over the graph from the start symbols: which symbols are worth choosing from, in what order, and by which path.
 *
 * A neighbour's priority is its score × edge weight × confidence × 0.85^depth, half of that against the edge's direction. The
 * search ends at the limit, or where the best remaining priority falls under a share of the last one found. Start symbols are given,
 * not found: they neither end the search nor set its scale. The direct neighbours of the best start symbols are always gathered.
 * Most neighbours never come to the front: until then, the most that a symbol's score can be stands for the score.
 * Invariant: the result does not depend on handles or on the order of edges; ties break by symbol id.
 */
import type { SymbolHandle } from "@sdl/model";
import type { EdgeFilter } from "../edge-filter.js";
import type { Promises } from "../score/promises.js";
import type { SearchStop } from "../slice.js";
import {
  bestStarts,
  Candidate,
  type Claim,
  comesFirst,
  type GivenInput,
  givenCandidates,
  inOrder,
  isIrrelevant,
  type SearchResult,
} from "./candidate.js";
import type { NeighbourFinder } from "./neighbours.js";
import { PriorityQueue } from "./priority-queue.js";

const DEPTH_DECAY = 0.85;
const MAX_DEPTH = 4;
/** Neighbours of one symbol that enter the queue; of a start symbol. */
const BEAM_WIDTH = 24;
const START_WIDTH = 48;
/** Direct neighbours of each best start symbol, by direction, that are gathered whatever their priority. */
const KEPT_NEIGHBOURS = 12;

/** A claim in the queue, under the most that its priority can be until it has its score. */
interface Queued {
  readonly claim: Claim;
  readonly priority: number;
  readonly candidate: Candidate | undefined;
}

export interface SearchInput extends GivenInput {
  readonly filter: EdgeFilter;
  readonly neighbours: NeighbourFinder;
  /** Candidates whatever the search finds: callers of edited files. */
  readonly forced: readonly SymbolHandle[];
  /** By handle: the most that the score of a symbol can be which is neither start, hit nor forced. */
  readonly promises: Promises;
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
    const { starts, hits } = givenCandidates(input);
    for (const candidate of [...starts, ...hits]) this.offer(candidate);
    for (const symbol of input.forced)
      this.offer(this.scored({ symbol, source: "editedFiles", depth: 1, kept: true, factor: 1 }));
    this.bestStarts = new Set(bestStarts(starts.sort(inOrder)).map(({ symbol }) => symbol));
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
      if (isIrrelevant(next, lastFound)) {
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
    const { neighbours, filter, promises } = this.input;
    const isStart = from.depth === 0;
    const limit = isStart ? START_WIDTH : BEAM_WIDTH;
    const depth = from.depth + 1;
    const found: Claim[] = [];
    const decay = DEPTH_DECAY ** depth;
    const isBestStart = this.bestStarts.has(from.symbol);
    for (const edge of neighbours.find(from.symbol, { filter, limit, promises, withStrangers: isStart })) {
      const { symbol } = edge;
      const factor = edge.strength * decay;
      if (this.accepted.has(symbol) || (!isBestStart && factor < (this.best.get(symbol)?.factor ?? 0))) continue;
      found.push({ symbol, depth, factor, via: { from, edge }, kept: false });
    }
    for (const claim of isBestStart ? this.keepDirect(found) : found) this.offer(claim);
  }

  /** Queues a claim unless the symbol has a better one; of two, either can make it kept. */
  private offer(claim: Claim): void {
    const { symbol } = claim;
    const known = this.best.get(symbol);
    const better = known === undefined || isBetter(claim, known) ? claim : known;
    const kept = claim.kept || known?.kept === true;
    if (better === known && kept === known.kept) return;
    const own = kept === better.kept ? better : { ...better, kept };
    this.best.set(symbol, own);
    const { promises } = this.input;
    if (own.kept || own.via === undefined) this.queue.push(this.withScore(own));
    else this.queue.push({ claim: own, priority: promises.of(symbol) * own.factor, candidate: undefined });
  }

  private withScore(claim: Claim): Queued {
    const candidate = this.scored(claim);
    return { claim, priority: candidate.priority, candidate };
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
      side.sort(inOrder);
      for (const candidate of side.slice(0, KEPT_NEIGHBOURS)) kept.add(candidate);
    }
    return scored.map((candidate, i) => ({ ...(found[i] as Claim), kept: kept.has(candidate) }));
  }

  /** After a relevance stop, kept ones behind the stop are candidates all the same. */
  private acceptKept(): void {
    const left = [...this.best.values()].filter(({ kept, symbol }) => kept && !this.accepted.has(symbol));
    const candidates = left.map((claim) => this.scored(claim)).sort(inOrder);
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
