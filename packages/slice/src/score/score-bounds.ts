/**
 * Upper bounds on scores, known before a symbol is scored. The bound is the maximum of the retrieval score, a share of the proximity to the
 * start symbols, and the trace locality; see `scoreOf`.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { SeedSet } from "../seeds/collect-seeds.js";
import type { Proximity } from "./proximity.js";
import { traceLocality } from "./signals.js";
import { SCORE_WEIGHTS } from "./weights.js";

/** Score bounds of one graph for one request at a time, in an array of the graph's capacity. */
export class ScoreBounds {
  private readonly values: Float64Array;
  private readonly raised: SymbolHandle[] = [];

  constructor(private readonly graph: SymbolGraph) {
    this.values = new Float64Array(graph.capacity);
  }

  /** Upper bound on the symbol's score; 0 without any signal. Start symbols' own scores are not included. */
  of(symbol: SymbolHandle): number {
    return this.values[symbol] as number;
  }

  /** Clears all bounds, then computes those of a new request. @returns itself, valid until the next call */
  recompute(seeds: SeedSet, proximity: Proximity): this {
    for (const symbol of this.raised) this.values[symbol] = 0;
    this.raised.length = 0;
    for (const symbol of proximity.symbols()) this.raise(symbol, SCORE_WEIGHTS.proximity * proximity.of(symbol));
    for (const [symbol, score] of seeds.retrieved) this.raise(symbol, score);
    for (const symbol of seeds.editedCallers) this.raise(symbol, 1);
    for (const [symbol, place] of seeds.trace?.exact ?? []) this.raise(symbol, traceLocality(place));
    for (const [file, place] of seeds.trace?.files ?? []) {
      for (const symbol of this.graph.fileSymbols(file)) this.raise(symbol, traceLocality(place));
    }
    return this;
  }

  private raise(symbol: SymbolHandle, value: number): void {
    const known = this.values[symbol] as number;
    if (value <= known) return;
    if (known === 0) this.raised.push(symbol);
    this.values[symbol] = value;
  }
}
