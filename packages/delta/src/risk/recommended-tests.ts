/** Which test files to run for a change: those linked to what changed, those that reach it otherwise, and those that changed themselves. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { testPathOf } from "@sdl/model/paths";
import { byCodeUnits } from "@sdl/model/text";
import { agreeingMembers, referrers } from "../blast/dependents.js";
import { type Delta, type RatedChange, recordOf } from "../delta.js";
import { isMovedOnly, riskyChanges } from "./change-risk.js";

export const TEST_TYPES = ["linked", "dependent", "changed"] as const;
/** `linked`: about a changed symbol; `dependent`: leads to one by calls or uses; `changed`: the test itself changed. */
type TestType = (typeof TEST_TYPES)[number];

export interface RecommendedTest {
  readonly type: TestType;
  readonly file: string;
  /** What it tests of the change, riskiest first. */
  readonly targets: readonly RatedChange[];
  /** 0..1: how near the test is. */
  readonly nearness: number;
}

/** Tests further away say little. */
const MAX_DISTANCE = 3;
/** Of what widely used symbols reach, the nearest will do. */
const MAX_VISITED = 5000;
const LEAST_CONFIDENCE = 0.5;

/** Each file once, nearest first. */
export function recommendTests(delta: Delta): RecommendedTest[] {
  const found = new Map<string, RecommendedTest>();
  const add = (test: RecommendedTest): void => {
    const known = found.get(test.file);
    if (known === undefined || test.nearness > known.nearness) {
      found.set(test.file, { ...test, targets: union(test.targets, known?.targets ?? []) });
    } else found.set(test.file, { ...known, targets: union(known.targets, test.targets) });
  };
  const code = riskyChanges(delta);
  for (const change of code) for (const test of linkedTests(delta, change)) add(test);
  for (const test of dependentTests(delta, code)) add(test);
  for (const change of delta.changes) {
    const { file } = recordOf(delta.pairs, change);
    if (change.after !== undefined && testPathOf(delta.pairs.after.graph, file) === "test" && !isMovedOnly(change)) {
      add({ type: "changed", file, targets: [], nearness: 1 });
    }
  }
  return [...found.values()].sort((a, b) => b.nearness - a.nearness || byCodeUnits(a.file, b.file));
}

/** By the layers of both versions: a test that only the earlier one links is the first to break. Files that are gone are no advice. */
function linkedTests({ pairs }: Delta, change: RatedChange): RecommendedTest[] {
  const sides = [
    { side: pairs.before, symbol: change.before },
    { side: pairs.after, symbol: change.after },
  ];
  return sides.flatMap(({ side, symbol }) => {
    const links = symbol === undefined ? [] : (side.layers?.testsOf(symbol) ?? []);
    return links.flatMap(({ test, proximity }) => {
      const file = side.graph.fileOf(test);
      const isThere = pairs.after.graph.fileSymbols(file).length > 0;
      return isThere ? [{ type: "linked" as const, file, targets: [change], nearness: proximity }] : [];
    });
  });
}

/** Test files from which calls and uses lead to what changed, breadth first, in the version that has it. */
function dependentTests({ pairs }: Delta, code: readonly RatedChange[]): RecommendedTest[] {
  return [
    ...reachingTests(
      pairs.after.graph,
      code.flatMap(({ after }) => after ?? []),
    ),
    ...reachingTests(
      pairs.before.graph,
      code.flatMap(({ before }) => before ?? []),
    ),
  ].filter(({ file }) => pairs.after.graph.fileSymbols(file).length > 0);
}

function reachingTests(graph: SymbolGraph, starts: readonly SymbolHandle[]): RecommendedTest[] {
  const found = new Map<string, number>();
  const seen = new Set(starts);
  let layer = [...starts, ...starts.flatMap((symbol) => agreeingMembers(graph, symbol).map((step) => step.symbol))];
  for (let distance = 1; distance <= MAX_DISTANCE && seen.size < MAX_VISITED; distance++) {
    layer = layer.flatMap((symbol) => newReferrers(graph, symbol, seen));
    for (const file of new Set(layer.map((symbol) => graph.fileOf(symbol)))) {
      if (testPathOf(graph, file) === "test" && !found.has(file)) found.set(file, distance);
    }
  }
  return [...found].map(([file, distance]) => {
    return { type: "dependent" as const, file, targets: [], nearness: 0.6 / distance };
  });
}

/** Those that were not seen, and are now. */
function newReferrers(graph: SymbolGraph, symbol: SymbolHandle, seen: Set<SymbolHandle>): SymbolHandle[] {
  return referrers(graph, symbol).flatMap(({ symbol: from, confidence }) => {
    if (seen.has(from) || confidence < LEAST_CONFIDENCE) return [];
    seen.add(from);
    return [from];
  });
}

function union(a: readonly RatedChange[], b: readonly RatedChange[]): RatedChange[] {
  return [...new Set([...a, ...b])].sort((one, other) => other.risk.value - one.risk.value);
}
