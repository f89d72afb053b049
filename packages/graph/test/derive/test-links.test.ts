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
    ["add_user <- test_add_user d1 0.97; test_other d1 0.71", "remove_user <- test_other d1 0.71"].join("\n"),
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
      "store/store.go <- Suite.TestTidy d4 0.95; TestOpen d4 0.95",
      "Open <- TestOpen d1 0.99",
      "tidy <- Suite.TestTidy d1 0.99; TestOpen d1 0.86",
    ].join("\n"),
  );
});

test("functions of the test's file and set-up count as the test itself, and so does what is nested in it", () => {
  const layers = layersOf(`
app/session.py
  export class Session
    method open()
    method close()
    method send()
tests/test_flow.py
  class TestFlow
    method setUp()
      -> call Session.open
    method test_end()
      -> call finish
      function callback()
        -> call Session.send
  function finish()
    -> call Session.close
`);
  expect(testsText(layers)).toBe(
    [
      "Session.open <- TestFlow.test_end d1 0.71",
      "Session.close <- TestFlow.test_end d1 0.71",
      "Session.send <- TestFlow.test_end d1 0.71",
    ].join("\n"),
  );
});

test("a call by a helper of another file is one call further away, and needs a second signal", () => {
  const layers = layersOf(`
app/session.py
  export function login()
  export function logout()
tests/conftest.py
  function client()
    -> call login
    -> call logout
tests/test_flow.py
  function test_login()
    -> call client
  function test_flow()
    -> call client
`);
  expect(testsText(layers)).toBe("login <- test_login d2 0.93");
});

test("methods are tests if their class is a test case", () => {
  const layers = layersOf(`
app/calc.py
  export function add()
tests/test_sums.py
  class Plain
    method test_like_a_test()
      -> call add
  class Sums
    ~> extends unittest TestCase
    method test_add()
      -> call add
  class test_lower_case
    method test_sum()
      -> call add
`);
  expect(testsText(layers)).toBe("add <- Sums.test_add d1 0.97; test_lower_case.test_sum d1 0.71");
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
    -> call deeper
  export function deeper()
  export function unrelated()
src/store.test.ts
  -> call UserStore
  -> call UserStore.add
`,
    extras,
  );
  expect(testsText(layers)).toBe(
    [
      "src/store.ts <- src/store.test.ts d4 0.95",
      "UserStore <- src/store.test.ts d1 0.96",
      "UserStore.add <- src/store.test.ts d1 0.86",
      "check <- src/store.test.ts d2 0.64",
    ].join("\n"),
  );
});

test("a test is linked with what it names and mirrors, though its calls are not found", () => {
  const titles = ["Store.close()", "the option keepAlive"].map((text) => ({
    owner: "src/store.spec.ts",
    kind: "title" as const,
    text,
  }));
  const layers = layersOf(
    `
src/store.ts
  class Store
    method close()
  class Pool
    method close()
  function keepAlive()
  function named()
    function close()
src/store.spec.ts
`,
    { entries: titles },
  );
  expect(testsText(layers)).toBe(
    [
      "src/store.ts <- src/store.spec.ts d4 0.99",
      "Store <- src/store.spec.ts d4 0.99",
      "Store.close <- src/store.spec.ts d4 0.85",
      "keepAlive <- src/store.spec.ts d4 0.85",
    ].join("\n"),
  );
});

test("a file named test.ts is a test of its folder if it registers tests", () => {
  const extras = { entries: [{ owner: "src/add/test.ts", kind: "title" as const, text: "adds days" }] };
  const layers = layersOf(
    `
src/add/index.ts
  export function add()
src/add/test.ts
  -> call add
src/commands/test.ts
  -> call add
`,
    extras,
  );
  expect(testsText(layers)).toBe("add <- src/add/test.ts d1 0.99");
});

test("tests that call less come first; of a symbol in many files each file has a link", () => {
  const calls = (count: number) => Array.from({ length: count }, (_, i) => `    -> call step_${i}`).join("\n");
  const files = Array.from({ length: 12 }, (_, i) => {
    return `tests/test_${i}.py\n  function test_a${i}()\n    -> call log\n${calls(12 - i)}\n  function test_b${i}()\n    -> call log\n${calls(1)}`;
  });
  const steps = Array.from({ length: 12 }, (_, i) => `  export function step_${i}()`).join("\n");
  const layers = layersOf(`app/a.py\n  export function log()\n${steps}\n${files.join("\n")}\n`);
  const log = testsText(layers).split("\n")[0] ?? "";
  const linked = [...log.matchAll(/test_\w+/g)].map(([name]) => name);
  expect(linked.slice(0, 11).every((name) => name.startsWith("test_b"))).toBe(true);
  expect(new Set(linked.map((name) => name.slice("test_b".length))).size).toBe(12);
});

test("calls of low confidence create no links, and code beside tests is linked to none", () => {
  const layers = layersOf(`
app/a.py
  export function run()
  export function guess()
  export function helper()
tests/test_b.py
  function test_c()
    -> call run 0.45
    -> call guess 0.70
tests/conftest.py
  function fixture()
    -> call helper
`);
  expect(testsText(layers)).toBe("");
});
