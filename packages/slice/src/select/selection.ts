/** Which candidates are in, and how. A selection is a list of steps, so that the last and least useful ones can be taken back. */
import type { SymbolHandle } from "@sdl/model";
import type { Candidate } from "../search/candidate.js";
import type { CardOption, CardPool } from "./card-pool.js";

/** Brings a candidate in, or makes its card richer. */
export interface Step {
  readonly candidate: Candidate;
  /** Index into the candidate's options. */
  readonly option: number;
  /** Beyond the option before it, edges and tables included. */
  readonly estimatedTokens: number;
}

export interface Selected {
  readonly candidate: Candidate;
  readonly option: CardOption;
}

/** Mutable: steps are put on and taken off like a stack. */
export class Selection {
  private readonly stack: Step[] = [];
  private readonly chosen = new Map<SymbolHandle, number>();

  constructor(private readonly pool: CardPool) {}

  get size(): number {
    return this.chosen.size;
  }

  get steps(): readonly Step[] {
    return this.stack;
  }

  has(symbol: SymbolHandle): boolean {
    return this.chosen.has(symbol);
  }

  /** Index of the candidate's option, -1 when it is out. */
  optionOf(symbol: SymbolHandle): number {
    return this.chosen.get(symbol) ?? -1;
  }

  push(step: Step): void {
    this.stack.push(step);
    this.chosen.set(step.candidate.symbol, step.option);
  }

  pop(): Step | undefined {
    const step = this.stack.pop();
    if (step === undefined) return undefined;
    const { symbol } = step.candidate;
    const before = this.stack.findLast(({ candidate }) => candidate.symbol === symbol);
    if (before === undefined) this.chosen.delete(symbol);
    else this.chosen.set(symbol, before.option);
    return step;
  }

  /** In the order in which they came in. */
  selected(): Selected[] {
    const candidates = new Map(this.stack.map(({ candidate }) => [candidate.symbol, candidate]));
    return [...candidates.values()].flatMap((candidate) => {
      const option = this.pool.optionsOf(candidate)[this.optionOf(candidate.symbol)];
      return option === undefined ? [] : [{ candidate, option }];
    });
  }
}
