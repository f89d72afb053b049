/** Tests of masking of secrets in code: a seeded share of what `node bench/dist/masking.js` measures. */
import { expect, test } from "vitest";
import { NAMED_SHAPES, namedSamples, openSamples } from "../../src/masking/compose.js";
import { scoreShapes, scoreTexts, textSamples } from "../../src/masking/score-shapes.js";

const SEED = 20261125;

test("providers' formats are masked anywhere in code", async () => {
  const { samples, found, misses } = await scoreShapes(openSamples(SEED, 3));
  expect(samples).toBeGreaterThan(800);
  expect(found / samples, misses.slice(0, 5).join("\n")).toBeGreaterThanOrEqual(0.98);
});

test("values that syntax names as passwords, keys or tokens are masked", async () => {
  const { samples, found, misses } = await scoreShapes(namedSamples(SEED, 1));
  expect(new Set(NAMED_SHAPES.map(({ text }) => text)).size).toBeGreaterThan(400);
  expect(samples).toBe(NAMED_SHAPES.length);
  expect(found / samples, misses.slice(0, 5).join("\n")).toBeGreaterThanOrEqual(0.95);
});

test("values that configuration, commands and sentences name as secrets are masked", () => {
  const { samples, found, misses } = scoreTexts(textSamples(SEED, 8));
  expect(samples).toBeGreaterThan(300);
  expect(found / samples, misses.slice(0, 5).join("\n")).toBeGreaterThanOrEqual(0.95);
});
