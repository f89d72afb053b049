import { expect, test } from "vitest";
import { closest, didYouMean } from "../../src/text/closest.js";

test("swapped, missing and doubled letters are near; case and separators do not count", () => {
  expect(closest("vaildateToken", ["decode", "validateToken", "validate_token"])).toEqual([
    "validateToken",
    "validate_token",
  ]);
  expect(closest("REPOID", ["repo_id"])).toEqual(["repo_id"]);
});

test("a stranger is no suggestion", () => {
  expect(closest("authenticate", ["banana", "parse"])).toEqual([]);
  expect(didYouMean("authenticate", ["banana"])).toBe("");
});

test("nearest first, ties in the order given", () => {
  expect(closest("limt", ["line", "lint", "limits", "limit", "banana"])).toEqual(["lint", "limit", "line"]);
});
