/** All derived layers of one version: a pure function of the graph, the files' entry facts and terms, and the configuration. */
import type { Cluster } from "@sdl/model/graph";
import type { PackedRows } from "../records/rows.js";
import { findClusters } from "./clusters/find-clusters.js";
import { type CodeGraph, readCodeGraph } from "./code-graph.js";
import { findProcesses } from "./processes/find-processes.js";
import type { DerivationSource } from "./source.js";
import { findTestCode } from "./tests/test-code.js";
import { linkTests } from "./tests/test-links.js";
import { findVectors } from "./vectors/find-vectors.js";

/** A process without its parts. */
interface ProcessName {
  readonly id: string;
  readonly label: string;
}

/** All layers, in the numbering of `code`. */
export interface Layers {
  readonly code: CodeGraph;
  /** Ordered by id. */
  readonly clusters: readonly Cluster[];
  /** Index into `clusters` for each symbol; `NONE` if the symbol is in no cluster. */
  readonly clusterOf: Uint32Array;
  /** Tests of each symbol, best first; two words each: the test's number, then `distance << 8 | proximity`. */
  readonly tests: PackedRows;
  readonly processes: readonly ProcessName[];
  /** Process parts of each symbol, nearest to the entry first: `process << 10 | role << 8 | depth`. */
  readonly parts: PackedRows;
  /** `VECTOR_DIMENSIONS` components for each symbol. */
  readonly vectors: Int8Array;
}

/** Computes every layer; the same source gives the same result. */
export function deriveLayers(source: DerivationSource): Layers {
  const code = readCodeGraph(source.graph);
  const testCode = findTestCode(code, source);
  const { clusters, clusterOf } = findClusters(code, testCode.isTest);
  const tests = linkTests(code, testCode);
  const { processes, parts } = findProcesses(code, testCode.isTest, source);
  const vectors = findVectors(code, testCode.isTest, source);
  return { code, clusters, clusterOf, tests, processes, parts, vectors };
}
