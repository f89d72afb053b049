/**
 * The most that symbols' scores can be, known before any symbol is looked at: a score is at most the best of what retrieval says,
 * a share of the proximity to the start symbols and the place in a stack trace say, see `scoreOf`.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { SeedSet } from "../seeds/collect-seeds.js";
import type { Proximity } from "./proximity.js";
import { traceLocality } from "./signals.js";
import { SCORE_WEIGHTS } from "./weights.js";

/** Of one graph and one request at a time: the values stand in an array of the graph's size. */
export class Promises {
  private readonly values: Float64Array;
  private readonly raised: SymbolHandle[] = [];

  constructor(private readonly graph: SymbolGraph) {
    this.values = new Float64Array(graph.capacity);
  }

  /** 0 where nothing speaks for the symbol. Start symbols' own scores are not counted. */
  of(symbol: SymbolHandle): number {
    return this.values[symbol] as number;
  }

  /** Forgets everything, then learns what speaks for a symbol. @returns itself, valid until the next call */
  renew(seeds: SeedSet, proximity: Proximity): this {
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
