/** Selection of candidates and their options, as a stack of steps, so that the last and least useful ones can be undone. */
import type { SymbolHandle } from "@sdl/model";
import type { Candidate } from "../search/candidate.js";
import type { CardOption, CardPool } from "./card-pool.js";

/** Adds a candidate, or raises it to its next option. */
export interface SelectionStep {
  readonly candidate: Candidate;
  /** Index into the candidate's options. */
  readonly option: number;
  /** Tokens beyond the candidate's previous option, including its edges. */
  readonly estimatedTokens: number;
}

/** A candidate with the option that shows it. */
export interface SelectedCandidate {
  readonly candidate: Candidate;
  readonly option: CardOption;
}

/** Mutable selection: steps are pushed and popped. */
export class Selection {
  private readonly stack: SelectionStep[] = [];
  private readonly chosen = new Map<SymbolHandle, number>();

  constructor(private readonly pool: CardPool) {}

  get size(): number {
    return this.chosen.size;
  }

  get steps(): readonly SelectionStep[] {
    return this.stack;
  }

  has(symbol: SymbolHandle): boolean {
    return this.chosen.has(symbol);
  }

  /** Index of the candidate's current option; -1 if it is not selected. */
  optionOf(symbol: SymbolHandle): number {
    return this.chosen.get(symbol) ?? -1;
  }

  push(step: SelectionStep): void {
    this.stack.push(step);
    this.chosen.set(step.candidate.symbol, step.option);
  }

  pop(): SelectionStep | undefined {
    const step = this.stack.pop();
    if (step === undefined) return undefined;
    const { symbol } = step.candidate;
    const before = this.stack.findLast(({ candidate }) => candidate.symbol === symbol);
    if (before === undefined) this.chosen.delete(symbol);
    else this.chosen.set(symbol, before.option);
    return step;
  }

  /** Selected candidates in the order of their first step. */
  selected(): SelectedCandidate[] {
    const candidates = new Map(this.stack.map(({ candidate }) => [candidate.symbol, candidate]));
    return [...candidates.values()].flatMap((candidate) => {
      const option = this.pool.optionsOf(candidate)[this.optionOf(candidate.symbol)];
      return option === undefined ? [] : [{ candidate, option }];
    });
  }
}
