import { InMemoryGraph } from "@sdl/model/in-memory";
import { expect, test } from "vitest";
import { parseStackTrace } from "../../src/index.js";
import { PathLocator } from "../../src/seeds/locate.js";
import { packageNamed, packagesOf, type RepositoryPackage } from "../../src/seeds/packages.js";
import { findMentionedPlaces, findTraceSeeds, TraceMatcher } from "../../src/seeds/trace-seeds.js";

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

test("browsers: without a column or a path, nested functions of Firefox, names that a bundler numbers", () => {
  checkFrames(
    `TypeError: x
    at patch (runtime.esm-bundler.js?5c40:4818)
    at parse$2 (/app/dist/compiler.cjs.js:9:1)
Syntax Error: walk/<@/app/dist/compiler.cjs.js:7:13
async*load@https://example.org/a b.js:1:2`,
    `
0 runtime.esm-bundler.js:4818 patch
0 /app/dist/compiler.cjs.js:9 parse
0 /app/dist/compiler.cjs.js:7 walk`,
  );
});

test("logs: what stands before a frame, breaks that were escaped or lost", () => {
  checkFrames(
    'app-1  |   File "/app/db.py", line 7, in query\n2026-07-02 15:24:12 unk   File "/app/net.py", line 9, in fetch ',
    `
0 /app/net.py:9 fetch
0 /app/db.py:7 query`,
  );
  checkFrames(
    '{"stack":"Error: x\\\\n    at run (/app/run.js:4:2)\\\\n    at C:\\\\node\\\\a.js:1:2"}',
    `
0 /app/run.js:4 run
0 C:/node/a.js:1`,
  );
  checkFrames(
    "Error: x at run (/app/run.js:4:2) at Object.<anonymous> (/app/a.js:1:2)",
    `
0 /app/run.js:4 run
0 /app/a.js:1 Object.<anonymous>`,
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
0 /srv/app/store.go:12 open
0 /srv/app/cmd/main.go:7 main
0 store_test.go:31`,
  );
});

test("Go: methods of packages, what started a goroutine, and gin's recovery", () => {
  checkFrames(
    `goroutine 52 [running]:
example.org/shop/store.(*Store).Load(0xc0001a4200, ...)
	/go/src/example.org/shop/store/store.go:830 +0x68a fp=0xc0201eed78 sp=0xc0201eed30 pc=0x4d4ae7
example.org/shop/store.(_Store).Save.func1()
    C:/code/go/src/example.org/shop/store/store.go:12 +0x1d
created by example.org/shop/store.Open
	/go/src/example.org/shop/store/open.go:7 +0x24b
/go/src/example.org/shop/vendor/web/context.go:173 (0x47f52b3)
        (*Context).Next: c.handlers[c.index](c)`,
    `
0 /go/src/example.org/shop/store/store.go:830 Store.Load
0 C:/code/go/src/example.org/shop/store/store.go:12 Store.Save
0 /go/src/example.org/shop/store/open.go:7 Open
0 /go/src/example.org/shop/vendor/web/context.go:173 Context.Next`,
  );
});

test("traces in forms of services, notebooks and escaped logs", () => {
  checkFrames(
    '{"stack": "File \\"/app/db.py\\", line 7, in query\\n    x\\n  File \\"/app/a.py\\", line 9, in run"}',
    `
0 /app/a.py:9 run
0 /app/db.py:7 query`,
  );
  checkFrames(
    '  File "/app/node_modules/x/a.js", line 208, col 24, in Job.run\n  File "/app/b.js", line 3, col 1, in main',
    `
0 /app/node_modules/x/a.js:208 Job.run
0 /app/b.js:3 main`,
  );
  checkFrames(
    "at convert in lib/types.js:82\nat  in lib/types.js:262",
    `
0 lib/types.js:82 convert
0 lib/types.js:262`,
  );
  checkFrames(
    "Python 	/x/dist-packages/docker/client.py in fetch, line 123",
    "0 /x/dist-packages/docker/client.py:123 fetch",
  );
  checkFrames(
    "File [/x/core.py:105](https://h/x/core.py#line=104), in OpenFile.open(self)",
    "0 /x/core.py:105 OpenFile.open",
  );
  checkFrames(
    '{"stack":"lex@https://h/js/a.js:1537:44\\nparse@https://h/js/a.js:9:1"}',
    `
0 /js/a.js:1537 lex
0 /js/a.js:9 parse`,
  );
});

test("a path that a box has wrapped, and the function that pytest shows the source of", () => {
  checkFrames(
    "│ C:\\env\\lib\\site-packages\\app\\connectio │\n│ npool.py:726 in urlopen │",
    "0 C:/env/lib/site-packages/app/connectionpool.py:726 urlopen",
  );
  checkFrames(
    `_ _ _ _ _ _

    def reraise(tp, value):
        def inner():
            pass
>       raise value

lib/python3.8/site-packages/x/six.py:702: `,
    "0 lib/python3.8/site-packages/x/six.py:702 reraise",
  );
});

test("Python: frames in one line, and frames that a terminal wrapped", () => {
  checkFrames(
    'Traceback (most recent call last): File "/app/db.py", line 7, in query fetch() File "/app/net.py", line 9, in fetch raise KeyError(',
    "0 /app/net.py:9 fetch\n0 /app/db.py:7 query",
  );
  checkFrames(
    '  File "/app/db.py", line 7, inquery\n  File\n"/app/net.py", line9, in fetch\n  File "/app/net.py", line 12, in\nsend',
    "0 /app/net.py:12\n0 /app/net.py:9 fetch\n0 /app/db.py:7 query",
  );
});

test("Python's tools: IPython old and new, Rich, cleo", () => {
  checkFrames(
    `~/app/db.py in query(self, key)
      6     def query(self, key):
----> 7         raise KeyError(key)`,
    "0 ~/app/db.py:7 query",
  );
  checkFrames("File ~/app/db.py:7, in Store.query(self, key)", "0 ~/app/db.py:7 Store.query");
  checkFrames("│ /app/db.py:7 in query      │", "0 /app/db.py:7 query");
  checkFrames("  at ~/My Apps/db.py:7 in query", "0 ~/My Apps/db.py:7 query");
  checkFrames("C:\\app\\db.py:7:query\nC:\\app\\net.py:9:fetch", "0 C:/app/net.py:9 fetch\n0 C:/app/db.py:7 query");
  checkFrames(
    "  2  ~/app/run.py:3 in main\n  at ~/app/db.py:7 in query",
    "0 ~/app/db.py:7 query\n0 ~/app/run.py:3 main",
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

/** Symbols that a trace leads to, in the order of its frames; `?` before those that are a guess. */
function checkMatches(
  trace: string,
  expected: string,
  graph = GRAPH,
  packages: readonly RepositoryPackage[] = [],
): void {
  const matches = new TraceMatcher(graph, () => packages).match(trace).causes.flatMap((cause) => cause.matches);
  const names = matches.map(({ symbol, isExact }) => `${isExact ? "" : "?"}${graph.symbol(symbol).qualifiedName}`);
  expect(names.join(" ")).toBe(expected);
}

test("a trace is matched once, also if it is asked for again", () => {
  let matched = 0;
  const traces = new TraceMatcher(GRAPH, () => {
    matched++;
    return [];
  });
  const trace = "    at inner (/app/src/auth/token.ts:13:5)";
  expect(traces.match(trace)).toBe(traces.match(trace));
  expect(traces.match("no trace").frames).toEqual([]);
  expect(matched).toBe(1);
});

test("an absolute path of another machine matches the longest indexed suffix", () => {
  const locator = new PathLocator(GRAPH);
  expect(locator.find("/home/me/app/src/auth/token.ts")).toBe("src/auth/token.ts");
  expect(locator.find("/ci/packages/x/src/db/users.ts")).toBe("packages/x/src/db/users.ts");
  expect(locator.find("./src/db/users.ts")).toBe("src/db/users.ts");
  expect(locator.find("auth/token.ts")).toBe("src/auth/token.ts");
  expect(locator.find("db/users.ts")).toBeUndefined();
  expect(locator.find("/app/node_modules/y/auth/token.ts")).toBeUndefined();
});

test("a built file's source has its name and shares the most folders with it, if that is unique", () => {
  const locator = new PathLocator(GRAPH);
  expect(locator.findSource("/app/dist/auth/token.js", "")).toBe("src/auth/token.ts");
  expect(locator.findSource("/app/dist/users.js", "")).toBeUndefined();
  expect(locator.findSource("/app/dist/users.js", "packages/x")).toBe("packages/x/src/db/users.ts");
});

test.each([
  ["the line", "at inner (/app/src/auth/token.ts:13:1)", "validateToken.inner"],
  [
    "the name, where the line is inside of a nested one",
    "at validateToken (/app/src/auth/token.ts:13:1)",
    "validateToken",
  ],
  ["the name, where the line says another", "at Users.find (/app/src/db/users.ts:3:1)", "Users.find"],
  ["the name, in built code", "at validateToken (/app/dist/auth/token.js:900:1)", "?validateToken"],
  ["the file, in built code without a name", "at /app/dist/auth/token.js:900:1", "?src/auth/token.ts"],
])("a frame's symbol is told by %s", (_, frame, expected) => {
  checkMatches(`Error: x\n    ${frame}`, expected);
});

test("paths with lines in prose give symbols", () => {
  const found = findMentionedPlaces(
    GRAPH,
    "It fails at src/auth/token.ts:12, then in gone.ts:3 and src\\db\\users.ts:31.",
  );
  expect(found.map(({ symbol }) => GRAPH.symbol(symbol).qualifiedName)).toEqual(["validateToken.inner", "Users.find"]);
});

test("a frame gives the innermost symbol; frames outside of the repository have no rank", () => {
  const trace = `Error: x
    at y (/app/node_modules/y/index.js:1:1)
    at inner (/app/src/auth/token.ts:13:1)
    at find (/app/src/db/users.ts:31:1)
    at start (/app/src/db/users.ts:60:1)`;
  const { seeds, files } = findTraceSeeds(new TraceMatcher(GRAPH).match(trace));
  expect(seeds.map(({ symbol }) => GRAPH.symbol(symbol).qualifiedName)).toEqual([
    "validateToken.inner",
    "Users.find",
    "src/db/users.ts",
  ]);
  expect(files.get("src/db/users.ts")).toEqual({ file: 1, weight: 1 });
});

const MONOREPO = InMemoryGraph.fromText(`
lib/app/db.py
  class Store @1-50
    method query() @10-20
lib/app/net.py
  function fetch() @1-9
lib/app/moved.py
  function load() @1-9
  function close() @11-12
lib/app/other.py
  function close() @1-9
packages/core/src/render.ts
  interface Renderer
    method patch()
  function createRenderer() @1-99
    function patch() @10-20
    function unmount() @21-30
packages/core/src/parse.ts
  function parse() @1-9
packages/dom/src/parse.ts
  function parse() @1-9
src/query/Builder.ts
  class Builder @1-99
    method run() @10-20
src/pool.ts
  class Pool @1-99
    method acquire() @10-20
src/all.ts
  function fetchEverything() @1-9
test/render.test.ts
  function patch() @1-2
`);
const PACKAGES: readonly RepositoryPackage[] = [
  { kind: "npm", name: "@scope/core", folder: "packages/core" },
  { kind: "npm", name: "orm", folder: "" },
];

test.each([
  [
    "an installed Python package",
    'File "/venv/lib/python3.12/site-packages/app/db.py", line 12, in query',
    "Store.query",
  ],
  ["an egg", 'File "C:\\Python27\\lib\\site-packages\\app-3.1-py2.7.egg\\app\\net.py", line 3, in fetch', "fetch"],
  ["a copy inside another package", 'File "/x/site-packages/pip/_vendor/app/net.py", line 3, in fetch', "fetch"],
  ["a function that is gone, and has namesakes", 'File "/x/site-packages/app/net.py", line 3, in close', "?fetch"],
  ["a function that moved", 'File "/x/site-packages/app/net.py", line 3, in load', "?load"],
  ["another package with such a file", 'File "/x/site-packages/other/db.py", line 12, in query', ""],
  [
    "a package that was renamed, by two functions of a file",
    'File "/x/site-packages/other/moved.py", line 12, in load\n  File "/x/site-packages/other/moved.py", line 2, in close',
    "?close ?load",
  ],
  ["the runtime", 'File "/usr/lib/python3.12/app/db.py", line 12, in query', ""],
])("Python: %s", (_, frame, expected) => {
  checkMatches(`Traceback (most recent call last):\n  ${frame}\n`, expected, MONOREPO);
});

test.each([
  ["a bundle of a package", "at patch (/x/node_modules/@scope/core/dist/core.cjs.js:900:1)", "?createRenderer.patch"],
  ["a bundle named like a package", "at patch (core.esm-bundler.js:900)", "?createRenderer.patch"],
  [
    "a package in a store of pnpm",
    "at Builder.run (/x/.pnpm/orm@1.0.0/node_modules/orm/query/Builder.js:9:1)",
    "?Builder.run",
  ],
  ["a callback of a method", "at Builder.<anonymous> (/x/node_modules/orm/query/Builder.js:9:1)", "?Builder"],
  ["another package with such a name", "at patch (/x/node_modules/other/dist/index.js:1:1)", ""],
  ["a name that is alone in an unknown bundle", "at patch (/static/js/vendor.js:1:1)", ""],
  [
    "names of one module in an unknown bundle",
    "at patch (/static/js/vendor.js:1:1)\n    at unmount (/static/js/vendor.js:9:1)",
    "?createRenderer.patch ?createRenderer.unmount",
  ],
  ["a class that moved to another package", "at Pool.acquire (/x/node_modules/orm/lib/Old.js:3:1)", "?Pool.acquire"],
  ["a class of another language", "at Store.query (/x/node_modules/orm/lib/Old.js:3:1)", ""],
  [
    "a package in a store of cnpm",
    "at Builder.run (/x/node_modules/_orm@1.0.0@orm/query/Builder.js:9:1)",
    "?Builder.run",
  ],
  [
    "two telling names in an unknown bundle",
    "at createRenderer (/static/js/vendor.js:1:1)\n    at fetchEverything (/static/js/vendor.js:9:1)",
    "?createRenderer ?fetchEverything",
  ],
  ["a module that moved", "at parse (/ci/old/core/src/parse.ts:3:1)", "?parse"],
  ["somebody's own module", "at parse (/home/me/shop/server.ts:3:1)", ""],
])("Node: %s", (_, frames, expected) => {
  checkMatches(`Error: x\n    ${frames}`, expected, MONOREPO, PACKAGES);
});

test("Go: a function that moved to another file of its package", () => {
  const graph = InMemoryGraph.fromText(`
raft.go
  class Raft @1-9
    method run() @2-3
fsm.go
  function runFSM() @1-9
`);
  const trace = "example.org/raft.(*Raft).runFSM(0xc2)\n\t/go/src/example.org/raft/raft.go:490 +0xf74";
  checkMatches(trace, "?runFSM", graph);
});

const MODULES: readonly RepositoryPackage[] = [
  { kind: "go", name: "example.org/acme/shop/v2", folder: "" },
  { kind: "go", name: "example.org/acme/shop/tools", folder: "tools" },
];
const GO_GRAPH = InMemoryGraph.fromText(`
errors.go
  function wrap() @1-9
store/load.go
  function load() @1-9
store/save.go
  function save() @1-9
tools/main.go
  function main() @1-9
`);

test.each([
  ["the module cache", "/root/go/pkg/mod/example.org/acme/shop@v1.2.3/store/load.go", "load", "load"],
  ["a later version", "/root/go/pkg/mod/example.org/acme/shop/v2@v2.0.1/errors.go", "wrap", "wrap"],
  ["paths that were trimmed", "example.org/acme/shop/v2@v2.0.1/store/load.go", "load", "load"],
  ["GOPATH", "/root/go/src/example.org/acme/shop/store/load.go", "load", "load"],
  ["vendored code", "/srv/vendor/example.org/acme/shop/store/load.go", "load", "load"],
  ["a module inside the repository", "/root/go/pkg/mod/example.org/acme/shop/tools@v0.1.0/main.go", "main", "main"],
  ["a fork", "/root/go/pkg/mod/example.org/!me/shop@v1.2.3/store/load.go", "load", "load"],
  [
    "a function that moved in its package",
    "/root/go/pkg/mod/example.org/acme/shop@v1.2.3/store/load.go",
    "save",
    "?save",
  ],
  ["another module with such a file", "/root/go/pkg/mod/example.org/other/x@v1.2.3/errors.go", "wrap", ""],
])("Go: a file of %s", (_, path, name, expected) => {
  checkMatches(`shop.${name}(0x1)\n\t${path}:5 +0x1d`, expected, GO_GRAPH, MODULES);
});

test("of namesakes in a file, the one with the trace's siblings, else at the line once shifts are known", () => {
  const graph = InMemoryGraph.fromText(`
app/db.py
  class Reader @1-40
    method open() @30-40
  class Writer @41-80
    method open() @50-60
    method flush() @61-70
  function setup() @181-190
  class Pool @200-300
    method open() @210-220
`);
  const trace = (line: number, other: string) =>
    `Traceback (most recent call last):\n  File "app/db.py", ${other}\n  File "app/db.py", line ${line}, in open`;
  checkMatches(trace(20, "line 5, in flush"), "Writer.open Writer.flush", graph);
  checkMatches(trace(115, "line 85, in setup"), "Pool.open setup", graph);
});

test("of namesakes in a file of JavaScript, a name with nothing before it is a function, not a method", () => {
  const graph = InMemoryGraph.fromText(`
src/types.ts
  variable operators @1-40
    method convert() @5-40
  function convert() @100-110
`);
  checkMatches("Error: x\n    at convert (/app/src/types.ts:60:1)", "convert", graph);
  checkMatches("Error: x\n    at convert (/x/node_modules/shop/dist/types.js:60:1)", "?convert", graph, [
    { kind: "npm", name: "shop", folder: "" },
  ]);
});

const NAMESAKES = InMemoryGraph.fromText(`
app/net.py
  class Base @1-40
    method connect() @5-20
    method open() @30-31
  class Tcp @41-90
    -> extends Base
    method open() @50-60
      -> call fetch
    method close() @61-70
      -> call fail
  class Udp @91-140
    method close() @100-130
  function fetch() @141-150
  function fail() @151-160
src/hooks.js
  function onListen() @1-20
    function next() @5-10
  function onSend() @40-60
    function next() @45-50
src/hooks.d.ts
  function declared() @1-2
`);

test.each([
  [
    "an override, where the caller is the base class's",
    'File "app/net.py", line 6, in connect\n  File "app/net.py", line 33, in open',
    "Tcp.open Base.connect",
  ],
  ["what the traced line calls", 'File "app/net.py", line 150, in close\n    raise fail(self.name)', "Tcp.close"],
  [
    "the class that the traced line names, in whatever version of the file",
    'File "app/net.py", line 62, in close\n    super(Udp, self).close()',
    "Udp.close",
  ],
])("of namesakes in a file of Python: %s", (_, frames, expected) => {
  checkMatches(`Traceback (most recent call last):\n  ${frames}\n`, expected, NAMESAKES);
});

test("of namesakes in a file: the function in the one that the trace names next, whatever the line", () => {
  for (const line of [90, 7]) {
    const trace = `at next (/app/src/hooks.js:${line}:1)\n    at onSend (/app/src/hooks.js:95:1)`;
    checkMatches(`Error: x\n    ${trace}`, "onSend.next onSend", NAMESAKES);
  }
});

test("declarations of types run nothing", () => {
  checkMatches("Error: x\n    at declared (/x/dist/hooks.js:900:1)", "?src/hooks.js", NAMESAKES);
});

test.each([
  ["a bundle that has its package's name", "at createRenderer (Core.js:900)", "?createRenderer"],
  [
    "a long name that is alone in an unknown bundle",
    "at fetchEverythingAtOnce (/static/js/vendor.js:1:1)",
    "?fetchEverythingAtOnce",
  ],
  [
    "a file that was written in other words",
    "at acquire (/x/node_modules/core/lib/connection-pool.js:3:1)",
    "?acquire",
  ],
])("Node: %s", (_, frame, expected) => {
  const graph = InMemoryGraph.fromText(`
src/ConnectionPool.ts
  function acquire() @1-9
src/other.ts
  function acquire() @1-9
src/all.ts
  function createRenderer() @1-9
  function fetchEverythingAtOnce() @10-19
`);
  checkMatches(`Error: x\n    ${frame}`, expected, graph, [{ kind: "npm", name: "core", folder: "" }]);
});

test("packages are named by their manifests, and by their folders where they were renamed", () => {
  const packages = packagesOf([
    { path: "package.json", text: '{"name": "root"}' },
    { path: "packages/babel-core/package.json", text: '{"name": "@babel/core"}' },
    { path: "packages/broken/package.json", text: "{" },
    { path: "pyproject.toml", text: "" },
    { path: "tools/go.mod", text: "module example.org/acme/tools\n\ngo 1.22\n" },
  ]);
  expect(packages).toEqual([
    { kind: "npm", name: "root", folder: "" },
    { kind: "npm", name: "@babel/core", folder: "packages/babel-core" },
    { kind: "go", name: "example.org/acme/tools", folder: "tools" },
  ]);
  expect(packageNamed(packages, "babel-core")?.folder).toBe("packages/babel-core");
  expect(packageNamed(packages, "core")).toBeUndefined();
});
