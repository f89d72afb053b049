/** Which test files to run for a change: those linked to what changed, those that reach it otherwise, and those that changed themselves. */
import type { SymbolHandle } from "@sdl/model";
import { testPath } from "../../derive/tests/test-paths.js";
import { type Delta, type RatedChange, recordOf } from "../delta.js";
import { byCodeUnits } from "../order.js";
import { isMovedOnly } from "./change-risk.js";

export const TEST_TYPES = ["linked", "dependent", "changed"] as const;
/** `linked`: about a changed symbol; `dependent`: leads to one by calls or uses; `changed`: the test itself changed. */
export type TestType = (typeof TEST_TYPES)[number];

export interface RecommendedTest {
  readonly type: TestType;
  readonly file: string;
  /** What it tests of the change, riskiest first. */
  readonly targets: readonly RatedChange[];
  /** 0..1: how near the test is. */
  readonly nearness: number;
}

/** Dependents further away say little of a test. */
const MAX_DISTANCE = 3;

/** Each file once, nearest first. */
export function recommendTests(delta: Delta): RecommendedTest[] {
  const found = new Map<string, RecommendedTest>();
  const add = (test: RecommendedTest): void => {
    const known = found.get(test.file);
    if (known === undefined || test.nearness > known.nearness) {
      found.set(test.file, { ...test, targets: union(test.targets, known?.targets ?? []) });
    } else found.set(test.file, { ...known, targets: union(known.targets, test.targets) });
  };
  const code = delta.changes.filter((change) => !change.risk.isTestCode && !isMovedOnly(change));
  for (const change of code) for (const test of linkedTests(delta, change)) add(test);
  for (const test of dependentTests(delta)) add(test);
  for (const change of delta.changes) {
    const { file } = recordOf(delta.pairs, change);
    if (change.after !== undefined && testPath(file) === "test" && !isMovedOnly(change)) {
      add({ type: "changed", file, targets: [], nearness: 1 });
    }
  }
  return [...found.values()].sort((a, b) => b.nearness - a.nearness || byCodeUnits(a.file, b.file));
}

/** By the layers of the version that has the symbol; files that are gone are no advice. */
function linkedTests({ pairs }: Delta, change: RatedChange): RecommendedTest[] {
  const side = change.after === undefined ? pairs.before : pairs.after;
  const symbol = (change.after ?? change.before) as SymbolHandle;
  const links = side.layers?.testsOf(symbol) ?? [];
  return links.flatMap(({ test, proximity }) => {
    const file = side.graph.fileOf(test);
    const isThere = pairs.after.graph.fileSymbols(file).length > 0;
    return isThere ? [{ type: "linked" as const, file, targets: [change], nearness: proximity }] : [];
  });
}

function dependentTests({ pairs, blast }: Delta): RecommendedTest[] {
  return blast.flatMap(({ symbol, distance, confidence }) => {
    const file = pairs.after.graph.fileOf(symbol);
    if (distance > MAX_DISTANCE || testPath(file) !== "test") return [];
    return [{ type: "dependent" as const, file, targets: [], nearness: (0.6 * confidence) / distance }];
  });
}

function union(a: readonly RatedChange[], b: readonly RatedChange[]): RatedChange[] {
  return [...new Set([...a, ...b])].sort((one, other) => other.risk.value - one.risk.value);
}
