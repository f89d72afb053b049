/** Which paths a refresh still has to index. */
import { expect, test } from "vitest";
import { ChangedPaths } from "./changed-paths.js";

function pathsOf(changed: ChangedPaths): string[] {
  return [...changed.current().paths];
}

test("what was noted before a refresh is dropped when it succeeds, what was noted during it stays", () => {
  const changed = new ChangedPaths();
  changed.note("a.ts");
  changed.begin();
  changed.note("b.ts");
  expect(pathsOf(changed)).toEqual(["a.ts", "b.ts"]);
  changed.markIndexed();
  expect(pathsOf(changed)).toEqual(["b.ts"]);
});

test("what a failed refresh should have indexed stays for the next one", () => {
  const changed = new ChangedPaths();
  changed.note("a.ts");
  changed.begin();
  changed.note("b.ts");
  changed.begin();
  expect(pathsOf(changed)).toEqual(["a.ts", "b.ts"]);
  changed.markIndexed();
  expect(pathsOf(changed)).toEqual([]);
});

test("changes are incomplete if the system named one of them not, or may have dropped some", () => {
  const unnamed = new ChangedPaths();
  unnamed.note("a.ts");
  unnamed.note(undefined);
  unnamed.begin();
  expect(unnamed.current().isComplete).toBe(false);
  unnamed.markIndexed();
  expect(unnamed.current().isComplete).toBe(true);
  const many = new ChangedPaths();
  for (let i = 0; i < 9000; i++) many.note("a.log");
  expect(many.current().isComplete).toBe(false);
});
