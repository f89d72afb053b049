/** Tests that features decide the order, and positions the scores. */
import { expect, test } from "vitest";
import { EVIDENCE } from "../../src/order/evidence.js";
import { REORDERED, reorderByEvidence } from "../../src/order/reorder.js";
import { EVIDENCE_WEIGHTS } from "../../src/order/weights.js";
import type { Scored } from "../../src/top-list.js";

const NOTHING = EVIDENCE.map(() => 0);

/** Feature vector in which one feature is not 0. */
function evidence(name: (typeof EVIDENCE)[number], value: number): readonly number[] {
  return EVIDENCE.map((one) => (one === name ? value : 0));
}

function hits(count: number): Scored[] {
  return Array.from({ length: count }, (_, symbol) => ({
    symbol: symbol as Scored["symbol"],
    score: 1 / (1 + symbol),
  }));
}

test("there is a weight for each feature, in the same order", () => {
  expect(Object.keys(EVIDENCE_WEIGHTS)).toEqual([...EVIDENCE]);
  for (const weight of Object.values<number>(EVIDENCE_WEIGHTS))
    expect(Number.isFinite(weight) && weight !== 0).toBe(true);
});

test("hits with a larger weighted sum come first, and scores stay at their positions", () => {
  const name = "fileName";
  expect(EVIDENCE_WEIGHTS[name]).toBeGreaterThan(0);
  const found = reorderByEvidence(hits(4), ({ symbol }) => evidence(name, symbol === 2 ? 1 : symbol === 3 ? 0.5 : 0));
  expect(found.map(({ symbol }) => symbol)).toEqual([2, 3, 0, 1]);
  expect(found.map(({ score }) => score)).toEqual([1, 1 / 2, 1 / 3, 1 / 4]);
});

test("equal hits keep their order, as do hits after the first hundred", () => {
  const many = hits(REORDERED + 20);
  expect(reorderByEvidence(many, () => NOTHING)).toMatchObject(many);
  const turned = reorderByEvidence(many, ({ symbol }) => evidence("fileName", symbol));
  expect(turned.map(({ symbol }) => symbol)).toEqual([
    ...Array.from({ length: REORDERED }, (_, at) => REORDERED - 1 - at),
    ...Array.from({ length: 20 }, (_, at) => REORDERED + at),
  ]);
  expect(reorderByEvidence([], () => NOTHING)).toEqual([]);
});
