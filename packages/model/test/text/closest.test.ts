import { expect, test } from "vitest";
import { closest, didYouMean } from "../../src/text/closest.js";

test("swapped, missing and doubled letters are close; case and separators are ignored", () => {
  expect(closest("vaildateToken", ["decode", "validateToken", "validate_token"])).toEqual([
    "validateToken",
    "validate_token",
  ]);
  expect(closest("REPOID", ["repo_id"])).toEqual(["repo_id"]);
});

test("a very different word is not suggested", () => {
  expect(closest("authenticate", ["banana", "parse"])).toEqual([]);
  expect(didYouMean("authenticate", ["banana"])).toBe("");
});

test("closest first, ties in the given order", () => {
  expect(closest("limt", ["line", "lint", "limits", "limit", "banana"])).toEqual(["lint", "limit", "line"]);
});
