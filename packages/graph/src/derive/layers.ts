/** All layers of one version: a pure function of the graph, what files say of entries, and configuration. */
import type { Cluster } from "@sdl/model/graph";
import type { Rows } from "../records/rows.js";
import { findClusters } from "./clusters/find-clusters.js";
import { type CodeGraph, readCodeGraph } from "./code-graph.js";
import { findProcesses } from "./processes/find-processes.js";
import type { DerivationSource } from "./source.js";
import { findTestCode } from "./tests/test-code.js";
import { linkTests } from "./tests/test-links.js";
import { findVectors } from "./vectors/find-vectors.js";

/** A process, without its parts. */
interface ProcessName {
  readonly id: string;
  readonly label: string;
}

export interface Layers {
  readonly code: CodeGraph;
  /** By id. */
  readonly clusters: readonly Cluster[];
  /** By symbol, a number into `clusters`; `NONE` for those in none. */
  readonly clusterOf: Uint32Array;
  /** By symbol, best first: the test's number, then `distance << 8 | proximity`. */
  readonly tests: Rows;
  readonly processes: readonly ProcessName[];
  /** By symbol, nearest first: `process << 10 | role << 8 | depth`. */
  readonly parts: Rows;
  /** By symbol, `VECTOR_DIMENSIONS` numbers each. */
  readonly vectors: Int8Array;
}

export function deriveLayers(source: DerivationSource): Layers {
  const code = readCodeGraph(source.graph);
  const testCode = findTestCode(code, source);
  const { clusters, clusterOf } = findClusters(code, testCode.isTest);
  const tests = linkTests(code, testCode);
  const { processes, parts } = findProcesses(code, testCode.isTest, source);
  const vectors = findVectors(code, testCode.isTest, source);
  return { code, clusters, clusterOf, tests, processes, parts, vectors };
}
