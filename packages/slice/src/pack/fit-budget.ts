/**
 * A selection made by estimates, brought to the exact budget: while the whole is too dear, the last and least useful steps are taken
 * back; then waiting steps are tried in the room that is left.
 * Invariant: `used` is at most the allowed tokens, or the floor where even one minimal card costs more.
 */
import type { SymbolHandle } from "@sdl/model";
import type { Candidate } from "../search/beam-search.js";
import type { CardOption, CardPool } from "../select/card-pool.js";
import type { Plan } from "../select/plan-selection.js";
import type { Selection, Step } from "../select/selection.js";
import { assembleSlice, type Material } from "./assemble.js";
import { type Measured, type MeasureInput, measure } from "./measure.js";

/** Waiting steps that are tried, each for the price of a count. */
const MAX_TRIES = 16;
/** Estimates are off by some per cent: a step is tried when this share of its estimate fits. */
const TRY_SHARE = 0.8;

export interface FitInput extends MeasureInput {
  readonly material: Material;
  readonly forced: readonly Candidate[];
  readonly frontierSize: number;
}

export function fitBudget(plan: Plan, input: FitInput): Measured {
  const fitter = new Fitter(plan.selection, input);
  const waiting = [...plan.waiting];
  let best = fitter.measure();
  while (best.used > input.allowed && plan.selection.steps.length > 1) {
    waiting.unshift(...fitter.takeBack(best.used - input.allowed));
    best = fitter.measure();
  }
  if (best.used > input.allowed || plan.selection.size === 0) return fitter.smallest();
  return fitter.fill(best, waiting);
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

  /** Forced cards first, all others by score. */
  measure(frontierSize = this.input.frontierSize): Measured {
    const selected = this.selection.selected();
    const rankOf = ({ candidate }: { candidate: Candidate }) => this.rank.get(candidate.symbol) ?? 0;
    selected.sort((a, b) => rankOf(a) - rankOf(b));
    return measure(assembleSlice(this.input.material, selected, frontierSize), this.input);
  }

  /** Takes back steps worth `tokens` by estimate, at least one, never the first. @returns them, best first */
  takeBack(tokens: number): Step[] {
    const taken: Step[] = [];
    for (let freed = 0; freed < tokens && this.selection.steps.length > 1; ) {
      const step = this.selection.pop();
      if (step === undefined) break;
      taken.unshift(step);
      freed += step.estimatedTokens;
    }
    return taken;
  }

  /** Tries waiting steps, best first, where they may fit. */
  fill(fitting: Measured, waiting: readonly Step[]): Measured {
    let best = fitting;
    let tries = 0;
    const { maxCards } = this.input.material.request;
    for (const step of waiting) {
      const { symbol } = step.candidate;
      if (tries >= MAX_TRIES) break;
      if (step.option !== this.selection.optionOf(symbol) + 1) continue;
      if (!this.selection.has(symbol) && this.selection.size >= maxCards) continue;
      if (step.estimatedTokens * TRY_SHARE > this.input.allowed - best.used) continue;
      tries++;
      this.selection.push(step);
      const tried = this.measure();
      if (tried.used <= this.input.allowed) best = tried;
      else this.selection.pop();
    }
    return best;
  }

  /** The first card at its poorest, without frontier; when that is too dear as well, the floor: the same with a minimal card. */
  smallest(): Measured {
    const { material } = this.input;
    const bare = this.measure(0);
    if (bare.used <= this.input.allowed && (this.selection.size > 0 || material.ranked.length === 0)) return bare;
    const first = this.selection.steps[0]?.candidate ?? material.ranked[0];
    const selected = first === undefined ? [] : [{ candidate: first, option: minimalOption(material.pool, first) }];
    const draft = assembleSlice(material, selected, 0);
    const least = measure(draft, this.input);
    return least.used <= this.input.allowed ? least : measure(draft, this.input, true);
  }
}

function minimalOption(pool: CardPool, candidate: Candidate): CardOption {
  const etag = pool.etag(candidate, "minimal");
  return { detail: "minimal", etag, isRef: false, value: candidate.score, estimatedTokens: 0 };
}
