import fc from "fast-check";
import { expect, test } from "vitest";
import { COMMONEST_CODE, frequencyCode, frequencyOf, packFrequencies } from "../../src/text/index.js";

test("a code gives its frequencies back", () => {
  fc.assert(fc.property(fc.nat(0x7fffffff), (word) => frequencyOf(frequencyCode(word)) === word));
});

test("the first codes give different words, each with that code", () => {
  const words = Array.from({ length: 120 }, (_, code) => frequencyOf(code));
  expect(new Set(words).size).toBe(words.length);
  expect(words.map(frequencyCode)).toEqual([...words.keys()]);
});

test("once in the body is the commonest", () => {
  expect(frequencyOf(COMMONEST_CODE)).toBe(packFrequencies([0, 0, 0, 1, 0, 0]));
});

test("any number is a code of something", () => {
  fc.assert(fc.property(fc.nat(0xffffffff), (code) => frequencyOf(code) >= 0 && frequencyOf(code) <= 0x7fffffff));
});
