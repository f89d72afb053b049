/**
 * Selection planner: a multiple-choice knapsack over (symbol, level), solved greedily by gain per estimated token.
 *
 * The order is: forced candidates, then the best start symbols with slots reserved for their direct callers and callees and for a test, then the
 * candidates with the highest gain per token; with source, the last two are swapped. A greedy answer can be arbitrarily bad if one rich card would
 * fill the budget, so it is compared with the best single card (Khuller, Moss, Naor 1999: at least half of 1 − 1/e).
 */
import type { SymbolHandle } from "@sdl/model";
import type { Candidate } from "../search/candidate.js";
import { PriorityQueue } from "../search/priority-queue.js";
import type { CandidateEdge } from "./candidate-edges.js";
import type { CardPool } from "./card-pool.js";
import type { ReservedCandidates } from "./reserved-candidates.js";
import { Selection, type SelectionStep } from "./selection.js";

/** Option index of a card in a reserved slot: the lowest level. */
const RESERVED_OPTION = 0;
/** Number of candidates beyond `maxCards` that compete for the tokens. */
const EXTRA_COMPETITORS = 8;
/** Parameters of the selection. */
interface SelectionParameters {
  /** Exponent of the cost in gain / cost^exponent: at 1 symbols with many parameters never enter, at 0 cost is ignored. */
  readonly costExponent: number;
  /** Number of direct neighbours that enter regardless of `directShare`: 2 for the best callee and the best caller. */
  readonly guaranteedDirect: number;
  /** Shares of the token budget reserved for direct neighbours and for a test before other candidates compete. */
  readonly directShare: number;
  readonly testShare: number;
  /** Minimum score of a competing candidate, as a share of the best candidate's score. */
  readonly minScoreShare: number;
}

/** Parameters for cards without source. Source: the replay of commits. */
const CARD_PARAMETERS: SelectionParameters = {
  costExponent: 0.5,
  guaranteedDirect: 2,
  directShare: 0.15,
  testShare: 0.05,
  minScoreShare: 0,
};
/** Parameters for the text format and for source. Source: fixes of real issues, `bench/src/gold/`. */
const SOURCE_PARAMETERS: SelectionParameters = {
  costExponent: 0.75,
  guaranteedDirect: 0,
  directShare: 0.05,
  testShare: 0.03,
  minScoreShare: 0.3,
};

/** Candidates, limits and budget. */
export interface PlanInput {
  /** All candidates, best first. */
  readonly ranked: readonly Candidate[];
  readonly reserved: ReservedCandidates;
  readonly pool: CardPool;
  readonly edges: ReadonlyMap<SymbolHandle, readonly CandidateEdge[]>;
  readonly maxCards: number;
  /** Whether detail of few symbols is preferred over more symbols. */
  readonly isDeep: boolean;
  /** Whether cards show source. */
  readonly isSourced: boolean;
  /** Token budget of cards, edges and tables, after subtracting the rest of the result. */
  readonly tokens: number;
  /** Estimated tokens of one edge in the requested encoding. */
  readonly edgeTokens: number;
}

/** Selected cards and their details, and the additions that did not fit the token budget. */
export interface Plan {
  readonly selection: Selection;
  /** Steps that did not fit, best first; a candidate's step requires its previous step. */
  readonly waiting: readonly SelectionStep[];
}

/** Selects options of candidates within the estimated budget. */
export function planSelection(input: PlanInput): Plan {
  const planner = new Planner(input);
  planner.addWhileFitting(input.reserved.forced, 0, input.tokens);
  // Source of neighbours costs more than their cards, so neighbours get only the tokens that remain.
  if (input.isSourced) planner.addGreedily();
  takeReserved(planner, input);
  if (!input.isSourced) planner.addGreedily();
  return planner.bestPlan();
}

function takeReserved(planner: Planner, { reserved, tokens, isDeep }: PlanInput): void {
  planner.addWhileFitting(reserved.starts, RESERVED_OPTION, tokens);
  const { guaranteedDirect, directShare, testShare } = isDeep ? SOURCE_PARAMETERS : CARD_PARAMETERS;
  planner.addWhileFitting(reserved.direct.slice(0, guaranteedDirect), 0, tokens);
  planner.addWhileFitting(reserved.direct, RESERVED_OPTION, tokens * directShare);
  planner.addWhileFitting(reserved.tests.slice(0, 1), RESERVED_OPTION, tokens * testShare);
}

interface QueuedBid extends SelectionStep {
  readonly rate: number;
}

class Planner {
  private readonly selection: Selection;
  private readonly waiting: SelectionStep[] = [];
  private readonly neighbours: ReadonlyMap<SymbolHandle, readonly SymbolHandle[]>;
  private left: number;

  constructor(private readonly input: PlanInput) {
    this.selection = new Selection(input.pool);
    this.left = input.tokens;
    this.neighbours = undirectedNeighbours(input.edges);
  }

  /** Adds candidates in order while they fit into `share` tokens; raises each up to option `upTo` as far as that fits. */
  addWhileFitting(candidates: readonly Candidate[], upTo: number, share: number): void {
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

  /** Greedy selection among all options of all competing candidates. */
  addGreedily(): void {
    const queue = new PriorityQueue<QueuedBid>(precedesBid);
    for (const candidate of this.remainingCandidates())
      this.queueBid(queue, candidate, this.selection.optionOf(candidate.symbol) + 1);
    for (let bid = queue.pop(); bid !== undefined; bid = queue.pop()) {
      // Edges to cards that were added since the bid make the step more expensive.
      const step = this.step(bid.candidate, bid.option);
      const isNew = !this.selection.has(bid.candidate.symbol);
      if (step.estimatedTokens > this.left || (isNew && this.selection.size >= this.input.maxCards)) {
        this.waiting.push(step);
        continue;
      }
      this.apply(step);
      this.queueBid(queue, bid.candidate, bid.option + 1);
    }
  }

  /** The greedy selection, or the best single card if that is worth more. */
  bestPlan(): Plan {
    const { reserved, ranked, pool, tokens } = this.input;
    const single = reserved.forced.length > 0 ? undefined : bestSingle(ranked, pool, tokens);
    if (single === undefined || single.value <= this.value())
      return { selection: this.selection, waiting: this.waiting };
    const selection = new Selection(pool);
    for (let option = 0; option <= single.option; option++) selection.push(this.step(single.candidate, option));
    return { selection, waiting: [] };
  }

  private remainingCandidates(): readonly Candidate[] {
    const { ranked, maxCards, isDeep } = this.input;
    const best = ranked.reduce((most, { score }) => Math.max(most, score), 0);
    const least = best * (isDeep ? SOURCE_PARAMETERS : CARD_PARAMETERS).minScoreShare;
    return ranked.filter(
      ({ symbol, score }, place) =>
        this.selection.has(symbol) || (place < maxCards + EXTRA_COMPETITORS && score >= least),
    );
  }

  private queueBid(queue: PriorityQueue<QueuedBid>, candidate: Candidate, option: number): void {
    const options = this.input.pool.optionsOf(candidate);
    const next = options[option];
    if (next === undefined) return;
    const step = this.step(candidate, option);
    const before = options[option - 1];
    // Tokens without edges: edges are a benefit, and must not make a linked card worth less than an unlinked one.
    const ownTokens = next.estimatedTokens - (before?.estimatedTokens ?? 0);
    const exponent = (this.input.isDeep ? SOURCE_PARAMETERS : CARD_PARAMETERS).costExponent;
    queue.push({ ...step, rate: (next.value - (before?.value ?? 0)) / Math.max(ownTokens, 1) ** exponent });
  }

  private step(candidate: Candidate, option: number): SelectionStep {
    const options = this.input.pool.optionsOf(candidate);
    const own = (options[option]?.estimatedTokens ?? 0) - (options[option - 1]?.estimatedTokens ?? 0);
    const linked = option > 0 ? 0 : this.countLinks(candidate.symbol);
    return { candidate, option, estimatedTokens: own + linked * this.input.edgeTokens };
  }

  /** Number of edges between the symbol and selected candidates. */
  private countLinks(symbol: SymbolHandle): number {
    return (this.neighbours.get(symbol) ?? []).filter((other) => this.selection.has(other)).length;
  }

  private apply(step: SelectionStep): void {
    this.selection.push(step);
    this.left -= step.estimatedTokens;
  }

  private value(): number {
    return this.selection.selected().reduce((sum, { option }) => sum + option.value, 0);
  }
}

function bestSingle(ranked: readonly Candidate[], pool: CardPool, tokens: number) {
  let best: { candidate: Candidate; option: number; value: number } | undefined;
  for (const candidate of ranked.slice(0, EXTRA_COMPETITORS)) {
    const options = pool.optionsOf(candidate);
    const option = options.findLastIndex(({ estimatedTokens }) => estimatedTokens <= tokens);
    const value = options[option]?.value ?? 0;
    if (option >= 0 && value > (best?.value ?? 0)) best = { candidate, option, value };
  }
  return best;
}

function precedesBid(a: QueuedBid, b: QueuedBid): boolean {
  if (a.rate !== b.rate) return a.rate > b.rate;
  if (a.candidate !== b.candidate) return a.candidate.record.id < b.candidate.record.id;
  return a.option < b.option;
}

function undirectedNeighbours(
  edges: ReadonlyMap<SymbolHandle, readonly CandidateEdge[]>,
): Map<SymbolHandle, SymbolHandle[]> {
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
