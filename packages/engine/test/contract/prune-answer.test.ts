import { expect, test } from "vitest";
import { pruneAnswer } from "../../src/contract/prune-answer.js";

test("null, [] and {} are left out; false, 0 and the empty string stay", () => {
  expect(pruneAnswer({ a: null, b: [], c: {}, d: undefined, e: false, f: 0, g: "" })).toEqual({
    e: false,
    f: 0,
    g: "",
  });
});

test("a property that becomes empty is left out too", () => {
  expect(pruneAnswer({ a: { b: { c: null } }, d: 1 })).toEqual({ d: 1 });
});

test("elements of arrays keep their positions", () => {
  expect(pruneAnswer({ rows: [[1, null, []], {}, { a: null, b: 1 }] })).toEqual({
    rows: [[1, null, []], {}, { b: 1 }],
  });
});
