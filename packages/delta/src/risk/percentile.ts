/** Percentiles of symbols by a number. The whole graph is read once, on the first non-zero number. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";

/** Percentiles of one number over a graph. */
export class Percentiles {
  private sorted: Uint32Array | undefined;

  /** @param numberOf non-negative integer of a symbol; not called for modules */
  constructor(
    private readonly graph: SymbolGraph,
    private readonly numberOf: (symbol: SymbolHandle) => number,
  ) {}

  /** Share of the graph's symbols with a lower number, 0..1; 0 without a symbol. */
  of(symbol: SymbolHandle | undefined): number {
    const number = symbol === undefined ? 0 : this.numberOf(symbol);
    // 0 is the lowest number, so most calls need not read the graph.
    if (number === 0) return 0;
    this.sorted ??= this.sortedNumbers().sort();
    return this.sorted.length === 0 ? 0 : lowerBound(this.sorted, number) / this.sorted.length;
  }

  private sortedNumbers(): Uint32Array {
    const { graph } = this;
    const symbols = graph.files().flatMap((file) => graph.fileSymbols(file));
    return Uint32Array.from(symbols.filter((symbol) => graph.kindOf(symbol) !== "module").map(this.numberOf));
  }
}

/** Number of values less than `value`. */
function lowerBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
