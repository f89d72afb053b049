/** List of the best scored symbols of a stream: a bounded heap with the worst on top. */
import type { SymbolHandle } from "@sdl/model";

/** A symbol with its score. */
export interface Scored {
  readonly symbol: SymbolHandle;
  readonly score: number;
}

/** Keeps at most `limit` symbols. */
export class TopList {
  /** Lower bound on the scores in a full list. */
  floor = Number.NEGATIVE_INFINITY;
  private readonly heap: Scored[] = [];

  /** @param compareIds order of symbols with equal scores; negative if the first precedes */
  constructor(
    private readonly limit: number,
    private readonly compareIds: (a: SymbolHandle, b: SymbolHandle) => number,
  ) {}

  /** Whether a symbol with this score would enter the list. */
  admits(symbol: SymbolHandle, score: number): boolean {
    if (this.heap.length < this.limit) return true;
    const worst = this.heap[0];
    if (worst === undefined) return false;
    return score > worst.score || (score === worst.score && this.compareIds(symbol, worst.symbol) < 0);
  }

  /** Adds a symbol that {@link admits} accepts. */
  push(symbol: SymbolHandle, score: number): void {
    const item = { symbol, score };
    if (this.heap.length < this.limit) {
      this.heap.push(item);
      this.siftUp(this.heap.length - 1);
    } else {
      this.heap[0] = item;
      this.siftDown();
    }
    if (this.heap.length === this.limit) this.floor = (this.heap[0] as Scored).score;
  }

  /** Symbols by descending score; ties by id. */
  sorted(): Scored[] {
    return [...this.heap].sort((a, b) => (this.isWorse(a, b) ? 1 : -1));
  }

  private isWorse(a: Scored, b: Scored): boolean {
    return a.score < b.score || (a.score === b.score && this.compareIds(a.symbol, b.symbol) > 0);
  }

  private siftUp(from: number): void {
    const { heap } = this;
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.isWorse(heap[at] as Scored, heap[parent] as Scored)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private siftDown(): void {
    const { heap } = this;
    for (let at = 0; ; ) {
      let child = 2 * at + 1;
      if (child >= heap.length) return;
      if (child + 1 < heap.length && this.isWorse(heap[child + 1] as Scored, heap[child] as Scored)) child++;
      if (!this.isWorse(heap[child] as Scored, heap[at] as Scored)) return;
      this.swap(at, child);
      at = child;
    }
  }

  private swap(a: number, b: number): void {
    const held = this.heap[a] as Scored;
    this.heap[a] = this.heap[b] as Scored;
    this.heap[b] = held;
  }
}
