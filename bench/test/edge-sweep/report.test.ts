/** Tests of the sweep's report and draws, on records made by hand. */
import { expect, test } from "vitest";
import { draw } from "../../src/edge-sweep/readings.js";
import type { Disagreement, EdgeFigures, EdgeRecord } from "../../src/edge-sweep/record.js";
import { renderEdgeSweep } from "../../src/edge-sweep/report.js";
import { selectRepositories } from "../../src/edge-sweep/repositories.js";

const SHAPE = "call (this).m on class → method";

function disagreement(kind: Disagreement["kind"], to: string): Disagreement {
  return { kind, shape: SHAPE, rule: "import", from: "a.ts#f", to, at: "a.ts:1" };
}

function record(name: string, part: Partial<EdgeFigures>, more: Partial<EdgeRecord> = {}): EdgeRecord {
  const none = { wanted: 0, met: 0 };
  const figures: EdgeFigures = {
    files: 3,
    right: 9,
    wrong: 1,
    calls: { wanted: 10, met: 8 },
    interfaceMethods: none,
    contextual: none,
    heritage: { ...none, wrong: 0 },
    calibrationError: 0.01,
    sure: [{ rule: "import", edges: 10, right: 9 }],
    shapes: [{ shape: SHAPE, wanted: 10, missed: 2, wrong: 1 }],
    disagreements: [
      disagreement("wrong", "b.ts#g"),
      disagreement("missed", "b.ts#h"),
      disagreement("missed", "b.ts#i"),
    ],
    ...part,
  };
  return { name, language: "typescript", commit: "0".repeat(40), figures, ...more };
}

test("pool and unseen are reported apart, and shapes are summed over repositories", () => {
  const text = renderEdgeSweep([record("a/a", {}), record("a/b", {}), record("a/c", {}, { unseen: true })], {
    top: 10,
    readings: [],
  });
  expect(text).toContain("## typescript: pool, 2 repositories");
  expect(text).toContain("## typescript: unseen, 1 repositories");
  expect(text).toContain(`| ${SHAPE} | 4 | 20 | 2 | 2 |`);
  expect(text).toContain(`| ${SHAPE} | 2 | 10 | 1 | 1 |`);
});

test("disagreements in which the compiler is at fault are taken out in proportion", () => {
  const reading = { repository: "a/a", kind: "wrong", from: "a.ts#f", to: "b.ts#g", fault: "oracle", why: "" } as const;
  const text = renderEdgeSweep([record("a/a", {})], { top: 10, readings: [reading] });
  expect(text).toContain("Wrong edges read: 1; SDL at fault in 0, the compiler's answer in 1, unclear 0.");
  expect(text).toContain("Precision without the compiler's faults: 1.000.");
});

test("a disagreement that reading leaves unclear counts against SDL", () => {
  const missed = { repository: "a/a", kind: "missed", from: "a.ts#f", why: "" } as const;
  const readings = [
    { ...missed, to: "b.ts#h", fault: "unclear" },
    { ...missed, to: "b.ts#i", fault: "oracle" },
  ] as const;
  const text = renderEdgeSweep([record("a/a", {})], { top: 10, readings });
  expect(text).toContain("Missed edges read: 2; SDL at fault in 0, the compiler's answer in 1, unclear 1.");
  expect(text).toContain("Recall without the compiler's faults: .889.");
});

test("repositories that nobody read count in full", () => {
  const reading = { repository: "a/a", kind: "wrong", from: "a.ts#f", to: "b.ts#g", fault: "oracle", why: "" } as const;
  const text = renderEdgeSweep([record("a/a", {}), record("a/b", {})], { top: 10, readings: [reading] });
  expect(text).toContain("Precision without the compiler's faults: .950.");
});

test("a draw takes one of each repository in turn, and stays when a repository is added", () => {
  const many = Array.from({ length: 9 }, (_, at) => disagreement("wrong", `b.ts#g${at}`));
  const large = record("a/large", { disagreements: many });
  const small = record("a/small", {});
  const places = (records: readonly EdgeRecord[]) =>
    draw(records, "wrong", 4).map(({ repository, to }) => `${repository} ${to}`);
  const alone = places([large]);
  const drawn = places([large, small]);
  expect(drawn.filter((place) => place.startsWith("a/small"))).toEqual(["a/small b.ts#g"]);
  expect(drawn.filter((place) => place.startsWith("a/large"))).toEqual(alone.slice(0, 3));
});

test("a draw is the same each time", () => {
  const records = [record("a/a", {}), record("a/b", {})];
  const drawn = draw(records, "missed", 3).map(({ repository, to }) => `${repository} ${to}`);
  expect(drawn).toHaveLength(3);
  expect(draw(records, "missed", 3).map(({ repository, to }) => `${repository} ${to}`)).toEqual(drawn);
});

test("unseen repositories take part only when asked for", () => {
  const all = [record("a/a", {}), record("a/c", {}, { unseen: true })];
  expect(selectRepositories(all, { unseen: false }).map(({ name }) => name)).toEqual(["a/a"]);
  expect(selectRepositories(all, { unseen: true, only: ["/c"] }).map(({ name }) => name)).toEqual(["a/c"]);
});
