/** Tests of processes: entry points and the calls reached from them. */
import { expect, test } from "vitest";
import { layersOf, processesText } from "./check-layers.js";

const LOGIN = `
src/server.ts
  -> call handleLogin 0.7
  -> call audit
  export function handleLogin()
    -> call authenticate
  function audit()
src/auth.ts
  export function authenticate()
    -> call validateToken
    -> call getUserById
  export function validateToken()
  export function getUserById()
    -> call query
  function query()
test/server.test.ts
  -> call handleLogin
`;

test("a route with a named handler enters at the handler", () => {
  const entries = [{ owner: "src/server.ts", text: "POST /login", handler: "handleLogin" }];
  const layers = layersOf(LOGIN, { entries });
  expect(processesText(layers).split("\n").slice(0, 6).join("\n")).toBe(
    [
      "POST /login → handleLogin → … → query",
      "  0 entry handleLogin",
      "  1 intermediate authenticate",
      "  2 exit validateToken",
      "  2 intermediate getUserById",
      "  3 exit query",
    ].join("\n"),
  );
});

test("a route with an inline handler has the calls between its lines", () => {
  const entries = [{ owner: "src/server.ts", text: "GET /audit", calls: ["audit"] }];
  expect(processesText(layersOf(LOGIN, { entries }))).toContain(
    ["GET /audit → audit", "  0 entry src/server.ts", "  1 exit audit"].join("\n"),
  );
});

test("binaries named by a manifest enter at their source modules", () => {
  const configs = [{ path: "package.json", text: '{ "name": "app", "bin": { "app": "./dist/server.js" } }' }];
  expect(processesText(layersOf(LOGIN, { configs })).split("\n")[0]).toBe("bin app → handleLogin → … → query");
});

test("Python scripts and main guards are entry points", () => {
  const text = `
tool/cli.py
  -> call tool/cli.py#main
  export function main()
    -> call run
  function run()
tool/other.py
  export function main()
`;
  const configs = [
    { path: "pyproject.toml", text: '[project]\nname = "x"\n[project.scripts]\ntool = "tool.cli:main"\n' },
  ];
  expect(processesText(layersOf(text, { configs }))).toBe(
    ["bin tool → main → run", "  0 entry main", "  1 exit run"].join("\n"),
  );
  const entries = [{ owner: "tool/cli.py", kind: "main" as const, text: "__main__", handler: "main" }];
  expect(processesText(layersOf(text, { entries })).split("\n")[0]).toBe("python tool/cli.py → main → run");
});

test("the exported API of a package is found through re-exporting modules", () => {
  const configs = [{ path: "package.json", text: '{ "name": "auth", "exports": "./dist/index.js" }' }];
  const text = `${LOGIN}src/index.ts\n  -> import authenticate\n`;
  expect(processesText(layersOf(text, { configs })).split("\n")[0]).toBe("authenticate → getUserById → query");
});

test("a function named main is no entry point by itself, and neither is a test", () => {
  const text = `
src/a.ts
  function main()
    -> call b
  function b()
    -> call c
  function c()
    -> call d
  function d()
test/e.test.ts
  export function testAll()
    -> call b
    -> call c
    -> call d
`;
  expect(processesText(layersOf(text))).toBe("");
});

test("cyclic calls terminate", () => {
  const text = `
src/a.ts
  export function start()
    -> call ping
  function ping()
    -> call pong
  function pong()
    -> call ping
    -> call last
  function last()
`;
  expect(processesText(layersOf(text))).toBe(
    [
      "start → ping → pong → last",
      "  0 entry start",
      "  1 intermediate ping",
      "  2 intermediate pong",
      "  3 exit last",
    ].join("\n"),
  );
});

test("the entries of a manifest with exports nested deeper than the stack are found", () => {
  const exports = `${'[{"a":'.repeat(60_000)}"./dist/index.js"${"}]".repeat(60_000)}`;
  const configs = [{ path: "package.json", text: `{ "name": "auth", "exports": ${exports} }` }];
  const text =
    "src/index.ts\n  -> import authenticate\nsrc/auth.ts\n  export function authenticate()\n    -> call query\n  function query()\n";
  expect(() => layersOf(text, { configs })).not.toThrow();
});
