import { expect, test } from "vitest";
import { isTestFile } from "../src/slice/test-files.js";

test.each([
  "src/cart.test.ts",
  "src/cart.spec.tsx",
  "cart-test.mjs",
  "cart_test.py",
  "tests/test_cart.py",
  "test_cart.py",
  "test/cart.ts",
  "src/__tests__/cart.js",
  "a\\tests\\cart.cts",
])("%s is a test file", (path) => {
  expect(isTestFile(path)).toBe(true);
});

test.each([
  "src/cart.ts",
  "src/contest.ts",
  "latest.py",
  "test/fixtures/data.json",
  "src/testing/helper.ts",
  "testable.ts",
])("%s is not a test file", (path) => {
  expect(isTestFile(path)).toBe(false);
});
