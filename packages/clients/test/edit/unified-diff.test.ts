import { expect, test } from "vitest";
import { unifiedDiff } from "../../src/edit/unified-diff.js";

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");

test("the diff of equal texts is empty", () => {
  expect(unifiedDiff("a\n", "a\n")).toEqual([]);
});

test("a hunk has two lines of context and line numbers that patch accepts", () => {
  const before = text("1", "2", "3", "4", "5", "6");
  expect(unifiedDiff(before, text("1", "2", "3", "new", "5", "6"))).toEqual([
    "@@ -2,5 +2,5 @@",
    " 2",
    " 3",
    "-4",
    "+new",
    " 5",
    " 6",
  ]);
});

test("changes far apart are in separate hunks", () => {
  const lines = Array.from({ length: 20 }, (_, index) => String(index));
  const changed = lines.with(1, "x").with(18, "y");
  expect(unifiedDiff(text(...lines), text(...changed)).filter((line) => line.startsWith("@@"))).toEqual([
    "@@ -1,4 +1,4 @@",
    "@@ -17,4 +17,4 @@",
  ]);
});

test("new files, deleted files and missing final line ends are shown", () => {
  expect(unifiedDiff("", text("a"))).toEqual(["@@ -0,0 +1,1 @@", "+a"]);
  expect(unifiedDiff(text("a"), "")).toEqual(["@@ -1,1 +0,0 @@", "-a"]);
  expect(unifiedDiff("a", text("a"))).toEqual(["@@ -1,1 +1,1 @@", "-a", "\\ No newline at end of file", "+a"]);
});

test("very long texts are compared too", () => {
  const lines = Array.from({ length: 3000 }, (_, index) => String(index));
  const diff = unifiedDiff(text(...lines), text(...lines.map((line) => `${line}!`)));
  expect(diff.length).toBe(6001);
});
