/**
 * The selection: a multiple-choice knapsack over (symbol, level), solved greedily by gain for tokens, over estimated tokens.
 *
 * First what is forced in, then the best start symbols with room for their direct callers and callees and for a test, then whatever
 * brings most for its tokens; with source the last two the other way round. The plain greedy answer can be arbitrarily bad when one
 * rich card would fill the budget, so it is compared with the best single card (Khuller, Moss, Naor 1999: at least half of 1 − 1/e).
 */
import type { SymbolHandle } from "@sdl/model";
import type { Candidate } from "../search/candidate.js";
import { PriorityQueue } from "../search/priority-queue.js";
import type { CandidateEdge } from "./candidate-edges.js";
import type { CardPool } from "./card-pool.js";
import type { Rooms } from "./rooms.js";
import { Selection, type Step } from "./selection.js";

/** The level that a card in a kept room has, as an index into its options: the poorest. */
const ROOM_OPTION = 0;
/** Candidates beyond the number of cards that compete for the tokens. */
const SPARE = 8;
/** What a slice goes by. */
interface Habits {
  /** How much tokens count against a gain: at 1 nothing with many parameters gets in, at 0 everything is as cheap as everything else. */
  readonly costExponent: number;
  /** Direct neighbours that come in whatever their share: the best callee and the best caller. */
  readonly sureDirect: number;
  /** Shares of the token budget that direct neighbours and a test get before the rest competes. */
  readonly directShare: number;
  readonly testShare: number;
  /** Of the best candidate's score, below which none competes. */
  readonly leastScore: number;
}

/** Cards without source. Source: the replay of commits; r in the relevance notes §4.6. */
const WIDE: Habits = { costExponent: 0.5, sureDirect: 2, directShare: 0.15, testShare: 0.05, leastScore: 0 };
/** As text, and with source. Source: fixes of real issues, `bench/src/gold/`. */
const DEEP: Habits = { costExponent: 0.75, sureDirect: 0, directShare: 0.05, testShare: 0.03, leastScore: 0.3 };

export interface PlanInput {
  /** All candidates, best first. */
  readonly ranked: readonly Candidate[];
  readonly rooms: Rooms;
  readonly pool: CardPool;
  readonly edges: ReadonlyMap<SymbolHandle, readonly CandidateEdge[]>;
  readonly maxCards: number;
  /** Whether it pays to go deep before going wide. */
  readonly isDeep: boolean;
  /** Whether cards show source. */
  readonly isSourced: boolean;
  /** For cards, edges and tables: what the rest of the result leaves of the budget. */
  readonly tokens: number;
  /** Of one edge in the encoding asked for. */
  readonly edgeTokens: number;
}

export interface Plan {
  readonly selection: Selection;
  /** Steps that found no room, best first; a step of a candidate presumes the one before it. */
  readonly waiting: readonly Step[];
}

export function planSelection(input: PlanInput): Plan {
  const planner = new Planner(input);
  planner.take(input.rooms.forced, 0, input.tokens);
  // Source of what is near costs more than its card: it gets what the rest leaves.
  if (input.isSourced) planner.fill();
  keepRooms(planner, input);
  if (!input.isSourced) planner.fill();
  return planner.result();
}

function keepRooms(planner: Planner, { rooms, tokens, isDeep }: PlanInput): void {
  planner.take(rooms.starts, ROOM_OPTION, tokens);
  const { sureDirect, directShare, testShare } = isDeep ? DEEP : WIDE;
  planner.take(rooms.direct.slice(0, sureDirect), 0, tokens);
  planner.take(rooms.direct, ROOM_OPTION, tokens * directShare);
  planner.take(rooms.tests.slice(0, 1), ROOM_OPTION, tokens * testShare);
}

interface Bid extends Step {
  readonly rate: number;
}

class Planner {
  private readonly selection: Selection;
  private readonly waiting: Step[] = [];
  private readonly neighbours: ReadonlyMap<SymbolHandle, readonly SymbolHandle[]>;
  private left: number;

  constructor(private readonly input: PlanInput) {
    this.selection = new Selection(input.pool);
    this.left = input.tokens;
    this.neighbours = bothWays(input.edges);
  }

  /** Brings candidates in, in order, as long as they fit into the share; up to the option where that fits too. */
  take(candidates: readonly Candidate[], upTo: number, share: number): void {
    let room = Math.min(share, this.left);
    for (const candidate of candidates) {
      if (this.selection.has(candidate.symbol)) continue;
      if (this.selection.size >= this.input.maxCards) return;
      const last = Math.min(upTo, this.input.pool.optionsOf(candidate).length - 1);
      for (let option = 0; option <= last; option++) {
        const step = this.step(candidate, option);
        if (step.estimatedTokens > room) break;
        room -= step.estimatedTokens;
        this.apply(step);
      }
    }
  }

  /** The greedy choice among all levels of all that compete. */
  fill(): void {
    const queue = new PriorityQueue<Bid>(bidsHigher);
    for (const candidate of this.competitors())
      this.bid(queue, candidate, this.selection.optionOf(candidate.symbol) + 1);
    for (let bid = queue.pop(); bid !== undefined; bid = queue.pop()) {
      // Edges to cards that came in since make a step dearer than it was when it bid.
      const step = this.step(bid.candidate, bid.option);
      const isNew = !this.selection.has(bid.candidate.symbol);
      if (step.estimatedTokens > this.left || (isNew && this.selection.size >= this.input.maxCards)) {
        this.waiting.push(step);
        continue;
      }
      this.apply(step);
      this.bid(queue, bid.candidate, bid.option + 1);
    }
  }

  /** The greedy selection, or the best single card where that is worth more. */
  result(): Plan {
    const { rooms, ranked, pool, tokens } = this.input;
    const single = rooms.forced.length > 0 ? undefined : bestSingle(ranked, pool, tokens);
    if (single === undefined || single.value <= this.value())
      return { selection: this.selection, waiting: this.waiting };
    const selection = new Selection(pool);
    for (let option = 0; option <= single.option; option++) selection.push(this.step(single.candidate, option));
    return { selection, waiting: [] };
  }

  private competitors(): readonly Candidate[] {
    const { ranked, maxCards, isDeep } = this.input;
    const best = ranked.reduce((most, { score }) => Math.max(most, score), 0);
    const least = best * (isDeep ? DEEP : WIDE).leastScore;
    return ranked.filter(
      ({ symbol, score }, place) => this.selection.has(symbol) || (place < maxCards + SPARE && score >= least),
    );
  }

  private bid(queue: PriorityQueue<Bid>, candidate: Candidate, option: number): void {
    const options = this.input.pool.optionsOf(candidate);
    const next = options[option];
    if (next === undefined) return;
    const step = this.step(candidate, option);
    const before = options[option - 1];
    // Without its edges: they are the slice's gain, and must not make a linked card worth less than a stray one.
    const ownTokens = next.estimatedTokens - (before?.estimatedTokens ?? 0);
    const exponent = (this.input.isDeep ? DEEP : WIDE).costExponent;
    queue.push({ ...step, rate: (next.value - (before?.value ?? 0)) / Math.max(ownTokens, 1) ** exponent });
  }

  private step(candidate: Candidate, option: number): Step {
    const options = this.input.pool.optionsOf(candidate);
    const own = (options[option]?.estimatedTokens ?? 0) - (options[option - 1]?.estimatedTokens ?? 0);
    const linked = option > 0 ? 0 : this.linksOf(candidate.symbol);
    return { candidate, option, estimatedTokens: own + linked * this.input.edgeTokens };
  }

  /** Edges that the symbol has with what is in. */
  private linksOf(symbol: SymbolHandle): number {
    return (this.neighbours.get(symbol) ?? []).filter((other) => this.selection.has(other)).length;
  }

  private apply(step: Step): void {
    this.selection.push(step);
    this.left -= step.estimatedTokens;
  }

  private value(): number {
    return this.selection.selected().reduce((sum, { option }) => sum + option.value, 0);
  }
}

function bestSingle(ranked: readonly Candidate[], pool: CardPool, tokens: number) {
  let best: { candidate: Candidate; option: number; value: number } | undefined;
  for (const candidate of ranked.slice(0, SPARE)) {
    const options = pool.optionsOf(candidate);
    const option = options.findLastIndex(({ estimatedTokens }) => estimatedTokens <= tokens);
    const value = options[option]?.value ?? 0;
    if (option >= 0 && value > (best?.value ?? 0)) best = { candidate, option, value };
  }
  return best;
}

function bidsHigher(a: Bid, b: Bid): boolean {
  if (a.rate !== b.rate) return a.rate > b.rate;
  if (a.candidate !== b.candidate) return a.candidate.record.id < b.candidate.record.id;
  return a.option < b.option;
}

function bothWays(edges: ReadonlyMap<SymbolHandle, readonly CandidateEdge[]>): Map<SymbolHandle, SymbolHandle[]> {
  const found = new Map<SymbolHandle, SymbolHandle[]>();
  const add = (a: SymbolHandle, b: SymbolHandle) => {
    const list = found.get(a);
    if (list === undefined) found.set(a, [b]);
    else list.push(b);
  };
  for (const list of edges.values()) {
    for (const { from, to } of list) {
      add(from, to);
      add(to, from);
    }
  }
  return found;
}
