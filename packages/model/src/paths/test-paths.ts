/**
 * Test paths: files that are test code, by the conventions of the languages' test runners and by the repository's configuration. Knows paths only.
 */
import { FileMark, type MarkedFiles, marksOf } from "./file-marks.js";

/** Whether a file has tests, supports tests, or neither. */
export type TestPath = "test" | "support" | "none";

const TEST_FILE = [
  /[._-](test|spec|test-d|e2e)\.[cm]?[jt]sx?$/,
  /^test[._-][^/]*\.[cm]?[jt]sx?$/,
  /^(test_[^/]*|[^/]*_test|tests)\.py$/,
  /_test\.go$/,
];
const TEST_SCRIPT = /^tests?\.[cm]?[jt]sx?$/;
/** Folders in which a script `test` is as often a module of the product: `lib/test.js` of mocha, `commands/test.ts` of command lines. */
const SOURCE_FOLDER = /^(?:src|lib|bin|cli|cmds?|commands?|scripts|tasks)$/;
const SUPPORT_FILE = /^conftest\.py$|\.(mock|fixture)s?\.[cm]?[jt]sx?$/;
const TEST_FOLDER = /^(tests?|__tests__|specs?|e2e|mocks|__mocks__|fixtures|__fixtures__|testdata|cypress)$/i;

/**
 * `test`: contains tests by its name. `support`: lies in a test folder. A Python module `test` counts at the root only, because in a package it is
 * as often a library for tests (`werkzeug/test.py`); a script `test` counts except in folders of sources and commands, and a script `spec` never:
 * it is as often a specification. Uncertain rules were decided by replayed commits and the repositories' own files, see bench/results/replay.md.
 * @param marks marks from the repository's configuration
 */
export function testPath(path: string, marks = 0): TestPath {
  if ((marks & FileMark.Test) !== 0) return "test";
  const folders = path.split("/");
  const file = folders.pop() ?? path;
  if (path === "test.py" || isTestScript(folders, file) || TEST_FILE.some((pattern) => pattern.test(file)))
    return "test";
  return SUPPORT_FILE.test(file) || folders.some((folder) => TEST_FOLDER.test(folder)) ? "support" : "none";
}

/** Whether the file is called `test.ts` or the like, beside what it tests. */
function isTestScript(folders: readonly string[], file: string): boolean {
  return TEST_SCRIPT.test(file) && !SOURCE_FOLDER.test(folders.at(-1) ?? "");
}

/** {@link testPath} for a file of a graph. */
export function testPathOf(graph: MarkedFiles, path: string): TestPath {
  return testPath(path, marksOf(graph, path));
}

/** Whether a graph's file contains tests or lies in a test folder. */
export function isTestCode(graph: MarkedFiles, path: string): boolean {
  return testPathOf(graph, path) !== "none";
}
