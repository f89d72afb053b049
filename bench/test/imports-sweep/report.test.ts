/** Tests of the report of the sweep of imports, on answers made by hand. */
import { expect, test } from "vitest";
import { type ImportAnswer, importCounts, resolvedShare } from "../../src/imports-sweep/record.js";
import { renderImports } from "../../src/imports-sweep/report.js";

const ANSWER: ImportAnswer = {
  repository: 7,
  otherFiles: 2,
  outside: 5,
  lost: 3,
  list: [
    { file: "a.ts", line: 3, specifier: "./b", reason: "there is no file b.ts" },
    { file: "a.ts", line: 4, specifier: "../../c", reason: "the path leads out of the repository" },
    { file: "a.ts", line: 5, specifier: "./dist/d", reason: "dist/d.js: ignored by .gitignore" },
  ],
};

function record(imports: ImportAnswer) {
  return { name: "a/a", language: "typescript", commit: "0".repeat(40), imports } as const;
}

test("an import that names no file of the repository is not counted as unresolved", () => {
  const counts = importCounts(ANSWER);
  expect(counts.nameless).toBe(2);
  expect(counts.missed.map(({ specifier }) => specifier)).toEqual(["./dist/d"]);
  expect(resolvedShare(counts)).toBe(0.9);
});

test("imports that are not resolved are listed with their reasons, whatever the share", () => {
  const text = renderImports([record(ANSWER)], 0.99);
  expect(text).toContain("| a/a | 10 | .900 | 1 | 2 | 5 |");
  expect(text).toContain("- `a.ts:5` `./dist/d`: dist/d.js: ignored by .gitignore");
  expect(text).toContain("1 repositories; 0 with a share of at least .990.");
  expect(renderImports([record(ANSWER)], 0.9)).toContain("1 repositories; 1 with a share of at least .900.");
});

test("a repository without imports of its own has nothing unresolved", () => {
  expect(resolvedShare(importCounts({ repository: 0, otherFiles: 0, outside: 4, lost: 0 }))).toBe(1);
});
