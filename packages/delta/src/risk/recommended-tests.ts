/** Recommended tests: test files to run for a change, which are linked to changed symbols, depend on them, or changed themselves. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { testPathOf } from "@sdl/model/paths";
import { byCodeUnits } from "@sdl/model/text";
import { referringSymbols, relatedMembers } from "../blast/dependents.js";
import { changedSymbolRecord, type Delta, type RatedChange } from "../delta.js";
import { isOnlyMoved, riskyChanges } from "./change-risk.js";

/** Why a test is recommended. */
export const TEST_TYPES = ["linked", "dependent", "changed"] as const;
/** `linked`: test link to a changed symbol; `dependent`: reaches one by calls or uses; `changed`: the test file itself changed. */
type TestType = (typeof TEST_TYPES)[number];

/** A test file to run. */
export interface RecommendedTest {
  readonly type: TestType;
  readonly file: string;
  /** Changed symbols that the test covers, riskiest first. */
  readonly targets: readonly RatedChange[];
  /** Proximity of the test to the change, 0..1. */
  readonly nearness: number;
}

/** Maximum number of edges between a test and a changed symbol. */
const MAX_DISTANCE = 3;
/** Number of visited symbols after which the search ends; for widely used symbols the nearest tests suffice. */
const MAX_VISITED = 5000;
const MIN_CONFIDENCE = 0.5;

/** Recommended test files, each once, nearest first. */
export function recommendTests(delta: Delta): RecommendedTest[] {
  const found = new Map<string, RecommendedTest>();
  const add = (test: RecommendedTest): void => {
    const known = found.get(test.file);
    if (known === undefined || test.nearness > known.nearness) {
      found.set(test.file, { ...test, targets: combineProbabilities(test.targets, known?.targets ?? []) });
    } else found.set(test.file, { ...known, targets: combineProbabilities(known.targets, test.targets) });
  };
  const code = riskyChanges(delta);
  for (const change of code) for (const test of linkedTests(delta, change)) add(test);
  for (const test of dependentTests(delta, code)) add(test);
  for (const change of delta.changes) {
    const { file } = changedSymbolRecord(delta.pairs, change);
    if (change.after !== undefined && testPathOf(delta.pairs.after.graph, file) === "test" && !isOnlyMoved(change)) {
      add({ type: "changed", file, targets: [], nearness: 1 });
    }
  }
  return [...found.values()].sort((a, b) => b.nearness - a.nearness || byCodeUnits(a.file, b.file));
}

/**
 * Tests linked to a change in either version: a test that is linked only in the earlier version is likely to break. Removed test files are
 * excluded.
 */
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

/** Test files that reach a changed symbol by calls or uses, breadth first, in either version. */
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
  let layer = [...starts, ...starts.flatMap((symbol) => relatedMembers(graph, symbol).map((step) => step.symbol))];
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

/** Referrers that were not visited before; marks them as visited. */
function newReferrers(graph: SymbolGraph, symbol: SymbolHandle, seen: Set<SymbolHandle>): SymbolHandle[] {
  return referringSymbols(graph, symbol).flatMap(({ symbol: from, confidence }) => {
    if (seen.has(from) || confidence < MIN_CONFIDENCE) return [];
    seen.add(from);
    return [from];
  });
}

function combineProbabilities(a: readonly RatedChange[], b: readonly RatedChange[]): RatedChange[] {
  return [...new Set([...a, ...b])].sort((one, other) => other.risk.value - one.risk.value);
}
