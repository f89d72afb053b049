import { expect, test } from "vitest";
import { FileMark, isTestCode, marksOf, pathClass, testPath } from "../../src/paths/index.js";

/** A path, its class, and for test code whether it contains tests or lies in a test folder. */
const CASES = `
  src/auth/session.ts plain
  src/testing/marbles.ts plain
  src/attest.py plain
  src/latest.ts plain
  src/contest/a.ts plain
  src/contest_test_data.ts plain
  models/v1_pod_spec.py plain
  werkzeug/test.py plain
  lib/test.js plain
  packages/runner/src/test.ts plain
  src/commands/test.ts plain
  src/nodes/spec.ts plain
  __proto__/constructor.ts plain
  compat/src/render.js compatibility
  src/session.test.ts test test
  src/session.spec.tsx test test
  src/session_spec.ts test test
  src/any_test.ts test test
  scripts/test-page.mjs test test
  src/addDays/test.ts test test
  type-tests/mysql/tests.mts test test
  test.js test test
  types/session.test-d.ts test test
  pkg/test_models.py test test
  pkg/models_test.py test test
  app/tests.py test test
  test.py test test
  examples/login.test.ts test test
  vendor/backbone/test/view.js test support
  tests/session.ts test support
  test/session.ts test support
  lib/test/server.js test support
  test/client.py test support
  django/test/client.py test support
  tests/data/test.py test support
  pkg/conftest.py test support
  src/__mocks__/api.js test support
  src/api.mock.ts test support
  src/mocks/api.ts test support
  src/fixtures/struct.ts test support
  jsonc/testdata/parse.js test support
  cypress/support/commands.ts test support
  e2e/pages/login.ts test support
  examples/login.ts example
  src/app/demo/main.py example
  docs/conf.py documentation
  docs/examples/app.ts documentation
  bench/run.ts benchmark
  src/sort.bench.ts benchmark
  src/types.d.ts declaration
  stubs/six.pyi declaration
  vendor/left-pad.js generated
  src/__generated__/query.ts generated
  lib/jquery.min.js generated
  api/user_pb2.py generated
  src/index.ts barrel
  pkg/__init__.py barrel
`;

test("each path has the expected class", () => {
  const lines = CASES.trim()
    .split("\n")
    .map((line) => {
      const [path = ""] = line.trim().split(" ");
      const role = testPath(path);
      return `  ${path} ${pathClass(path)}${role === "none" ? "" : ` ${role}`}`;
    });
  expect(`\n${lines.join("\n")}\n`).toBe(CASES);
});

test("marks from the repository's configuration take precedence over the path", () => {
  expect(testPath("src/checks/a.ts", FileMark.Test)).toBe("test");
  expect(testPath("src/checks/a.ts", FileMark.Generated | FileMark.EntryPoint)).toBe("none");
  expect(testPath("tests/fixtures/a.ts", FileMark.Test)).toBe("test");
  expect(pathClass("docs/a.ts", FileMark.Test | FileMark.Generated)).toBe("test");
  expect(pathClass("docs/a.ts", FileMark.Generated)).toBe("generated");
  expect(pathClass("docs/a.ts", FileMark.EntryPoint)).toBe("documentation");
  const graph = { fileMarks: (path: string) => (path === "a.ts" ? FileMark.Test : 0) };
  expect([marksOf({}, "a.ts"), marksOf(graph, "a.ts"), marksOf(graph, "b.ts")]).toEqual([0, FileMark.Test, 0]);
  expect([isTestCode({}, "a.ts"), isTestCode(graph, "a.ts"), isTestCode(graph, "b.ts")]).toEqual([false, true, false]);
});
