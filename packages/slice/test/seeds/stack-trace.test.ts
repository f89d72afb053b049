import { InMemoryGraph } from "@sdl/model/testing";
import { expect, test } from "vitest";
import { parseStackTrace } from "../../src/index.js";
import { PathLocator } from "../../src/seeds/locate.js";
import { findTraceSeeds } from "../../src/seeds/trace-seeds.js";

/** The frames of a trace, one a line, causes told by their depth. */
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

test("Python, innermost last, causes first", () => {
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

test("text without frames has none", () => {
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

test("a path of another machine finds the longest indexed tail", () => {
  const locator = new PathLocator(GRAPH);
  expect(locator.find("/home/me/app/src/auth/token.ts")).toBe("src/auth/token.ts");
  expect(locator.find("/ci/packages/x/src/db/users.ts")).toBe("packages/x/src/db/users.ts");
  expect(locator.find("./src/db/users.ts")).toBe("src/db/users.ts");
  expect(locator.find("auth/token.ts")).toBe("src/auth/token.ts");
  expect(locator.find("db/users.ts")).toBeUndefined();
  expect(locator.find("/app/node_modules/y/auth/token.ts")).toBeUndefined();
});

test("frames become innermost symbols; foreign frames take no rank", () => {
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
