import { expect, test } from "vitest";
import { closestWords, didYouMean } from "../../src/text/closest.js";

test("swapped, missing and doubled letters are close; case and separators are ignored", () => {
  expect(closestWords("vaildateToken", ["decode", "validateToken", "validate_token"])).toEqual([
    "validateToken",
    "validate_token",
  ]);
  expect(closestWords("REPOID", ["repo_id"])).toEqual(["repo_id"]);
});

test("a very different word is not suggested", () => {
  expect(closestWords("authenticate", ["banana", "parse"])).toEqual([]);
  expect(didYouMean("authenticate", ["banana"])).toBe("");
});

test("closest first, ties in the given order", () => {
  expect(closestWords("limt", ["line", "lint", "limits", "limit", "banana"])).toEqual(["lint", "limit", "line"]);
});
