/** Which files are test code, by the conventions of both languages' test runners. Knows paths only. */

export type TestPath = "test" | "support" | "none";

const TEST_FILE = [
  /[._-](test|spec|test-d|e2e)\.[cm]?[jt]sx?$/,
  /^test[._-][^/]*\.[cm]?[jt]sx?$/,
  /^(test_[^/]*|[^/]*_test|tests?)\.py$/,
];
const SUPPORT_FILE = /^conftest\.py$|\.(mock|fixture)s?\.[cm]?[jt]sx?$/;
const TEST_FOLDER = /^(tests|__tests__|specs?|e2e|__mocks__|__fixtures__|cypress)$/i;

/**
 * `test`: holds tests by its name. `support`: lies among tests. A folder `test` counts in JavaScript and at the root: a Python package of
 * that name (`django/test`) is as often the framework that tests are written with.
 */
export function testPath(path: string): TestPath {
  const parts = path.split("/");
  const file = parts.pop() ?? path;
  if (TEST_FILE.some((pattern) => pattern.test(file))) return "test";
  if (SUPPORT_FILE.test(file)) return "support";
  const isScript = !/\.pyi?$/.test(file);
  const inFolder = parts.some(
    (part, depth) => TEST_FOLDER.test(part) || (part === "test" && (isScript || depth === 0)),
  );
  return inFolder ? "support" : "none";
}
