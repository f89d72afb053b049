/**
 * Recorder of lookups, with a cache of linking steps that includes the lookups of each step.
 *
 * Every step that may lead to another file is computed with limited *fuel*; a step that needs more gives nothing. A
 * cached result is reused for a request with different fuel only if it equals what that request would compute: the step
 * was not cut, and needs no more fuel than the request has. So results are independent of the order of files and of
 * earlier requests, and cycles end. Invariant: reusing a cached result records the lookups and charges the work that
 * computing it would. So the work of a file depends on facts only, and a work limit fails the same files in any order.
 */

/** Fuel of an expression at the start: enough for 64 re-exports, or 8 nested returns. */
export const FULL_FUEL = 64;

/** A cached result. */
export class Step<T = unknown> {
  value: T | undefined;
  lookups: number[] | undefined;
  parts: Step[] | undefined;
  /** Minimum fuel with which the step is complete. */
  need = 0;
  /** False if the step was cut for lack of fuel. */
  isComplete = true;
  /** Number of the link that last copied the step's lookups. */
  mark = 0;
  /** Work of computing the step, without the steps it used. */
  work = 0;
  /** Results of the same question with different fuel. */
  next: Step<T> | undefined;

  constructor(readonly fuel: number) {}
}

/** Cached steps by question. */
export type StepTable<T> = Map<number, Step<T>>;

/** Mark numbers for one sweep, which no link uses; the first is the lowest. */
export interface SweepMarks {
  readonly open: number;
  readonly sound: number;
  readonly stale: number;
}

/** Error: linking one file exceeded its work limit. */
export class WorkLimitError extends Error {
  override readonly name = "WorkLimitError";

  constructor(readonly limit: number) {
    super(`it takes more than ${limit} steps`);
  }
}

/** Records the lookups and the work of the file being linked. */
export class Recorder {
  /** Work done since {@link begin}. */
  private spent = 0;
  /** The part of {@link spent} done by steps computed inside the running step. */
  private inner = 0;
  /** Work of all steps that the file being linked uses, whenever they were computed. */
  private used = 0;
  private limit = Number.POSITIVE_INFINITY;
  private current: Step | undefined;
  private link = 0;
  private found = new Uint32Array(4096);
  private count = 0;

  /** Whether the running code belongs to no step: then its lookups belong to the file being linked. */
  get isAtTop(): boolean {
    return this.current === undefined;
  }

  /** Starts a file. @param limit most {@link work} of the file */
  begin(limit: number): void {
    this.link++;
    this.count = 0;
    this.spent = 0;
    this.inner = 0;
    this.used = 0;
    this.limit = limit;
  }

  /** Work for the file so far: of the file itself and of each step that it uses, counted once. */
  get work(): number {
    return this.spent - this.inner + this.used;
  }

  /** Adds work of the running code. @throws {WorkLimitError} beyond the file's limit */
  spend(count: number): void {
    this.spent += count;
    if (this.spent > this.limit) throw new WorkLimitError(this.limit);
  }

  /** Lookups since {@link begin}, ascending, without duplicates. @throws {WorkLimitError} */
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

  /** Reserves mark numbers that no step has yet. */
  marksForSweep(): SweepMarks {
    this.link += 3;
    return { open: this.link - 2, sound: this.link - 1, stale: this.link };
  }

  /** The cached result for `fuel`, with its lookups recorded; `undefined` if it must be computed. */
  find<T>(table: StepTable<T>, key: number, fuel: number): Step<T> | undefined {
    for (let step = table.get(key); step !== undefined; step = step.next) {
      if (step.isComplete ? step.need <= fuel : step.fuel === fuel) {
        this.use(step);
        return step;
      }
    }
    return undefined;
  }

  /** Records that a step was skipped for lack of fuel. */
  cut(): void {
    if (this.current !== undefined) this.current.isComplete = false;
  }

  /** Computes and caches a step that uses `cost` fuel. */
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

  /** Returns the result of a cached step that {@link find} returned for the caller's fuel, and records the step's lookups for the caller. */
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

  /** Adds a step's work and lookups to the file being linked. */
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
