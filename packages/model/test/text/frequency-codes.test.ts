import fc from "fast-check";
import { expect, test } from "vitest";
import { COMMONEST_CODE, decodeFrequencies, frequencyCode, packFrequencies } from "../../src/text/index.js";

test("decoding a code gives its frequencies", () => {
  fc.assert(fc.property(fc.nat(0x7fffffff), (word) => decodeFrequencies(frequencyCode(word)) === word));
});

test("the first codes decode to different words, which encode to the same codes", () => {
  const words = Array.from({ length: 120 }, (_, code) => decodeFrequencies(code));
  expect(new Set(words).size).toBe(words.length);
  expect(words.map(frequencyCode)).toEqual([...words.keys()]);
});

test('the posting "once in the body" has the lowest code', () => {
  expect(decodeFrequencies(COMMONEST_CODE)).toBe(packFrequencies([0, 0, 0, 1, 0, 0]));
});

test("every number decodes to frequencies", () => {
  fc.assert(
    fc.property(fc.nat(0xffffffff), (code) => decodeFrequencies(code) >= 0 && decodeFrequencies(code) <= 0x7fffffff),
  );
});
