import { expect, test } from "vitest";
import { judgeBars } from "../src/report/bars.js";
import type { CorpusFigures } from "../src/report/figures.js";
import { firstFloorFactor } from "../src/report/machine.js";

const timing = (wallMs: number) => ({ wallMs, cpuSeconds: 1, peakRssBytes: 500e6 });

function figures(corpus: string, bytes: number, coldMs: number): CorpusFigures {
  const floors = { walkMs: 1, readMs: 1, hashMs: 1, files: 10, bytes, parse1: timing(150), parse2: timing(100) };
  const answer = { symbols: 5, edges: 5, addedFiles: 10 };
  const coverage = {
    files: 10,
    indexed: 9,
    skippedByReason: { binary: 1 },
    unaccounted: [],
    varianceFiles: 0,
    missingDeclarations: [],
  };
  const resident = {
    noOpMs: [10],
    searchMs: [1, 2, 9],
    cardMs: [0.1],
    skeletonMs: [3],
    hotPathMs: [3],
    windowMs: [3],
    orchestrateMs: [40],
    sliceRefreshMs: [1],
    sliceMs: [5],
    edits: [{ file: "a.ts", bytes: 9, ms: [20, 70, 30] }],
    storeBytes: bytes,
    storeBytesAfterEdits: bytes,
    failures: [],
  };
  const retrieval = { retrievalBytes: 1e6, otherBytes: 4e6 };
  const cold = { cold: timing(coldMs), again: timing(50), storeBytes: bytes, answer };
  const peers = [
    { name: "peer 1", cold: timing(250), storeBytes: 1 },
    { name: "peer 2", failed: "failed: no" },
  ];
  return { corpus, floors, product: { cold, coverage, resident, retrieval, serverStartMs: 200, failures: [] }, peers };
}

function check(all: readonly CorpusFigures[], expected: string): void {
  const lines = judgeBars(all).map(
    (bar) => `${bar.passed ? "pass" : "FAIL"} ${bar.corpus}: ${bar.what} ${bar.value} of ${bar.limit}`,
  );
  expect(lines.join("\n")).toBe(expected.trim());
}

test("small corpora get 300 ms extra and no peers; the largest corpus also has bars of latency", () => {
  check(
    [figures("small", 1e6, 750), figures("large", 9e6, 450)],
    `
pass small: cold index, 4.59 × floor + 300 ms 750 of 759
pass small: store, × indexed bytes 1 of 1.5
pass small: no-op refresh, resident 10 of 60
pass small: one-line edit to next answer, slowest file 30 of 60
pass small: files neither indexed nor skipped 0 of 0
pass large: cold index, 4.59 × floor 450 of 459
pass large: store, × indexed bytes 1 of 1.5
pass large: no-op refresh, resident 10 of 60
pass large: one-line edit to next answer, slowest file 30 of 60
pass large: files neither indexed nor skipped 0 of 0
FAIL large: cold index, peer 1 450 of 250
pass large: peak memory of the cold index 500 of 700
pass large: store for retrieval, × the rest of it 0.25 of 0.4
FAIL large: search p95 9 of 5
pass large: card p95 0.1 of 1
pass large: slice p50 5 of 10
pass large: slice p95 5 of 40
pass large: skeleton p95 3 of 15
pass large: hot path p95 3 of 15
pass large: window p95 3 of 15
pass large: orchestrate p95 40 of 150
pass large: slice refresh p95, nothing changed 1 of 5
pass large: server start to first answer 200 of 300
`,
  );
});

test("times are scaled to the reference machine; ratios are not", () => {
  const zod = figures("zod", 3.1e6, 400);
  // The reference was measured with the first floor program: its 472 ms correspond to fewer of the present one.
  const floorMs = (2 * 472) / firstFloorFactor("zod");
  const slow = { ...zod, floors: { ...zod.floors, parse1: timing(2 * floorMs), parse2: timing(floorMs) } };
  const edit = judgeBars([slow]).find((bar) => bar.what.startsWith("one-line edit"));
  expect(edit).toMatchObject({ value: 30, limit: 60, passed: true });
  expect(edit?.scaled).toBeCloseTo(15);
  const search = judgeBars([slow]).find((bar) => bar.what === "search p95");
  expect(search?.scaled).toBeCloseTo((search?.value ?? 0) / 2);
  expect(judgeBars([slow])[0]).not.toHaveProperty("scaled");
});

test("the floor is the faster way of parsing, and each corpus's limit uses its measured factor", () => {
  const limitOf = (corpus: string, parse1: number, parse2: number): number | undefined => {
    const one = figures(corpus, 9e6, 100);
    return judgeBars([{ ...one, floors: { ...one.floors, parse1: timing(parse1), parse2: timing(parse2) } }])[0]?.limit;
  };
  expect(limitOf("django", 150, 100)).toBeCloseTo(3 * 1.72 * 100);
  expect(limitOf("django", 100, 150)).toBeCloseTo(3 * 1.72 * 100);
  expect(limitOf("sympy", 150, 100)).toBeCloseTo(3 * 1.04 * 100);
});

test("a missing figure misses its bar", () => {
  const whole = figures("a", 1e6, 100);
  const broken = {
    ...whole,
    product: { ...whole.product, cold: undefined, resident: undefined, serverStartMs: undefined },
  };
  const failed = judgeBars([broken]).filter((bar) => !bar.passed);
  expect(failed.map((bar) => bar.value)).toEqual(failed.map(() => undefined));
  expect(failed).toHaveLength(15);
});
