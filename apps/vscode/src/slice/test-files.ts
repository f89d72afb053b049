/** Recognition of test files by the naming conventions of their languages. Pure. */

const TEST_NAMES =
  /(\.|_|-)(test|spec)\.[cm]?[jt]sx?$|(^|\/)test_[^/]*\.py$|_test\.py$|(^|\/)(tests?|__tests__)\/[^/]*\.([cm]?[jt]sx?|py)$/;

/** Pattern for the editor's file search. */
export const TEST_GLOB = "**/{*{.test,.spec,_test,-test}.*,test_*.py,tests/**,test/**,__tests__/**}";

/** Whether a path is that of a test, such as `a.test.ts` or `test_a.py`. */
export function isTestFile(path: string): boolean {
  return TEST_NAMES.test(path.replaceAll("\\", "/"));
}
