/**
 * Memoised steps of linking that remember which lookups they made.
 *
 * Every step that may lead to another file is computed with a limited *fuel*; a step that would need more gives nothing. A result
 * is shared between askers with different fuel only if it is exactly what each of them would have computed: it was cut nowhere, and
 * it needs no more than the asker has. So results depend neither on the order of files nor on what was asked before, and cycles end.
 * Invariant: using a remembered result records every lookup that computing it would have, and costs the file being linked the work that
 * computing it would have. So the work of a file depends on facts alone, and a limit on it fails the same files in every order.
 */

/** Fuel that an expression of a file starts with: thirty-two re-exports, or four returns within returns. */
export const FULL_FUEL = 32;

/** A remembered result. */
export class Step<T = unknown> {
  value: T | undefined;
  lookups: number[] | undefined;
  parts: Step[] | undefined;
  /** Fuel with which it would just have been complete. */
  need = 0;
  /** False if it was cut for want of fuel. */
  isComplete = true;
  /** Number of the link in which its lookups were last copied. */
  mark = 0;
  /** What computing it took, the steps inside it left out. */
  work = 0;
  /** Results of the same question with other fuel. */
  next: Step<T> | undefined;

  constructor(readonly fuel: number) {}
}

export type StepTable<T> = Map<number, Step<T>>;

/** Numbers that no link has: a step that was looked at carries one of them as its mark. The first is the lowest. */
export interface SweepMarks {
  readonly open: number;
  readonly sound: number;
  readonly stale: number;
}

/** Linking one file took more work than it may. */
export class WorkLimitError extends Error {
  override readonly name = "WorkLimitError";

  constructor(readonly limit: number) {
    super(`it takes more than ${limit} steps`);
  }
}

export class Recorder {
  /** Work that was done since {@link begin}. */
  private spent = 0;
  /** Of that, what steps did that were computed inside the code that runs. */
  private inner = 0;
  /** Work of the steps that the file being linked uses, whenever it was done. */
  private used = 0;
  private limit = Number.POSITIVE_INFINITY;
  private current: Step | undefined;
  private link = 0;
  private found = new Uint32Array(4096);
  private count = 0;

  /** Whether the code that runs belongs to no step: what it looks up goes to the file being linked. */
  get isAtTop(): boolean {
    return this.current === undefined;
  }

  /** Starts a file. @param limit on its {@link work} */
  begin(limit: number): void {
    this.link++;
    this.count = 0;
    this.spent = 0;
    this.inner = 0;
    this.used = 0;
    this.limit = limit;
  }

  /** The work of the file so far: its own, and that of each step it uses, once. */
  get work(): number {
    return this.spent - this.inner + this.used;
  }

  /** Counts work of the code that runs. @throws {WorkLimitError} beyond the file's limit */
  spend(count: number): void {
    this.spent += count;
    if (this.spent > this.limit) throw new WorkLimitError(this.limit);
  }

  /** Lookups since {@link begin}, ascending, each once. @throws {WorkLimitError} */
  finish(): Uint32Array {
    if (this.work > this.limit) throw new WorkLimitError(this.limit);
    const sorted = this.found.slice(0, this.count).sort();
    let kept = 0;
    for (let i = 0; i < sorted.length; i++) {
      if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i] as number;
    }
    return sorted.slice(0, kept);
  }

  record(lookup: number): void {
    this.spend(1);
    const { current } = this;
    if (current === undefined) this.add(lookup);
    else if (current.lookups === undefined) current.lookups = [lookup];
    else current.lookups.push(lookup);
  }

  /** Numbers of marks that no step has yet. */
  marksForSweep(): SweepMarks {
    this.link += 3;
    return { open: this.link - 2, sound: this.link - 1, stale: this.link };
  }

  /** The remembered result for `fuel`, its lookups recorded; `undefined` when it must be computed. */
  find<T>(table: StepTable<T>, key: number, fuel: number): Step<T> | undefined {
    for (let step = table.get(key); step !== undefined; step = step.next) {
      if (step.isComplete ? step.need <= fuel : step.fuel === fuel) {
        this.use(step);
        return step;
      }
    }
    return undefined;
  }

  /** Notes that a step was not taken for want of fuel. */
  cut(): void {
    if (this.current !== undefined) this.current.isComplete = false;
  }

  /** Computes and remembers a step that uses up `cost`. */
  compute<T>(
    table: StepTable<T>,
    key: number,
    { fuel, cost }: { readonly fuel: number; readonly cost: number },
    run: (fuel: number) => T,
  ): Step<T> {
    const step = new Step<T>(fuel);
    const { current: outer, inner: outerInner, spent } = this;
    this.current = step;
    this.inner = 0;
    try {
      step.value = run(fuel - cost);
    } finally {
      this.current = outer;
    }
    const work = this.spent - spent;
    step.work = work - this.inner;
    this.inner = outerInner + work;
    step.need += cost;
    step.next = table.get(key);
    table.set(key, step);
    this.use(step);
    return step;
  }

  /** The result of a step that is known to fit, its lookups recorded. */
  reuse<T>(step: Step<T>): T | undefined {
    this.use(step);
    return step.value;
  }

  private use(step: Step): void {
    this.spend(1);
    const { current } = this;
    if (current === undefined) {
      this.copy(step);
      return;
    }
    if (current.parts === undefined) current.parts = [step];
    else if (current.parts[current.parts.length - 1] !== step) current.parts.push(step);
    if (step.need > current.need) current.need = step.need;
    if (!step.isComplete) current.isComplete = false;
  }

  private copy(first: Step): void {
    const { link } = this;
    if (first.mark === link) return;
    first.mark = link;
    this.charge(first);
    if (first.parts === undefined) return;
    const open = [first];
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      for (const part of step.parts ?? []) {
        if (part.mark === link) continue;
        part.mark = link;
        this.charge(part);
        if (part.parts !== undefined) open.push(part);
      }
    }
  }

  /** Makes the file pay for a step, and know what it looked up. */
  private charge({ work, lookups }: Step): void {
    this.used += work + 1;
    if (this.used > this.limit) throw new WorkLimitError(this.limit);
    if (lookups === undefined) return;
    for (let i = 0; i < lookups.length; i++) this.add(lookups[i] as number);
  }

  private add(lookup: number): void {
    if (this.count === this.found.length) {
      const grown = new Uint32Array(this.count * 2);
      grown.set(this.found);
      this.found = grown;
    }
    this.found[this.count++] = lookup;
  }
}
