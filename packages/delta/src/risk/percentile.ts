/** Where a symbol's number stands among those of all symbols of a version. The graph is read once, at the first question that needs it. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";

export class Percentiles {
  private sorted: Uint32Array | undefined;

  /** @param numberOf a whole number of each symbol of the graph; modules are not asked for */
  constructor(
    private readonly graph: SymbolGraph,
    private readonly numberOf: (symbol: SymbolHandle) => number,
  ) {}

  /** The share of the graph's symbols that have a lower number, 0..1; 0 of no symbol. */
  of(symbol: SymbolHandle | undefined): number {
    const number = symbol === undefined ? 0 : this.numberOf(symbol);
    // No number is lower than 0: most questions need no reading.
    if (number === 0) return 0;
    this.sorted ??= this.numbers().sort();
    return this.sorted.length === 0 ? 0 : lowerBound(this.sorted, number) / this.sorted.length;
  }

  private numbers(): Uint32Array {
    const { graph } = this;
    const symbols = graph.files().flatMap((file) => graph.fileSymbols(file));
    return Uint32Array.from(symbols.filter((symbol) => graph.kindOf(symbol) !== "module").map(this.numberOf));
  }
}

/** How many are less than `value`. */
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
