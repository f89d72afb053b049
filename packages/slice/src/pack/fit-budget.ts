/**
 * Budget fitting: brings a selection that was made by estimates to the exact budget. While the result exceeds the budget, the last and least
 * useful steps are undone; then waiting steps are tried in the remaining budget.
 * Invariant: `used` is at most the allowed tokens, or the cost of one minimal card if even that exceeds them.
 */
import type { SymbolHandle } from "@sdl/model";
import type { Candidate } from "../search/candidate.js";
import { type CardOption, MINIMAL_OPTION } from "../select/card-pool.js";
import type { Plan } from "../select/plan-selection.js";
import type { Selection, SelectionStep } from "../select/selection.js";
import { isAdditive } from "../tokens/count-tokens.js";
import { assembleSlice, type Material, type SliceDraft, sliceCard } from "./assemble.js";
import { CardCosts } from "./card-costs.js";
import { costAtMost, type MeasuredResult, type MeasureInput, measure } from "./measure.js";

/** Maximum number of waiting steps that are tried; each try costs at most one token count of the result. */
const MAX_TRIES = 16;
/** Share of a step's estimated tokens that must fit before the step is tried; estimates are off by several per cent. */
const TRY_SHARE = 0.8;

/** What the exact cost depends on. */
export interface FitInput extends MeasureInput {
  readonly material: Material;
  readonly forced: readonly Candidate[];
  readonly frontierSize: number;
}

/** Undoes steps until the result fits, then adds waiting steps that still fit. */
export function fitBudget(plan: Plan, input: FitInput): MeasuredResult {
  const fitter = new Fitter(plan.selection, input);
  const waiting = [...plan.waiting];
  let cost = fitter.cost();
  while (cost > input.allowed && plan.selection.steps.length > 1) {
    waiting.unshift(...fitter.undoSteps(cost - input.allowed));
    cost = fitter.cost();
  }
  if (cost > input.allowed || plan.selection.size === 0) return fitter.smallestResult();
  return fitter.measureWithinBudget(fitter.tryWaiting(cost, waiting));
}

class Fitter {
  private readonly rank: ReadonlyMap<SymbolHandle, number>;

  constructor(
    private readonly selection: Selection,
    private readonly input: FitInput,
  ) {
    const order = new Set([...input.forced, ...input.material.ranked].map(({ symbol }) => symbol));
    this.rank = new Map([...order].map((symbol, index) => [symbol, index]));
  }

  cost(): number {
    return costAtMost(this.draft(), this.input);
  }

  /** Undoes steps of at least `tokens` estimated tokens in sum; at least one, but never the first. @returns the undone steps, best first */
  undoSteps(tokens: number): SelectionStep[] {
    const taken: SelectionStep[] = [];
    for (let freed = 0; freed < tokens && this.selection.steps.length > 1; ) {
      const step = this.selection.pop();
      if (step === undefined) break;
      taken.unshift(step);
      freed += step.estimatedTokens;
    }
    return taken;
  }

  /** Tries waiting steps, best first, that may fit beside the current `cost`. @returns the cost with all accepted steps */
  tryWaiting(cost: number, waiting: readonly SelectionStep[]): number {
    let fitting = cost;
    let tries = 0;
    for (const step of waiting) {
      if (tries >= MAX_TRIES) break;
      if (!this.isPossible(step) || step.estimatedTokens * TRY_SHARE > this.input.allowed - fitting) continue;
      tries++;
      if (fitting + this.minimumGrowth(step) > this.input.allowed) continue;
      this.selection.push(step);
      const tried = this.cost();
      if (tried <= this.input.allowed) fitting = tried;
      else this.selection.pop();
    }
    return fitting;
  }

  /**
   * Minimum tokens that the step adds: its card's tokens minus those of the previous option. This is most of a step's cost; the exact cost is
   * counted only if the minimum fits.
   */
  private minimumGrowth({ candidate, option }: SelectionStep): number {
    const { material, encoding, countTokens, kept, write } = this.input;
    if (write !== undefined || !isAdditive(countTokens)) return 0;
    const [before, after] = [option - 1, option].map((index) => material.pool.optionsOf(candidate)[index]);
    if (after === undefined || before?.isRef === true) return 0;
    const costs = kept.of(countTokens, CardCosts);
    const costOf = (at: CardOption): number =>
      costs.minimumOf(sliceCard(material, { candidate, option: at }), encoding);
    return costOf(after) - (before === undefined ? 0 : costOf(before));
  }

  /** Measures the current selection, whose cost is at most about `cost`. If hashes differ in cost, further steps may be undone. */
  measureWithinBudget(cost: number): MeasuredResult {
    let measured = measure(this.draft(), this.input, { costAtMost: cost });
    while (measured.used > this.input.allowed) {
      if (this.undoSteps(1).length === 0) return this.smallestResult();
      measured = measure(this.draft(), this.input);
    }
    return measured;
  }

  /** The first card at its lowest level without frontier; if that exceeds the budget, the floor: the same with a minimal card. */
  smallestResult(): MeasuredResult {
    const { material } = this.input;
    const bare = measure(this.draft(0), this.input);
    if (bare.used <= this.input.allowed && (this.selection.size > 0 || material.ranked.length === 0)) return bare;
    const first = this.selection.steps[0]?.candidate ?? material.ranked[0];
    const selected = first === undefined ? [] : [{ candidate: first, option: MINIMAL_OPTION }];
    const draft = assembleSlice(material, selected, 0);
    const least = measure(draft, this.input);
    return least.used <= this.input.allowed ? least : measure(draft, this.input, { isFloor: true });
  }

  /** Whether the step's option directly follows the candidate's current option, and a new card is within `maxCards`. */
  private isPossible({ candidate: { symbol }, option }: SelectionStep): boolean {
    if (option !== this.selection.optionOf(symbol) + 1) return false;
    return this.selection.has(symbol) || this.selection.size < this.input.material.request.maxCards;
  }

  /** The current selection as a slice: forced cards first, all others by score. */
  private draft(frontierSize = this.input.frontierSize): SliceDraft {
    const selected = this.selection.selected();
    const rankOf = ({ candidate }: { candidate: Candidate }) => this.rank.get(candidate.symbol) ?? 0;
    selected.sort((a, b) => rankOf(a) - rankOf(b));
    return assembleSlice(this.input.material, selected, frontierSize);
  }
}
