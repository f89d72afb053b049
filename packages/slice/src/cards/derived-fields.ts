/**
 * Fields from derived layers on a card. No etag covers them: an edge elsewhere may move a symbol to another cluster, and that does not change the
 * symbol itself.
 */
import type { SymbolHandle, SymbolId } from "@sdl/model";
import type { DerivedLayers, ProcessRole, SymbolGraph, TestLink } from "@sdl/model/graph";

/** The cluster of a symbol. */
export interface CardCluster {
  readonly clusterId: string;
  readonly label: string;
  readonly memberCount: number;
}

/** A process that a symbol is part of. */
export interface CardProcess {
  readonly processId: string;
  readonly label: string;
  readonly role: ProcessRole;
  /** Number of calls from the process's entry point. */
  readonly depth: number;
}

/** The test that is most closely related to the symbol. */
export interface CanonicalTest {
  readonly file: string;
  /** Id of the test function; absent if the tests of the file have no names. */
  readonly symbolId?: SymbolId;
  readonly distance: number;
  /** Proximity of the test to the symbol, 0..1. */
  readonly proximity: number;
}

/** Derived fields that a card may show; absent and empty fields are omitted. */
export interface DerivedFields {
  readonly cluster?: CardCluster;
  readonly churn30d?: number;
  readonly testRefs?: readonly string[];
  readonly canonicalTest?: CanonicalTest;
  readonly processes?: readonly CardProcess[];
}

/** Maximum numbers of tests and processes on a card; the first process is the one with the nearest entry point. */
const MAX_TEST_REFS = 3;
const MAX_PROCESSES = 1;

/** At `compact` only the cluster and the best test. */
export type DerivedDetail = "compact" | "full";

/** Reads the fields of one symbol; fields without a value are left out. */
export function derivedFields(
  graph: SymbolGraph,
  symbol: SymbolHandle,
  { layers, detail }: { readonly layers: DerivedLayers; readonly detail: DerivedDetail },
): DerivedFields {
  const number = layers.clusterOf(symbol);
  const churn30d = layers.churnOf(symbol);
  const tests = layers.testsOf(symbol);
  const shown = tests.slice(0, detail === "full" ? MAX_TEST_REFS : 1);
  return {
    ...(number === undefined ? {} : { cluster: clusterField(layers, number) }),
    ...(churn30d === undefined ? {} : { churn30d }),
    ...(shown.length === 0 ? {} : { testRefs: shown.map(({ test }) => testRef(graph, test)) }),
    ...(detail === "full" ? fullFields(graph, layers.processesOf(symbol), tests) : {}),
  };
}

function fullFields(
  graph: SymbolGraph,
  processes: readonly CardProcess[],
  [canonical]: readonly TestLink[],
): DerivedFields {
  return {
    ...(canonical === undefined ? {} : { canonicalTest: canonicalField(graph, canonical) }),
    ...(processes.length === 0 ? {} : { processes: processes.slice(0, MAX_PROCESSES) }),
  };
}

function clusterField(layers: DerivedLayers, number: number): CardCluster {
  const { id, label, memberCount } = layers.cluster(number);
  return { clusterId: id, label, memberCount };
}

/** Test reference as test runners accept it: the file, or `file::Class::test` for a named test. */
function testRef(graph: SymbolGraph, test: SymbolHandle): string {
  const { file, kind, qualifiedName } = graph.symbol(test);
  return kind === "module" ? file : [file, ...qualifiedName.split(".")].join("::");
}

function canonicalField(graph: SymbolGraph, { test, distance, proximity }: TestLink): CanonicalTest {
  const { file, kind, id } = graph.symbol(test);
  return { file, ...(kind === "module" ? {} : { symbolId: id }), distance, proximity };
}
