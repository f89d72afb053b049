/**
 * One version as a comparison reads it. Knows graphs and derived layers, no store: two versions of a ledger, a git revision and a
 * draft compare alike.
 */
import { type DerivedLayers, type FactsPage, RETURNS, type SymbolGraph, type SymbolHandle } from "@sdl/model";

export interface DeltaSide {
  readonly graph: SymbolGraph;
  /** Test links and processes, where they are there. */
  readonly layers: DerivedLayers | undefined;
  /** Address of a file's facts: files of equal keys are not looked into. `undefined` when unknown. */
  factsKey(path: string): string | undefined;
  /** Whether a function gives a value back; `undefined` when unknown. */
  givesBack(symbol: SymbolHandle): boolean | undefined;
}

/** What a symbol checks and does, in the words of cards, complete and without lines. */
export interface SymbolWords {
  readonly invariants: readonly string[];
  readonly sideEffects: readonly string[];
}

export type DescribeSymbol = (graph: SymbolGraph, symbol: SymbolHandle) => SymbolWords;

/** A snapshot of the ledger, or anything that is a graph and has a table of files. */
interface SideGraph extends SymbolGraph {
  fileEntry?(path: string): { readonly factsKey: string } | undefined;
  fileFacts?(path: string): FactsPage | undefined;
}

export function deltaSide(graph: SideGraph, layers?: DerivedLayers): DeltaSide {
  return {
    graph,
    layers,
    factsKey: (path) => graph.fileEntry?.(path)?.factsKey,
    givesBack: (symbol) => givesBack(graph, symbol),
  };
}

function givesBack(graph: SideGraph, symbol: SymbolHandle): boolean | undefined {
  const file = graph.fileOf(symbol);
  // Symbols of a file stand in the order of its facts' rows.
  return graph.fileFacts?.(file)?.table(RETURNS).symbol.includes(graph.fileSymbols(file).indexOf(symbol));
}
