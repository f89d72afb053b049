import { expect, test } from "vitest";
import { largestWhere } from "../src/index.js";

test("the largest value for which the predicate holds, or the lower bound if it holds for none", () => {
  for (let high = 0; high < 9; high++) {
    for (let most = 0; most <= high; most++) expect(largestWhere(0, high, (value) => value <= most)).toBe(most);
  }
  expect(largestWhere(3, 2, () => true)).toBe(3);
});
