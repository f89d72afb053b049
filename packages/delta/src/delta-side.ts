/**
 * One version as a comparison reads it. Knows graphs and derived layers, no store: two versions of a ledger, a git revision and a
 * draft compare alike.
 */
import type { SymbolHandle } from "@sdl/model";
import type { FactsPage } from "@sdl/model/facts";
import type { DerivedLayers, SymbolGraph } from "@sdl/model/graph";
import { givesBackValue, isOptionalMember, mentionsName, resultNames } from "./symbol-source.js";

export interface DeltaSide {
  readonly graph: SymbolGraph;
  /** Test links and processes, where they are there. */
  readonly layers: DerivedLayers | undefined;
  /** Address of a file's facts: files of equal keys are not looked into. `undefined` when unknown. */
  factsKey(path: string): string | undefined;
  /** Whether a function gives a value back; `undefined` when unknown. */
  givesBack(symbol: SymbolHandle): boolean | undefined;
  /** Whether objects may leave a member out; `undefined` when unknown. */
  isOptional(symbol: SymbolHandle): boolean | undefined;
  /** Names of what its value comes from as it is, see {@link resultNames}; `undefined` when unknown. */
  resultNames(symbol: SymbolHandle): ReadonlySet<string> | undefined;
  /** Whether its own text has a name; `undefined` when unknown. */
  mentions(symbol: SymbolHandle, name: string): boolean | undefined;
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
    givesBack: (symbol) => inFacts(graph, symbol, givesBackValue),
    isOptional: (symbol) => inFacts(graph, symbol, isOptionalMember),
    resultNames: (symbol) => inFacts(graph, symbol, resultNames),
    mentions: (symbol, name) => inFacts(graph, symbol, (page, ordinal) => mentionsName(page, ordinal, name)),
  };
}

function inFacts<T>(
  graph: SideGraph,
  symbol: SymbolHandle,
  read: (page: FactsPage, ordinal: number) => T,
): T | undefined {
  const file = graph.fileOf(symbol);
  const page = graph.fileFacts?.(file);
  // Symbols of a file stand in the order of its facts' rows.
  return page === undefined ? undefined : read(page, graph.fileSymbols(file).indexOf(symbol));
}
