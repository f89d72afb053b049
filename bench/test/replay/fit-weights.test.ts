/** Weights from questions whose answer is known. */
import { expect, test } from "vitest";
import { type FitQuestion, fitWeights, worthsOf } from "../../src/replay/fit-weights.js";

/** Three hits a question in files of their own: the first number tells the touched one, the second is noise, the third never varies. */
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

test("what tells the touched hit gets the weight", () => {
  const [telling = 0, noise = 0, constant = 1] = fitWeights(QUESTIONS);
  // On numbers of equal spread: the first is 10 times the other's.
  expect(telling * 10).toBeGreaterThan(5 * Math.abs(noise));
  expect(Math.abs(constant)).toBeLessThan(1e-6);
  for (const one of QUESTIONS) {
    const worths = worthsOf(one, [telling, noise, constant]);
    expect(worths.indexOf(Math.max(...worths))).toBe(one.isTouched.indexOf(true));
  }
});

test("touched files count where no hit is touched, and every repository the same", () => {
  const files = QUESTIONS.map((one) => ({ ...one, isTouched: [false, false, false] }));
  expect(fitWeights(files)[0]).toBeGreaterThan(0);
  const against = Array.from({ length: 60 }, (_, at) => ({
    ...question(at, 0, { isTouched: [false, true, true], touchedFiles: new Set(["b", "c"]) }),
    repository: "many",
  }));
  const [mixed = 0] = fitWeights([...QUESTIONS, ...against]);
  expect(mixed).toBeGreaterThan(0);
});

test("nothing to learn, no weight; the same questions, the same weights", () => {
  const nothing = QUESTIONS.map((one) => ({
    ...one,
    isTouched: [false, false, false],
    touchedFiles: new Set<string>(),
  }));
  expect(fitWeights(nothing)).toEqual([0, 0, 0]);
  expect(fitWeights(QUESTIONS)).toEqual(fitWeights(QUESTIONS));
});
