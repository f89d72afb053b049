/**
 * Delta side: one version as input of a comparison. Knows graphs and derived layers, no store, so that ledger versions, git revisions and drafts
 * can be compared.
 */
import type { SymbolHandle } from "@sdl/model";
import type { FactsPage } from "@sdl/model/facts";
import type { DerivedLayers, SymbolGraph } from "@sdl/model/graph";
import type { ConfigText } from "@sdl/model/paths";
import {
  isOptionalMember,
  mentionsName,
  type Parameter,
  parametersOf,
  resultNames,
  returnsValue,
} from "./symbol-source.js";

/** Data of one version that a comparison reads. */
export interface DeltaSide {
  readonly graph: SymbolGraph;
  /** Test links and processes, if they have been computed. */
  readonly layers: DerivedLayers | undefined;
  /** A file's facts; `undefined` if unknown. */
  facts(path: string): FactsPage | undefined;
  /** Configuration files, ordered by path; none if unknown. */
  configs(): readonly ConfigText[];
  /** Key of a file's facts: files with equal keys are not compared. `undefined` if unknown. */
  factsKey(path: string): string | undefined;
  /** Parameters of a function in order; `undefined` if unknown. */
  parameters(symbol: SymbolHandle): readonly Parameter[] | undefined;
  /** Whether a function returns a value; `undefined` if unknown. */
  returnsValue(symbol: SymbolHandle): boolean | undefined;
  /** Whether objects may omit a member; `undefined` if unknown. */
  isOptional(symbol: SymbolHandle): boolean | undefined;
  /** Names of the sources of a symbol's value, see {@link resultNames}; `undefined` if unknown. */
  resultNames(symbol: SymbolHandle): ReadonlySet<string> | undefined;
  /** Whether the symbol's own text contains a name; `undefined` if unknown. */
  mentions(symbol: SymbolHandle, name: string): boolean | undefined;
}

/** Behaviour statements of a symbol, as on cards: all invariants and side effects, without lines. */
export interface BehaviourStatements {
  readonly invariants: readonly string[];
  readonly sideEffects: readonly string[];
}

/** Describes a symbol's invariants and side effects. */
export type DescribeSymbol = (graph: SymbolGraph, symbol: SymbolHandle) => BehaviourStatements;

/** A ledger snapshot, or another graph with a table of files. */
interface SideGraph extends SymbolGraph {
  fileEntry?(path: string): { readonly factsKey: string } | undefined;
  fileFacts?(path: string): FactsPage | undefined;
  configs?(): readonly ConfigText[];
}

/** Makes a side from a graph; facts are read on demand. */
export function deltaSide(graph: SideGraph, layers?: DerivedLayers): DeltaSide {
  return {
    graph,
    layers,
    facts: (path) => graph.fileFacts?.(path),
    configs: () => graph.configs?.() ?? [],
    factsKey: (path) => graph.fileEntry?.(path)?.factsKey,
    parameters: (symbol) => readFacts(graph, symbol, parametersOf),
    returnsValue: (symbol) => readFacts(graph, symbol, returnsValue),
    isOptional: (symbol) => readFacts(graph, symbol, isOptionalMember),
    resultNames: (symbol) => readFacts(graph, symbol, resultNames),
    mentions: (symbol, name) => readFacts(graph, symbol, (page, ordinal) => mentionsName(page, ordinal, name)),
  };
}

function readFacts<T>(
  graph: SideGraph,
  symbol: SymbolHandle,
  read: (page: FactsPage, ordinal: number) => T,
): T | undefined {
  const file = graph.fileOf(symbol);
  const page = graph.fileFacts?.(file);
  // The symbols of a file are in the order of the rows in its facts.
  return page === undefined ? undefined : read(page, graph.fileSymbols(file).indexOf(symbol));
}
