/** Tests of links between tests and symbols: one case per signal, and their combination. */
import { expect, test } from "vitest";
import { layersOf, testsText } from "./check-layers.js";

test("pytest functions are linked by calls and by name", () => {
  const layers = layersOf(`
app/users.py
  export function add_user()
    -> call store
  export function remove_user()
  function store()
tests/test_api.py
  function test_add_user()
    -> call add_user
  function test_other()
    -> call remove_user
    -> call add_user
`);
  expect(testsText(layers)).toBe(
    ["add_user <- test_add_user d1 0.93; test_other d1 0.32", "remove_user <- test_other d1 0.50"].join("\n"),
  );
});

test("Go's tests are functions named so, and methods of suites", () => {
  const layers = layersOf(`
store/store.go
  export function Open()
  export function Testing()
  function tidy()
store/store_test.go
  function TestOpen()
    -> call Open
    -> call tidy
  function Testable()
    -> call Testing
  class Suite
    method TestTidy()
      -> call tidy
`);
  expect(testsText(layers)).toBe(
    [
      "Open <- TestOpen d1 0.98; Suite.TestTidy d4 0.50",
      "Testing <- TestOpen d4 0.50; Suite.TestTidy d4 0.50",
      "tidy <- Suite.TestTidy d1 0.97; TestOpen d1 0.66",
    ].join("\n"),
  );
});

test("helpers of tests and set-up count as the test itself", () => {
  const layers = layersOf(`
app/session.py
  export class Session
    method open()
    method close()
tests/test_flow.py
  class TestFlow
    method setUp()
      -> call Session.open
    method test_end()
      -> call finish
  function finish()
    -> call Session.close
`);
  expect(testsText(layers)).toBe(
    ["Session.open <- TestFlow.test_end d1 0.50", "Session.close <- TestFlow.test_end d1 0.50"].join("\n"),
  );
});

test("methods are tests if their class is a test case", () => {
  const layers = layersOf(`
app/calc.py
  export function add()
tests/test_calc.py
  class Plain
    method test_like_a_test()
      -> call add
  class Sums
    ~> extends unittest TestCase
    method test_add()
      -> call add
`);
  expect(testsText(layers)).toBe("add <- Sums.test_add d1 0.98");
});

test("in JavaScript the test file is the test; suite titles and its path name the subject", () => {
  const extras = { entries: [{ owner: "src/store.test.ts", kind: "title" as const, text: "UserStore" }] };
  const layers = layersOf(
    `
src/store.ts
  export class UserStore
    method add()
      -> call check
  export function check()
  export function unrelated()
src/store.test.ts
  -> call UserStore
  -> call UserStore.add
`,
    extras,
  );
  expect(testsText(layers)).toBe(
    [
      "UserStore <- src/store.test.ts d1 0.93",
      "UserStore.add <- src/store.test.ts d1 0.75",
      "check <- src/store.test.ts d2 0.58",
      "unrelated <- src/store.test.ts d4 0.50",
    ].join("\n"),
  );
});

test("a symbol that every test calls gets a weaker link than one that a single test calls", () => {
  const tests = Array.from({ length: 9 }, (_, i) => `  function test_${i}x()\n    -> call log\n    -> call step_${i}`);
  const steps = Array.from({ length: 9 }, (_, i) => `  export function step_${i}()`);
  const layers = layersOf(
    `app/a.py\n  export function log()\n${steps.join("\n")}\ntests/test_b.py\n${tests.join("\n")}\n`,
  );
  const text = testsText(layers);
  expect(text).not.toContain("log <-");
  expect(text).toContain("step_4 <- test_4x d1 0.50");
});

test("edges of low confidence create no links, and code beside tests is linked to none", () => {
  const layers = layersOf(`
app/a.py
  export function run()
  export function helper()
tests/test_b.py
  function test_c()
    -> call run 0.45
tests/conftest.py
  function fixture()
    -> call helper
`);
  expect(testsText(layers)).toBe("");
});
