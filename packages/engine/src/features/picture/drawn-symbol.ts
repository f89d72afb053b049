/** A symbol that a picture shows: of which graph, and what it is to the picture. */
import type { SymbolHandle } from "@sdl/model";
import { compareIdParts } from "@sdl/model";
import { countNeighbours, type PictureChange, type PictureEffect, type SymbolGraph } from "@sdl/model/graph";

export interface DrawnSymbol {
  readonly handle: SymbolHandle;
  readonly isSeed?: boolean;
  readonly change?: PictureChange;
  readonly effect?: PictureEffect;
}

/** What stands for a part of a graph, best first; and what it leaves out, in sentences. */
export interface ChosenPart {
  readonly title: string;
  readonly symbols: readonly DrawnSymbol[];
  readonly notes: readonly string[];
}

/** Distinct symbols that refer to it. */
export function fanInOf(graph: SymbolGraph, symbol: SymbolHandle): number {
  return countNeighbours(graph.incoming(symbol), symbol);
}

export function fanOutOf(graph: SymbolGraph, symbol: SymbolHandle): number {
  return countNeighbours(graph.outgoing(symbol), symbol);
}

/** What most others refer to first, then what refers to most others, then by id. */
export function byImportance(graph: SymbolGraph, symbols: Iterable<SymbolHandle>): readonly SymbolHandle[] {
  const weighed = Array.from(symbols, (symbol) => ({
    symbol,
    fanIn: fanInOf(graph, symbol),
    fanOut: fanOutOf(graph, symbol),
  }));
  weighed.sort(
    (a, b) =>
      b.fanIn - a.fanIn || b.fanOut - a.fanOut || compareIdParts(graph.idParts(a.symbol), graph.idParts(b.symbol)),
  );
  return weighed.map(({ symbol }) => symbol);
}
