/**
 * Which remembered steps rest on lookups that have another answer by now, themselves or by a step that they used. Knows steps and lookups; refuses
 * to know what either stands for.
 */
import type { Step, StepTable, SweepMarks } from "./recorder.js";

export class StaleSteps {
  constructor(
    private readonly lookups: ReadonlySet<number>,
    private readonly marks: SweepMarks,
  ) {}

  /** Takes every question off whose answers rest on such a lookup, with whatever fuel. */
  dropFrom(table: StepTable<unknown>): void {
    for (const [key, first] of table) {
      for (let step: Step | undefined = first; step !== undefined; step = step.next) {
        if (!this.isStale(step)) continue;
        table.delete(key);
        break;
      }
    }
  }

  /** Steps used each other without going round, at any depth: those that are open wait for the ones they used. */
  private isStale(first: Step): boolean {
    const { marks } = this;
    const open = [first];
    for (let step = open.at(-1); step !== undefined; step = open.at(-1)) {
      if (step.mark < marks.open) this.look(step, open);
      else {
        if (step.mark === marks.open) step.mark = this.usesStale(step) ? marks.stale : marks.sound;
        open.pop();
      }
    }
    return first.mark === marks.stale;
  }

  /** Judges a step by its own lookups, or lays what it used on top of it. */
  private look(step: Step, open: Step[]): void {
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
