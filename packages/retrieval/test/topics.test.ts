import { expect, test } from "vitest";
import { topicsOf } from "../src/topics.js";

test("the path classes that a query is about", () => {
  expect([...topicsOf("fix the failing tests of the benchmark")]).toEqual(["test", "benchmark"]);
  expect([...topicsOf("testLogin in test_session")]).toEqual(["test"]);
  expect([...topicsOf("latest contest constructor")]).toEqual([]);
});
