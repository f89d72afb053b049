import { expect, test } from "vitest";
import { topicsOf } from "../src/topics.js";

test("what a query speaks of", () => {
  expect([...topicsOf("fix the failing tests of the benchmark")]).toEqual(["test", "benchmark"]);
  expect([...topicsOf("testLogin in test_session")]).toEqual(["test"]);
  expect([...topicsOf("latest contest constructor")]).toEqual([]);
});
