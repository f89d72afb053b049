/** Which files are test code, by the conventions of both languages' test runners, and by what the repository says. Knows paths only. */
import { FileMark, type MarkedFiles, marksOf } from "./file-marks.js";

export type TestPath = "test" | "support" | "none";

const TEST_FILE = [
  /[._-](test|spec|test-d|e2e)\.[cm]?[jt]sx?$/,
  /^test[._-][^/]*\.[cm]?[jt]sx?$/,
  /^(test_[^/]*|[^/]*_test|tests)\.py$/,
];
const SUPPORT_FILE = /^conftest\.py$|\.(mock|fixture)s?\.[cm]?[jt]sx?$/;
const TEST_FOLDER = /^(tests?|__tests__|specs?|e2e|mocks|__mocks__|fixtures|__fixtures__|testdata|cypress)$/i;

/**
 * `test`: holds tests by its name. `support`: lies among tests. A Python module `test` counts at the root alone: in a package it is as often
 * what tests are written with (`werkzeug/test.py`). Where these rules were uncertain, replayed commits and the repositories' own files decided:
 * see bench/results/replay.md.
 * @param marks what the repository's configuration says of the file
 */
export function testPath(path: string, marks = 0): TestPath {
  if ((marks & FileMark.Test) !== 0) return "test";
  const folders = path.split("/");
  const file = folders.pop() ?? path;
  if (path === "test.py" || TEST_FILE.some((pattern) => pattern.test(file))) return "test";
  return SUPPORT_FILE.test(file) || folders.some((folder) => TEST_FOLDER.test(folder)) ? "support" : "none";
}

/** {@link testPath} of a graph's file. */
export function testPathOf(graph: MarkedFiles, path: string): TestPath {
  return testPath(path, marksOf(graph, path));
}

/** Whether a graph's file holds tests or lies among them. */
export function isTestCode(graph: MarkedFiles, path: string): boolean {
  return testPathOf(graph, path) !== "none";
}
