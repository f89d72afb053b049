/** Tests of the baseline's ranking, and of what fits into its tokens. */
import { expect, test } from "vitest";
import { BASELINE, type Candidate, linesHeld, rankBodies, rankByGold, type Weights } from "../../src/gold/baseline.js";

const WEIGHTS: Weights = { ...BASELINE, k1: 1.2, b: 0.5, name: 2, path: 1, kinds: 3 };

function candidate(path: string, counts: Candidate["counts"], rest: Partial<Candidate> = {}): Candidate {
  return {
    kind: "function",
    path,
    line: 1,

    tokens: 10,
    gold: [],
    lengths: [20, 1, 2],
    counts,
    ...rest,
  };
}

function order(bodies: readonly Candidate[], weights: Partial<Weights> = {}): string[] {
  const terms = [
    { count: 1, documents: 2 },
    { count: 1, documents: 50 },
  ];
  const candidates = { documents: 100, meanLengths: [20, 1, 2] as const, terms, bodies };
  return rankBodies(candidates, { ...WEIGHTS, ...weights }).map(({ path }) => path);
}

test("rare words, names and short bodies rank first", () => {
  const said = [[0, 1, 0, 0]] as const;
  const common = candidate("common", [[1, 1, 0, 0]]);
  const rare = candidate("rare", said);
  const named = candidate("named", [[0, 1, 1, 0]]);
  const long = candidate("long", said, { lengths: [200, 1, 2] });
  expect(order([common, long, rare, named])).toEqual(["named", "rare", "long", "common"]);
  expect(order([rare, named], { name: 0 })).toEqual(["rare", "named"]);
});

test("kinds of declarations can be excluded", () => {
  const method = candidate("method", [[0, 1, 0, 0]]);
  const other = candidate("other", [[0, 3, 1, 0]], { kind: "other" });
  expect(order([method, other])).toEqual(["other", "method"]);
  expect(order([method, other], { kinds: 2 })).toEqual(["method"]);
});

test("bodies are printed until the tokens are used up; the last is skipped or cut", () => {
  const bodies = [
    candidate("a", [], { tokens: 60, gold: [10, 60] }),
    candidate("b", [], { tokens: 50, gold: [20, 45] }),
    candidate("c", [], { tokens: 40, gold: [30] }),
  ];
  expect(linesHeld(bodies, 100, "skipped")).toBe(3);
  expect(linesHeld(bodies, 100, "cut")).toBe(3);
  expect(linesHeld(bodies, 110, "skipped")).toBe(4);
  expect(linesHeld(bodies, 99, "cut")).toBe(3);
  expect(linesHeld(bodies, 79, "cut")).toBe(2);
});

test("with the fix known, bodies with the most gold lines per token rank first, and no others", () => {
  const bodies = [
    candidate("none", []),
    candidate("few", [], { tokens: 60, gold: [10] }),
    candidate("many", [], { tokens: 60, gold: [10, 20] }),
  ];
  const ranked = rankByGold({ documents: 3, meanLengths: [20, 1, 2], terms: [], bodies });
  expect(ranked.map(({ path }) => path)).toEqual(["many", "few"]);
});
