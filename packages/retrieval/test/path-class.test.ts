import { expect, test } from "vitest";
import { pathClass, topicsOf } from "../src/path-class.js";

test("paths", () => {
  const lines = `
    src/auth/session.ts plain
    src/testing/marbles.ts plain
    src/attest.py plain
    src/contest_test_data.ts plain
    tests/session.ts test
    src/session.test.ts test
    src/session.spec.tsx test
    pkg/test_models.py test
    pkg/models_test.py test
    pkg/conftest.py test
    docs/conf.py documentation
    examples/app.ts example
    bench/run.ts benchmark
    src/types.d.ts declaration
    stubs/six.pyi declaration
    vendor/left-pad.js generated
    lib/jquery.min.js generated
    api/user_pb2.py generated
    src/index.ts barrel
    pkg/__init__.py barrel
    __proto__/constructor.ts plain
  `;
  const shown = lines
    .trim()
    .split("\n")
    .map((line) => {
      const [path = ""] = line.trim().split(" ");
      return `    ${path} ${pathClass(path, () => 1)}`;
    });
  expect(`\n${shown.join("\n")}\n  `).toBe(lines);
});

test("an index file with symbols of its own is no barrel", () => {
  expect(pathClass("src/index.ts", () => 4)).toBe("plain");
});

test("what a query speaks of", () => {
  expect([...topicsOf("fix the failing tests of the benchmark")]).toEqual(["test", "benchmark"]);
  expect([...topicsOf("testLogin in test_session")]).toEqual(["test"]);
  expect([...topicsOf("latest contest constructor")]).toEqual([]);
});
