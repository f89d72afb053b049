/** Tests of fitted weights on questions with known answers. */
import { expect, test } from "vitest";
import { type FitQuestion, fitWeights, worthsOf } from "../../src/replay/fit-weights.js";

/**
 * A question with three hits in separate files: the first input marks the touched hit, the second is noise, the third
 * is constant.
 */
function question(at: number, touched: number, changes: Partial<FitQuestion> = {}): FitQuestion {
  const noise = (hit: number) => ((at * 7 + hit * 5) % 11) / 11;
  return {
    repository: `r${at % 3}`,
    kind: "",
    evidence: [0, 1, 2].map((hit) => [hit === touched ? 10 : 0, noise(hit), 4]),
    isTouched: [0, 1, 2].map((hit) => hit === touched),
    files: ["a", "b", "c"],
    touchedFiles: new Set([["a", "b", "c"][touched] as string]),
    ...changes,
  };
}

const QUESTIONS = Array.from({ length: 60 }, (_, at) => question(at, at % 3));

test("the input that marks the touched hit gets the weight", () => {
  const [telling = 0, noise = 0, constant = 1] = fitWeights(QUESTIONS);
  // After normalisation, the first weight is 10 times the other.
  expect(telling * 10).toBeGreaterThan(5 * Math.abs(noise));
  expect(Math.abs(constant)).toBeLessThan(1e-6);
  for (const one of QUESTIONS) {
    const worths = worthsOf(one, [telling, noise, constant]);
    expect(worths.indexOf(Math.max(...worths))).toBe(one.isTouched.indexOf(true));
  }
});

test("touched files count if no hit is touched, and repositories count equally", () => {
  const files = QUESTIONS.map((one) => ({ ...one, isTouched: [false, false, false] }));
  expect(fitWeights(files)[0]).toBeGreaterThan(0);
  const against = Array.from({ length: 60 }, (_, at) => ({
    ...question(at, 0, { isTouched: [false, true, true], touchedFiles: new Set(["b", "c"]) }),
    repository: "many",
  }));
  const [mixed = 0] = fitWeights([...QUESTIONS, ...against]);
  expect(mixed).toBeGreaterThan(0);
});

test("without information all weights are 0; equal questions give equal weights", () => {
  const nothing = QUESTIONS.map((one) => ({
    ...one,
    isTouched: [false, false, false],
    touchedFiles: new Set<string>(),
  }));
  expect(fitWeights(nothing)).toEqual([0, 0, 0]);
  expect(fitWeights(QUESTIONS)).toEqual(fitWeights(QUESTIONS));
});
