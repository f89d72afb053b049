/** Call tree of an entry point: the symbols it reaches, with their distance in calls. */

import { EDGE_CODE, KIND_CODE } from "@sdl/model";
import { type CodeGraph, edgeIndexes } from "../code-graph.js";
import type { EntryPoint } from "./entry-points.js";

/** A symbol in a call tree. */
export interface TreeNode {
  readonly symbol: number;
  readonly depth: number;
  /** Index of the caller in the list of nodes; -1 for the entry. */
  readonly parent: number;
  /** Whether it calls no symbol of the repository. */
  readonly isLeaf: boolean;
}

const LEAST_CONFIDENCE = 50;
const MAX_DEPTH = 8;
const MAX_NODES = 48;

/** Breadth-first search from the entry: the entry first, then nearest first. @param isTest 1 for each symbol that is test code */
export function callTree(code: CodeGraph, isTest: Uint8Array, entry: EntryPoint): TreeNode[] {
  const nodes: { symbol: number; depth: number; parent: number; isLeaf: boolean }[] = [];
  const seen = new Set([entry.symbol]);
  nodes.push({ symbol: entry.symbol, depth: 0, parent: -1, isLeaf: true });
  for (let at = 0; at < nodes.length && nodes.length < MAX_NODES; at++) {
    const node = nodes[at] as (typeof nodes)[number];
    for (const to of calledSymbols(code, node.symbol, at === 0 ? entry.calls : undefined)) {
      if (isTest[to] === 1 || to === node.symbol) continue;
      node.isLeaf = false;
      if (seen.has(to) || node.depth >= MAX_DEPTH || nodes.length >= MAX_NODES) continue;
      seen.add(to);
      nodes.push({ symbol: to, depth: node.depth + 1, parent: at, isLeaf: true });
    }
  }
  return nodes;
}

function* calledSymbols(code: CodeGraph, symbol: number, names: readonly string[] | undefined): Iterable<number> {
  for (const edge of edgeIndexes(code, symbol)) {
    const to = code.targets[edge] as number;
    if (code.edgeKinds[edge] !== EDGE_CODE.call || (code.confidences[edge] as number) < LEAST_CONFIDENCE) continue;
    if (code.kinds[to] === KIND_CODE.module) continue;
    if (names === undefined || names.includes(code.records[to]?.name ?? "")) yield to;
  }
}
