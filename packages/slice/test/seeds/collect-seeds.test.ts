import { InMemoryGraph } from "@sdl/model/in-memory";
import { expect, test } from "vitest";
import { resolveRequest, type SliceBuildRequest } from "../../src/request.js";
import { collectSeeds } from "../../src/seeds/collect-seeds.js";

const GRAPH = InMemoryGraph.fromText(`
src/auth/token.ts
  export function validateToken() @10-20
    -> call decodeToken
  function decodeToken() @30-40
src/db.py
  function query() @1-9
tests/test_auth.py
  class TestLogin @1-9
    method test_valid() @2-4
      -> call validateToken
    method test_query() @5-8
      -> call query
`);

/** The symptom type, then the start symbols with their sources. */
function checkSeeds(request: SliceBuildRequest, expected: readonly string[]): void {
  const { symptomType, starts } = collectSeeds(GRAPH, resolveRequest(request), {
    finder: undefined,
    traces: undefined,
  });
  const told = starts.map(({ symbol, source }) => `${source} ${GRAPH.symbol(symbol).qualifiedName}`);
  expect([symptomType, ...told]).toEqual(expected);
}

test("a trace inside a task text is a stack trace", () => {
  const taskText =
    "Login breaks since Monday:\n\nError: no\n    at decodeToken (/app/src/auth/token.ts:31:2)\n\nPlease look.";
  checkSeeds({ taskText }, ["stackTrace", "stackTrace decodeToken"]);
});

test("the symbol at a path and line in a task text is a start symbol", () => {
  checkSeeds({ taskText: "see src/auth/token.ts:12" }, ["taskText", "taskText validateToken"]);
});

test.each([
  ["a file", "tests/test_auth.py", ["failingTest validateToken", "failingTest query"]],
  ["one test", "tests/test_auth.py::TestLogin::test_query", ["failingTest query"]],
  ["one case of a test", "tests/test_auth.py::TestLogin::test_valid[utc-a::b]", ["failingTest validateToken"]],
  ["a test that no longer exists", "tests/test_auth.py::test_gone", ["failingTest validateToken", "failingTest query"]],
])("a failing test is %s", (_, failingTestPath, expected) => {
  checkSeeds({ failingTestPath }, ["failingTest", ...expected]);
});
