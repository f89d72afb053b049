import fc from "fast-check";
import { expect, test } from "vitest";
import { WordSlabs } from "../../src/facts/index.js";

test("arrays of a slab do not overlap, and contain zeros or the copied bytes", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3_000), { maxLength: 40 }), (lengths) => {
      const slabs = new WordSlabs();
      const arrays = lengths.map((length, i) => {
        const kind = i % 3;
        if (kind === 2) return slabs.bytes(new Uint8Array(length).fill(i));
        const words = kind === 0 ? slabs.words(length) : slabs.signedWords(length);
        expect(words.every((word) => word === 0)).toBe(true);
        return words.fill(i);
      });
      expect(arrays.map(({ length }) => length)).toEqual(lengths);
      for (const [i, array] of arrays.entries()) expect(array.every((value: number) => value === i)).toBe(true);
    }),
  );
});

test("short arrays share a slab; the shortest and long ones do not", () => {
  const slabs = new WordSlabs();
  const { buffer } = slabs.words(100);
  expect(slabs.signedWords(100).buffer).toBe(buffer);
  expect(slabs.bytes(new Uint8Array(400)).buffer).toBe(buffer);
  expect(slabs.words(16).buffer).not.toBe(buffer);
  expect(slabs.words(2_000).buffer).not.toBe(buffer);
});
