import { expect, test } from "vitest";
import { unifiedDiff } from "../../src/edit/unified-diff.js";

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");

test("nothing for equal texts", () => {
  expect(unifiedDiff("a\n", "a\n")).toEqual([]);
});

test("two lines around a change, and the numbers that patch reads", () => {
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

test("changes far apart are hunks of their own", () => {
  const lines = Array.from({ length: 20 }, (_, index) => String(index));
  const changed = lines.with(1, "x").with(18, "y");
  expect(unifiedDiff(text(...lines), text(...changed)).filter((line) => line.startsWith("@@"))).toEqual([
    "@@ -1,4 +1,4 @@",
    "@@ -17,4 +17,4 @@",
  ]);
});

test("a new file, a deleted one, and a final line end", () => {
  expect(unifiedDiff("", text("a"))).toEqual(["@@ -0,0 +1,1 @@", "+a"]);
  expect(unifiedDiff(text("a"), "")).toEqual(["@@ -1,1 +0,0 @@", "-a"]);
  expect(unifiedDiff("a", text("a"))).toEqual(["@@ -1,1 +1,1 @@", "-a", "\\ No newline at end of file", "+a"]);
});

test("very long texts are compared all the same", () => {
  const lines = Array.from({ length: 3000 }, (_, index) => String(index));
  const diff = unifiedDiff(text(...lines), text(...lines.map((line) => `${line}!`)));
  expect(diff.length).toBe(6001);
});
