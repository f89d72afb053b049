/** What a test reaches by calls, and what it only imports. */

import { EDGE_CODE } from "@sdl/model";
import { type CodeGraph, edgesOf } from "../code-graph.js";
import type { TestUnit } from "./test-code.js";

export interface Reach {
  /** Calls to each symbol outside of tests; helpers of tests on the way are not counted. */
  readonly distances: ReadonlyMap<number, number>;
  /** Symbols that the test imports or mentions without a call. */
  readonly imports: ReadonlySet<number>;
}

/** Guesses link nothing to a test. */
const LEAST_CONFIDENCE = 50;
const MAX_DISTANCE = 3;
/** Helpers of helpers. */
const MAX_HELPER_STEPS = 3;
/** Symbols one test is followed to: integration tests reach everything, which says nothing. */
const MAX_REACHED = 600;

/** @param isTest by symbol */
export function reachOf(code: CodeGraph, isTest: Uint8Array, unit: TestUnit): Reach {
  const helpers = helpersOf(code, isTest, unit);
  const imports = new Set<number>();
  const distances = new Map<number, number>();
  let frontier: number[] = [];
  for (const helper of helpers) {
    eachEdge(code, helper, (to, isCall) => {
      if (isTest[to] === 1) return;
      if (!isCall) imports.add(to);
      else if (!distances.has(to)) {
        distances.set(to, 1);
        frontier.push(to);
      }
    });
  }
  for (let distance = 2; distance <= MAX_DISTANCE && distances.size < MAX_REACHED; distance++) {
    const next: number[] = [];
    for (const from of frontier) {
      eachEdge(code, from, (to, isCall) => {
        if (!isCall || isTest[to] === 1 || distances.has(to)) return;
        distances.set(to, distance);
        next.push(to);
      });
    }
    frontier = next;
  }
  for (const called of distances.keys()) imports.delete(called);
  return { distances, imports };
}

/** The test itself, its set-up, and the test code that they call. */
function helpersOf(code: CodeGraph, isTest: Uint8Array, { symbol, setup }: TestUnit): Set<number> {
  const helpers = new Set([symbol, ...setup]);
  let frontier = [...helpers];
  for (let step = 0; step < MAX_HELPER_STEPS && frontier.length > 0; step++) {
    const next: number[] = [];
    for (const from of frontier) {
      eachEdge(code, from, (to, isCall) => {
        if (!isCall || isTest[to] === 0 || helpers.has(to)) return;
        helpers.add(to);
        next.push(to);
      });
    }
    frontier = next;
  }
  return helpers;
}

function eachEdge(code: CodeGraph, from: number, visit: (to: number, isCall: boolean) => void): void {
  for (const edge of edgesOf(code, from)) {
    if ((code.confidences[edge] as number) < LEAST_CONFIDENCE) continue;
    visit(code.targets[edge] as number, code.edgeKinds[edge] === EDGE_CODE.call);
  }
}
