/**
 * Stale steps: cached steps that depend on lookups with changed answers, directly or through steps they used. Knows
 * steps and lookups, not their meaning.
 */
import type { Step, StepTable, SweepMarks } from "./recorder.js";

/** Finds and drops stale steps. */
export class StaleSteps {
  constructor(
    private readonly lookups: ReadonlySet<number>,
    private readonly marks: SweepMarks,
  ) {}

  /** Drops every question with a stale answer, for any fuel. */
  dropFrom(table: StepTable<unknown>): void {
    for (const [key, first] of table) {
      for (let step: Step | undefined = first; step !== undefined; step = step.next) {
        if (!this.isStale(step)) continue;
        table.delete(key);
        break;
      }
    }
  }

  /** Whether a step is stale. Steps use each other without cycles, to any depth; an open step waits for the steps it used. */
  private isStale(first: Step): boolean {
    const { marks } = this;
    const open = [first];
    for (let step = open.at(-1); step !== undefined; step = open.at(-1)) {
      if (step.mark < marks.open) this.judgeStep(step, open);
      else {
        if (step.mark === marks.open) step.mark = this.usesStale(step) ? marks.stale : marks.sound;
        open.pop();
      }
    }
    return first.mark === marks.stale;
  }

  /** Judges a step by its own lookups, or pushes the steps that it used. */
  private judgeStep(step: Step, open: Step[]): void {
    const { marks, lookups } = this;
    if (step.lookups?.some((lookup) => lookups.has(lookup)) === true) step.mark = marks.stale;
    else {
      step.mark = marks.open;
      for (const part of step.parts ?? []) if (part.mark < marks.open) open.push(part);
    }
  }

  private usesStale({ parts }: Step): boolean {
    return parts?.some((part) => part.mark === this.marks.stale) === true;
  }
}
