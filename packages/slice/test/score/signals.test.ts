import { FileMark } from "@sdl/model/paths";
import fc from "fast-check";
import { expect, test } from "vitest";
import { KIND_SCORES, SCORE_WEIGHTS } from "../../src/index.js";
import { combineScore } from "../../src/score/score.js";
import {
  hotnessSignal,
  isNonProductFile,
  kindScore,
  pathPrior,
  queryRelevance,
  structureSignal,
  taskTerms,
  traceLocality,
} from "../../src/score/signals.js";

test("query relevance is the maximum of the retrieval score and a share of the proximity", () => {
  expect(queryRelevance(0.9, 0.1)).toBe(0.9);
  expect(queryRelevance(0.1, 1)).toBe(0.6);
  expect(queryRelevance(0, 0)).toBe(0);
  expect(queryRelevance(7, 0)).toBe(1);
});

test("trace locality decreases with the frame's rank; for the file it is half", () => {
  expect(traceLocality({ exact: 0 })).toBe(1);
  expect(traceLocality({ exact: 3 })).toBe(0.25);
  expect(traceLocality({ file: 0 })).toBe(0.5);
  expect(traceLocality({ exact: 9, file: 0 })).toBe(0.5);
  expect(traceLocality({ exact: 0, weight: 0.9 })).toBe(0.9);
  expect(traceLocality({})).toBe(0);
});

test("hotness increases with dependents, saturates, and is 0 without edges", () => {
  const values = [0, 1, 5, 20, 200, 100_000].map((fanIn) => hotnessSignal(fanIn, 0));
  expect(values[0]).toBe(0);
  expect(values).toEqual([...values].sort((a, b) => a - b));
  expect(values[3]).toBeGreaterThan(0.4);
  expect(values[3]).toBeLessThan(0.6);
  expect(values[5]).toBeLessThanOrEqual(1);
  expect(hotnessSignal(5, 5)).toBeGreaterThan(hotnessSignal(5, 0));
});

test("marked files have the prior of the class that the repository's configuration states", () => {
  const prior = (path: string, marks: number, aboutTests = false) => pathPrior({ path, marks }, aboutTests);
  expect([prior("src/a.ts", FileMark.Test), prior("src/a.ts", FileMark.Test, true)]).toEqual([0.3, 1]);
  expect([prior("src/a.ts", FileMark.Generated), prior("src/a.ts", FileMark.EntryPoint)]).toEqual([0.2, 1]);
  expect([FileMark.Test, FileMark.Generated].map((marks) => isNonProductFile({ path: "src/a.ts", marks }))).toEqual([
    true,
    false,
  ]);
  // Check that the same path without a mark, in another graph, has its own prior.
  expect(prior("src/a.ts", 0)).toBe(1);
});

test("structure is the path's prior times the share of path terms in the task", () => {
  const terms = taskTerms("broken token check in auth");
  expect(structureSignal({ path: "src/render.ts", marks: 0 }, terms)).toBe(0.5);
  expect(structureSignal({ path: "auth/token.ts", marks: 0 }, terms)).toBe(1);
  expect(structureSignal({ path: "src/auth/token.ts", marks: 0 }, terms)).toBe(1);
  expect(structureSignal({ path: "test/render.ts", marks: 0 }, terms)).toBe(0.15);
});

test.each([
  ["src/a.ts", 1],
  ["src/index.ts", 0.5],
  ["pkg/__init__.py", 0.5],
  ["types/a.d.ts", 0.7],
  ["src/a.test.ts", 0.3],
  ["tests/unit/a.py", 0.3],
  ["pkg/test_a.py", 0.3],
  ["docs/conf.py", 0.3],
  ["src/generated/a.ts", 0.2],
  ["src/latest.ts", 1],
  ["src/contest/a.ts", 1],
])("the prior of %s is %f", (path, prior) => {
  expect(pathPrior({ path, marks: 0 })).toBe(prior);
  expect(isNonProductFile({ path, marks: 0 })).toBe(prior === 0.3);
});

test("tests have no penalty if the task is about tests", () => {
  expect(pathPrior({ path: "src/a.test.ts", marks: 0 }, true)).toBe(1);
});

test("functions have a higher kind score than variables", () => {
  expect(kindScore("function")).toBe(1);
  expect(kindScore("variable")).toBe(0.4);
  expect(Object.values(KIND_SCORES).every((score) => score > 0 && score <= 1)).toBe(true);
});

test("the five weights sum to 1, and a perfect symbol scores 1 with and without a trace", () => {
  const { query, trace, hotness: hot, structure: path, kind } = SCORE_WEIGHTS;
  expect(query + trace + hot + path + kind).toBeCloseTo(1, 12);
  const perfect = { query: 1, hotness: 1, structure: 1, kind: 1 };
  expect(combineScore(perfect)).toBeCloseTo(1, 12);
  expect(combineScore({ ...perfect, trace: 1 })).toBeCloseTo(1, 12);
});

test("hotness, structure, kind and cluster are multiplied by the relevance", () => {
  const hub = { query: 0, hotness: 1, structure: 1, kind: 1 };
  expect(combineScore(hub, "same")).toBe(0);
  expect(combineScore({ ...hub, query: 0.5 })).toBeCloseTo(0.5, 12);
  expect(combineScore({ ...hub, query: 0.5 }, "same") - combineScore({ ...hub, query: 0.5 })).toBeCloseTo(0.075, 12);
  expect(combineScore({ ...hub, trace: 1 })).toBeCloseTo(0.2 + 0.4, 12);
});

test("no score exceeds the maximum of query and trace, which bounds the search's priorities", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const parts = fc.record({ query: share, hotness: share, structure: share, kind: share });
  fc.assert(
    fc.property(parts, fc.option(share, { nil: undefined }), (signals, trace) => {
      const score = combineScore({ ...signals, ...(trace === undefined ? {} : { trace }) });
      expect(score).toBeLessThanOrEqual(Math.max(signals.query, trace ?? 0) + 1e-12);
    }),
  );
});
