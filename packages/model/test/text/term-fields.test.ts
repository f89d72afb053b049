import fc from "fast-check";
import { expect, test } from "vitest";
import { addFrequency, fieldFrequency, packFrequencies, TERM_FIELDS } from "../../src/text/term-fields.js";

const counts = fc.array(fc.nat(300), { minLength: 6, maxLength: 6 });

test("packed frequencies are unpacked, each capped at its maximum", () => {
  fc.assert(
    fc.property(counts, (wanted) => {
      const packed = packFrequencies(wanted);
      expect(packed).toBeGreaterThanOrEqual(0);
      expect(TERM_FIELDS.map((_, field) => fieldFrequency(packed, field))).toEqual(
        TERM_FIELDS.map(({ max }, field) => Math.min(max, wanted[field] ?? 0)),
      );
    }),
  );
});

test("adding in steps equals adding at once", () => {
  fc.assert(
    fc.property(counts, counts, (first, second) => {
      const stepwise = second.reduce(
        (packed, count, field) => addFrequency(packed, field, count),
        packFrequencies(first),
      );
      expect(stepwise).toBe(packFrequencies(first.map((count, i) => count + (second[i] ?? 0))));
    }),
  );
});

test("fields do not overlap", () => {
  const bits = TERM_FIELDS.flatMap(({ shift, max }) => Array.from({ length: Math.log2(max + 1) }, (_, i) => shift + i));
  expect(new Set(bits).size).toBe(bits.length);
  expect(Math.max(...bits)).toBeLessThan(31);
});
