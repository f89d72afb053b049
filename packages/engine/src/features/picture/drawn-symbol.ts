/** A symbol shown in a picture, with its role in that picture. */
import type { SymbolHandle } from "@sdl/model";
import { compareIdParts } from "@sdl/model";
import { countNeighbours, type PictureChange, type PictureEffect, type SymbolGraph } from "@sdl/model/graph";

/** A symbol by handle, with its role. */
export interface DrawnSymbol {
  readonly handle: SymbolHandle;
  readonly isSeed?: boolean;
  readonly change?: PictureChange;
  readonly effect?: PictureEffect;
}

/** The symbols chosen to represent a part of a graph, best first, with sentences about what is left out. */
export interface ChosenPart {
  readonly title: string;
  readonly symbols: readonly DrawnSymbol[];
  readonly notes: readonly string[];
}

/** Number of distinct symbols that refer to the symbol. */
export function fanInOf(graph: SymbolGraph, symbol: SymbolHandle): number {
  return countNeighbours(graph.incoming(symbol), symbol);
}

/** Number of distinct symbols that a symbol refers to, without itself. */
export function fanOutOf(graph: SymbolGraph, symbol: SymbolHandle): number {
  return countNeighbours(graph.outgoing(symbol), symbol);
}

/** By number of users, then by number of symbols used, both descending, then by id. */
export function sortByImportance(graph: SymbolGraph, symbols: Iterable<SymbolHandle>): readonly SymbolHandle[] {
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
