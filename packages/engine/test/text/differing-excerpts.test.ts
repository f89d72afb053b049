/** Excerpts of two declarations: what differs is always seen, within the width. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { differingExcerpts } from "../../src/text/difference.js";

const many = Array.from({ length: 30 }, (_, i) => `parameter_${i}: dict[str, int]`).join(", ");

test("short texts are whole", () => {
  expect(differingExcerpts("f(a)", "f(a, b)", 40)).toEqual({ before: "f(a)", after: "f(a, b)" });
});

test("of long texts the part that differs is shown, with what leads to it", () => {
  expect(differingExcerpts(`f(${many}, last=1)`, `f(${many}, last=2)`, 50)).toEqual({
    before: "…tr, int], parameter_29: dict[str, int], last=1)",
    after: "…tr, int], parameter_29: dict[str, int], last=2)",
  });
  expect(differingExcerpts(`f(first=1, ${many})`, `f(first=2, ${many})`, 40)).toEqual({
    before: "f(first=1, parameter_0: dict[str, int],…",
    after: "f(first=2, parameter_0: dict[str, int],…",
  });
});

test("excerpts of different texts differ, and keep the width", () => {
  const text = fc.array(fc.constantFrom("a", "b", "name", " ", ", ", ": ", "(", ")"), { maxLength: 60 });
  fc.assert(
    fc.property(text, text, fc.integer({ min: 20, max: 60 }), (one, other, columns) => {
      const [before, after] = [one.join("").replace(/\s+/g, " "), other.join("").replace(/\s+/g, " ")];
      const excerpts = differingExcerpts(before, after, columns);
      expect(Math.max(excerpts.before.length, excerpts.after.length)).toBeLessThanOrEqual(columns);
      if (before !== after) expect(excerpts.before).not.toBe(excerpts.after);
    }),
  );
});
