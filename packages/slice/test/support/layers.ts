/** Hand-written derived layers for the shared test graph. */
import type { SymbolHandle } from "@sdl/model";
import type { Cluster, DerivedLayers, ProcessPart, TestLink } from "@sdl/model/graph";
import type { InMemoryGraph } from "@sdl/model/in-memory";

export interface LayersSpec {
  /** Member symbols by cluster label; clusters listed in `related` are related in both directions. */
  readonly clusters?: Readonly<Record<string, readonly string[]>>;
  readonly related?: readonly (readonly [string, string])[];
  /** Tests by symbol, best first. */
  readonly tests?: Readonly<Record<string, readonly string[]>>;
  readonly processes?: Readonly<Record<string, readonly ProcessPart[]>>;
}

export function layersFor(graph: InMemoryGraph, spec: LayersSpec): DerivedLayers {
  const handle = (name: string): SymbolHandle => graph.get(name).handle;
  const labels = Object.keys(spec.clusters ?? {});
  const relatedTo = (label: string) =>
    (spec.related ?? [])
      .flatMap(([a, b]) => (a === label ? [b] : b === label ? [a] : []))
      .map((to) => labels.indexOf(to));
  const clusters = Object.entries(spec.clusters ?? {}).map(
    ([label, members], i): Cluster => ({
      id: `c${i}`,
      label,
      memberCount: members.length,
      related: relatedTo(label),
    }),
  );
  const clusterOf = new Map(
    Object.values(spec.clusters ?? {}).flatMap((members, i) => members.map((name) => [handle(name), i] as const)),
  );
  const tests = new Map(
    Object.entries(spec.tests ?? {}).map(([name, found]) => [
      handle(name),
      found.map((test, i): TestLink => ({ test: handle(test), distance: 1, proximity: 0.9 - i / 10 })),
    ]),
  );
  const processes = new Map(Object.entries(spec.processes ?? {}).map(([name, parts]) => [handle(name), parts]));
  return {
    version: "layers",
    clusterOf: (symbol) => clusterOf.get(symbol),
    cluster: (number) => {
      const cluster = clusters[number];
      if (cluster === undefined) throw new RangeError(`no cluster ${number}`);
      return cluster;
    },
    testsOf: (symbol) => tests.get(symbol) ?? [],
    processesOf: (symbol) => processes.get(symbol) ?? [],
    churnOf: () => undefined,
    vectors: () => undefined,
    history: () => undefined,
  };
}

/** Derived layers for any graph: cluster by handle modulo the count (none for the last), and a test and a process for some symbols. */
export function layersByHandle(clusterCount: number): DerivedLayers {
  return {
    version: "layers",
    clusterOf: (symbol) => (symbol % (clusterCount + 1) === clusterCount ? undefined : symbol % (clusterCount + 1)),
    cluster: (number) => ({
      id: `c${number * 997}`,
      label: `part ${number}, "odd"`,
      memberCount: number * 9,
      related: [],
    }),
    testsOf: (symbol) => (symbol % 3 === 0 ? [{ test: 0 as SymbolHandle, distance: 1, proximity: 0.5 }] : []),
    processesOf: (symbol) =>
      symbol % 4 === 0 ? [{ processId: `p${symbol}`, label: "a → b", role: "entry", depth: symbol }] : [],
    churnOf: (symbol) => (symbol % 2 === 0 ? symbol : undefined),
    vectors: () => undefined,
    history: () => undefined,
  };
}
