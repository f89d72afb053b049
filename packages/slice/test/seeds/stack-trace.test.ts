import { InMemoryGraph } from "@sdl/model/in-memory";
import { expect, test } from "vitest";
import { parseStackTrace } from "../../src/index.js";
import { PathLocator } from "../../src/seeds/locate.js";
import { findMentionedPlaces, findTraceSeeds } from "../../src/seeds/trace-seeds.js";

/** Frames of a trace, one per line; each error of the cause chain by its depth. */
function checkFrames(trace: string, expected: string): void {
  const lines = parseStackTrace(trace).flatMap(({ depth, frames }) =>
    frames.map(({ path, line, name }) => `${depth} ${path}:${line}${name === undefined ? "" : ` ${name}`}`),
  );
  expect(lines.join("\n")).toBe(expected.trim());
}

test("Node", () => {
  checkFrames(
    `TypeError: x is not a function
    at validateToken (/app/src/auth/token.ts:12:9)
    at async Users.find (file:///app/src/db/users.ts:40:3)
    at new Session (/app/src/session.js:3:1)
    at Object.<anonymous> [as handler] (C:\\app\\src\\x.js:1:2)
    at /app/src/main.ts:5:1
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
  [cause]: Error: inner
      at decode (/app/src/auth/token.ts:3:1)`,
    `
0 /app/src/auth/token.ts:12 validateToken
0 /app/src/db/users.ts:40 Users.find
0 /app/src/session.js:3 Session
0 C:/app/src/x.js:1 Object.<anonymous>
0 /app/src/main.ts:5
0 node:internal/process/task_queues:95 process.processTicksAndRejections
1 /app/src/auth/token.ts:3 decode`,
  );
});

test("browsers", () => {
  checkFrames(
    `render@http://localhost:5173/src/view.tsx?t=17:20:11
@webpack-internal:///./src/main.js:7:1
    at onClick (https://example.org/assets/src/app.ts:9:4)`,
    `
0 /src/view.tsx:20 render
0 /src/main.js:7
0 /assets/src/app.ts:9 onClick`,
  );
});

test("Go: panics and failing tests", () => {
  checkFrames(
    `panic: no name
goroutine 1 [running]:
main.open({0x0, 0x0})
	/srv/app/store.go:12 +0x1d
main.main()
	/srv/app/cmd/main.go:7
--- FAIL: TestOpen (0.00s)
    store_test.go:31: got 1, want 2`,
    `
0 /srv/app/store.go:12
0 /srv/app/cmd/main.go:7
0 store_test.go:31`,
  );
});

test("Python: the innermost frame last, the original error first", () => {
  checkFrames(
    `Traceback (most recent call last):
  File "/srv/app/db.py", line 7, in query
    raise KeyError(x)
KeyError: 'a'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/app/main.py", line 3, in <module>
    run()
  File "/srv/app/run.py", line 9, in run
    query()
ValueError: no`,
    `
0 /srv/app/run.py:9 run
0 /srv/app/main.py:3
1 /srv/app/db.py:7 query`,
  );
});

test("exception groups: each contained error is a separate error", () => {
  checkFrames(
    `  + Exception Group Traceback (most recent call last):
  |   File "/srv/app/main.py", line 3, in run
  |     group()
  | ExceptionGroup: two (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/app/db.py", line 7, in query
    | KeyError: 'a'
    +---------------- 2 ----------------
    | Traceback (most recent call last):
    |   File "/srv/app/net.py", line 9, in fetch
    | OSError
    +------------------------------------`,
    `
0 /srv/app/net.py:9 fetch
1 /srv/app/db.py:7 query
2 /srv/app/main.py:3 run`,
  );
});

test("test runners: pytest's short form, Vitest, colours", () => {
  checkFrames(
    `tests/test_db.py:5: in test_query
    query("x")
src/db.py:12: KeyError`,
    `
0 src/db.py:12
0 tests/test_db.py:5 test_query`,
  );
  checkFrames(
    "\u001b[31mAssertionError\u001b[39m: no\n \u001b[36m❯\u001b[39m decode src/token.ts:12:5\n ❯ test/token.test.ts:3:1",
    `
0 src/token.ts:12 decode
0 test/token.test.ts:3`,
  );
});

test("aggregated errors, frames before a brace", () => {
  checkFrames(
    `AggregateError: all failed
    at run (/app/src/run.ts:4:2) {
  [errors]: [
    Error: one
      at first (/app/src/one.ts:1:1),`,
    `
0 /app/src/run.ts:4 run
1 /app/src/one.ts:1 first`,
  );
});

test("a text without frames gives no frames", () => {
  checkFrames("it broke at noon (see a:1:2)\nFile nothing", "");
});

const GRAPH = InMemoryGraph.fromText(`
src/auth/token.ts
  function validateToken() @10-20
    function inner() @12-14
src/db/users.ts
  class Users @1-50
    method find() @30-45
packages/x/src/db/users.ts
  function other() @1-50
`);

test("an absolute path of another machine matches the longest indexed suffix", () => {
  const locator = new PathLocator(GRAPH);
  expect(locator.find("/home/me/app/src/auth/token.ts")).toBe("src/auth/token.ts");
  expect(locator.find("/ci/packages/x/src/db/users.ts")).toBe("packages/x/src/db/users.ts");
  expect(locator.find("./src/db/users.ts")).toBe("src/db/users.ts");
  expect(locator.find("auth/token.ts")).toBe("src/auth/token.ts");
  expect(locator.find("db/users.ts")).toBeUndefined();
  expect(locator.find("/app/node_modules/y/auth/token.ts")).toBeUndefined();
});

test("a path of build output matches its source if the nearest one is unique", () => {
  const locator = new PathLocator(GRAPH);
  expect(locator.findSource("/app/dist/auth/token.js")).toEqual({ file: "src/auth/token.ts", hasLines: false });
  expect(locator.findSource("/app/src/auth/token.ts")).toEqual({ file: "src/auth/token.ts", hasLines: true });
  expect(locator.findSource("/app/dist/users.js")).toBeUndefined();
  expect(locator.findSource("/app/auth/token.js")).toBeUndefined();
  expect(locator.findSource("/app/node_modules/y/dist/auth/token.js")).toBeUndefined();
});

test.each([
  ["the line", "at inner (/app/src/auth/token.ts:13:1)", "validateToken.inner"],
  ["what the line is inside of", "at validateToken (/app/src/auth/token.ts:13:1)", "validateToken.inner"],
  ["the name, where the line says another", "at Users.find (/app/src/db/users.ts:3:1)", "Users.find"],
  ["the name, in built code", "at validateToken (/app/dist/auth/token.js:900:1)", "validateToken"],
  ["the file, in built code without a name", "at /app/dist/auth/token.js:900:1", "src/auth/token.ts"],
])("a frame's symbol is told by %s", (_, frame, expected) => {
  const { seeds } = findTraceSeeds(GRAPH, `Error: x\n    ${frame}`);
  expect(seeds.map(({ symbol }) => GRAPH.symbol(symbol).qualifiedName)).toEqual([expected]);
});

test("paths with lines in prose give symbols", () => {
  const found = findMentionedPlaces(
    GRAPH,
    "It fails at src/auth/token.ts:12, then in gone.ts:3 and src\\db\\users.ts:31.",
  );
  expect(found.map(({ symbol }) => GRAPH.symbol(symbol).qualifiedName)).toEqual(["validateToken.inner", "Users.find"]);
});

test("a frame gives the innermost symbol; frames outside of the repository have no rank", () => {
  const { seeds, files } = findTraceSeeds(
    GRAPH,
    `Error: x
    at y (/app/node_modules/y/index.js:1:1)
    at inner (/app/src/auth/token.ts:13:1)
    at find (/app/src/db/users.ts:31:1)
    at start (/app/src/db/users.ts:60:1)`,
  );
  expect(seeds.map(({ symbol }) => GRAPH.symbol(symbol).qualifiedName)).toEqual([
    "validateToken.inner",
    "Users.find",
    "src/db/users.ts",
  ]);
  expect(files.get("src/db/users.ts")).toEqual({ file: 1, weight: 1 });
});
