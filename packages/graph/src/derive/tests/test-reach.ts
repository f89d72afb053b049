/** Symbols that a test reaches by calls, and symbols that it imports or only refers to. */

import { EDGE_CODE } from "@sdl/model";
import { type CodeGraph, edgeIndexes, NONE } from "../code-graph.js";
import type { TestUnit } from "./test-code.js";

/** A symbol that a test reaches by calls. */
export interface ReachedSymbol {
  /**
   * Number of calls from the test's file to the symbol. Calls between functions of the test's file are not counted;
   * calls of shared helpers are.
   */
  readonly distance: number;
  /** Highest confidence of a call that reaches it at this distance, 0..1. */
  readonly confidence: number;
}

/** Symbols that a test reaches by calls or refers to. */
export interface TestReach {
  /** Non-test symbols that the test reaches. */
  readonly called: ReadonlyMap<number, ReachedSymbol>;
  /** Non-test symbols that the test, or a function of its file that it calls, refers to without calling them. */
  readonly referred: ReadonlySet<number>;
  /** Number of symbols that the test calls directly; a test with few calls is more specific. */
  readonly width: number;
}

/** Minimum confidence, in hundredths, of followed edges; weaker edges are guesses. */
const LEAST_CONFIDENCE = 50;
const MAX_DISTANCE = 3;
/** Maximum number of calls between functions of the test's file before the first call into another file. */
const MAX_OWN_STEPS = 3;
/** Maximum number of symbols followed from one test: an integration test reaches everything, which is no evidence. */
const MAX_REACHED = 600;

/** Computes the reach of a test. @param isTest 1 for each symbol that is test code */
export function computeReach(code: CodeGraph, isTest: Uint8Array, unit: TestUnit): TestReach {
  const own = ownFunctions(code, unit);
  const called = new Map<number, ReachedSymbol>();
  const referred = new Set<number>();
  const seen = new Set(own);
  let frontier = [...own];
  let width = 0;
  for (let distance = 1; distance <= MAX_DISTANCE && seen.size < MAX_REACHED; distance++) {
    const next = new Map<number, number>();
    for (const from of frontier) {
      eachEdge(code, from, (to, isCall, confidence) => {
        if (!isCall && distance === 1 && isTest[to] === 0) referred.add(to);
        if (isCall && !seen.has(to) && isFollowed(isTest, from, to))
          next.set(to, Math.max(next.get(to) ?? 0, confidence));
      });
    }
    for (const [to, confidence] of next) {
      seen.add(to);
      if (isTest[to] === 0) called.set(to, { distance, confidence: confidence / 100 });
    }
    frontier = [...next.keys()];
    if (distance === 1) width = called.size;
  }
  return { called, referred, width };
}

/** Whether a call is followed: product code that calls test code runs a callback, not a part of this test. */
function isFollowed(isTest: Uint8Array, from: number, to: number): boolean {
  return isTest[to] === 0 || isTest[from] === 1;
}

/** The test itself, its set-up functions, symbols nested in them, and functions of the test's file that these call. */
function ownFunctions(code: CodeGraph, { symbol, setup }: TestUnit): Set<number> {
  const own = new Set<number>();
  let frontier = [symbol, ...setup];
  for (let step = 0; step <= MAX_OWN_STEPS && frontier.length > 0; step++) {
    const added = frontier.flatMap((one) => nestedSymbols(code, one)).filter((one) => !own.has(one));
    for (const one of added) own.add(one);
    frontier = [];
    for (const from of added) {
      eachEdge(code, from, (to, isCall) => {
        if (isCall && code.files[to] === code.files[symbol] && !own.has(to)) frontier.push(to);
      });
    }
  }
  return own;
}

/** A symbol and all symbols nested in it. */
function nestedSymbols(code: CodeGraph, symbol: number): number[] {
  const members = code.members[code.files[symbol] as number] as Uint32Array;
  if (symbol === members[0]) return [...members];
  const nested = new Set([symbol]);
  // A container precedes its members.
  for (const member of members) {
    const container = code.records[member]?.container;
    if (container !== undefined && nested.has(code.numberByHandle[container] ?? NONE)) nested.add(member);
  }
  return [...nested];
}

function eachEdge(
  code: CodeGraph,
  from: number,
  visit: (to: number, isCall: boolean, confidence: number) => void,
): void {
  for (const edge of edgeIndexes(code, from)) {
    const confidence = code.confidences[edge] as number;
    if (confidence < LEAST_CONFIDENCE) continue;
    visit(code.targets[edge] as number, code.edgeKinds[edge] === EDGE_CODE.call, confidence);
  }
}
