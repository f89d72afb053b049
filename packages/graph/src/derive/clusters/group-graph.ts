/**
 * Input graph of the clustering: one node per top-level symbol with all its members, one edge per pair of groups connected by edges. A class and
 * its methods belong together anyway, and a graph a third as large is clustered three times as fast.
 */

import { EDGE_KINDS, EDGE_WEIGHTS } from "@sdl/model";
import { type CodeGraph, edgeIndexes } from "../code-graph.js";

/** Undirected weighted graph. A group is identified by the number of its top-level symbol. */
export interface GroupGraph {
  /** Ascending. */
  readonly groups: Uint32Array;
  /** The two ends of each edge; each pair occurs once, `low` < `high`, ascending by both. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** Integers, so that their sum does not depend on the order. */
  readonly weights: Float64Array;
}

/** Smallest confidence of an edge that counts; edges below it are guesses. */
const LEAST_CONFIDENCE = 50;
/** Weight of the edge between a module and each of its top-level symbols, in hundredths of a call. */
const MODULE_EDGE_WEIGHT = 20;

const KIND_WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);

/** @param isLeftOut 1 for each symbol to leave out (tests) */
export function groupGraph(code: CodeGraph, isLeftOut: Uint8Array): GroupGraph {
  const weights = new Map<number, number>();
  for (let from = 0; from < code.symbolCount; from++) {
    if (isLeftOut[from] === 1) continue;
    for (const edge of edgeIndexes(code, from)) {
      const to = code.targets[edge] as number;
      const confidence = code.confidences[edge] as number;
      if (isLeftOut[to] === 1 || confidence < LEAST_CONFIDENCE) continue;
      const strength = Math.round(confidence * (KIND_WEIGHTS[code.edgeKinds[edge] as number] ?? 0));
      addWeight(weights, pairKey(code, code.topLevelOf[from] as number, code.topLevelOf[to] as number), strength);
    }
  }
  addModules(code, weights);
  return makeColumns(code, weights);
}

/** Key of a pair of groups; negative if both are the same group. */
function pairKey({ symbolCount }: CodeGraph, a: number, b: number): number {
  return a === b ? -1 : Math.min(a, b) * symbolCount + Math.max(a, b);
}

function addWeight(weights: Map<number, number>, key: number, weight: number): void {
  if (key >= 0) weights.set(key, (weights.get(key) ?? 0) + weight);
}

function symbolsOfPairs({ symbolCount }: CodeGraph, keys: Iterable<number>): Set<number> {
  const ends = new Set<number>();
  for (const key of keys) ends.add(Math.floor(key / symbolCount)).add(key % symbolCount);
  return ends;
}

/** Adds an edge between each module and each of its groups that has other edges. */
function addModules(code: CodeGraph, weights: Map<number, number>): void {
  for (const group of symbolsOfPairs(code, weights.keys())) {
    addWeight(weights, pairKey(code, group, code.moduleOf[group] as number), MODULE_EDGE_WEIGHT);
  }
}

function makeColumns(code: CodeGraph, weights: ReadonlyMap<number, number>): GroupGraph {
  const keys = Float64Array.from(weights.keys()).sort();
  return {
    groups: Uint32Array.from(symbolsOfPairs(code, keys)).sort(),
    low: Uint32Array.from(keys, (key) => Math.floor(key / code.symbolCount)),
    high: Uint32Array.from(keys, (key) => key % code.symbolCount),
    weights: Float64Array.from(keys, (key) => weights.get(key) as number),
  };
}
