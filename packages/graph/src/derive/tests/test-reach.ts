/** Symbols that a test reaches by calls, and symbols that it only imports. */

import { EDGE_CODE } from "@sdl/model";
import { type CodeGraph, edgesOf } from "../code-graph.js";
import type { TestUnit } from "./test-code.js";

/** What one test reaches. */
export interface Reach {
  /** Number of calls from the test to each non-test symbol; calls through test helpers are not counted. */
  readonly distances: ReadonlyMap<number, number>;
  /** Symbols that the test imports or references without reaching them by calls. */
  readonly imports: ReadonlySet<number>;
}

/** Smallest confidence of an edge that counts; edges below it are guesses. */
const LEAST_CONFIDENCE = 50;
const MAX_DISTANCE = 3;
/** Maximum depth of test helpers that call test helpers. */
const MAX_HELPER_STEPS = 3;
/** Maximum number of symbols followed from one test: an integration test reaches everything, which is no evidence. */
const MAX_REACHED = 600;

/** @param isTest 1 for each symbol that is test code */
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

/** The test itself, its set-up, and the test code that these call. */
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
