/**
 * What derived layers add to a card. No etag covers it: one edge elsewhere may move a symbol to another cluster, and that changes nothing a
 * client knows of the symbol.
 */
import type { SymbolHandle, SymbolId } from "@sdl/model";
import type { DerivedLayers, ProcessRole, SymbolGraph, TestLink } from "@sdl/model/graph";

export interface CardCluster {
  readonly clusterId: string;
  readonly label: string;
  readonly memberCount: number;
}

export interface CardProcess {
  readonly processId: string;
  readonly label: string;
  readonly role: ProcessRole;
  /** Calls from the entry. */
  readonly depth: number;
}

/** The test that is most about the symbol. */
export interface CanonicalTest {
  readonly file: string;
  /** A test function; absent where the tests of the file have no names of their own. */
  readonly symbolId?: SymbolId;
  readonly distance: number;
  /** 0..1 */
  readonly proximity: number;
}

/** What a card may show; absent and empty fields are left out. */
export interface DerivedFields {
  readonly cluster?: CardCluster;
  readonly churn30d?: number;
  readonly testRefs?: readonly string[];
  readonly canonicalTest?: CanonicalTest;
  readonly processes?: readonly CardProcess[];
}

/** Tests and processes that a card shows; the first process is the one whose entry is nearest. */
const MAX_TEST_REFS = 3;
const MAX_PROCESSES = 1;

/** At `compact` the cluster and the best test alone. */
export type DerivedDetail = "compact" | "full";

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

/** As runners take it: the file, or `file::Class::test` for a named test. */
function testRef(graph: SymbolGraph, test: SymbolHandle): string {
  const { file, kind, qualifiedName } = graph.symbol(test);
  return kind === "module" ? file : [file, ...qualifiedName.split(".")].join("::");
}

function canonicalField(graph: SymbolGraph, { test, distance, proximity }: TestLink): CanonicalTest {
  const { file, kind, id } = graph.symbol(test);
  return { file, ...(kind === "module" ? {} : { symbolId: id }), distance, proximity };
}
