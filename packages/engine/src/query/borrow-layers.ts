/** Derived layers of the latest version, mapped to another version's graph by symbol id. */
import type { SymbolHandle } from "@sdl/model";
import type { DerivedLayers, SymbolGraph, TestLink } from "@sdl/model/graph";

/** @param derived layers of `latest` */
export function borrowLayers(graph: SymbolGraph, latest: SymbolGraph, derived: DerivedLayers): DerivedLayers {
  const twin = (from: SymbolGraph, symbol: SymbolHandle, to: SymbolGraph): SymbolHandle | undefined =>
    to.findSymbol(from.symbol(symbol).id);
  const ofTwin = <T>(symbol: SymbolHandle, read: (twin: SymbolHandle) => readonly T[]): readonly T[] => {
    const other = twin(graph, symbol, latest);
    return other === undefined ? [] : read(other);
  };
  return {
    version: derived.version,
    clusterOf: (symbol) => {
      const other = twin(graph, symbol, latest);
      return other === undefined ? undefined : derived.clusterOf(other);
    },
    cluster: (number) => derived.cluster(number),
    testsOf: (symbol) =>
      ofTwin(symbol, (other) =>
        derived.testsOf(other).flatMap((link): TestLink[] => {
          const test = twin(latest, link.test, graph);
          return test === undefined ? [] : [{ ...link, test }];
        }),
      ),
    processesOf: (symbol) => ofTwin(symbol, (other) => derived.processesOf(other)),
    churnOf: (symbol) => {
      const other = twin(graph, symbol, latest);
      return other === undefined ? undefined : derived.churnOf(other);
    },
    // Vectors are indexed by the latest version's handles and cannot be mapped.
    vectors: () => undefined,
    history: () => derived.history(),
  };
}
