/** Tests of the gold lines of a patch. */
import { expect, test } from "vitest";
import { parseGoldLines } from "../../src/gold/patch.js";

function gold(...rows: readonly string[]): Record<string, readonly number[]> {
  return Object.fromEntries(parseGoldLines(`${rows.join("\n")}\n`));
}

test("removed and replaced lines count, under their old path", () => {
  const lines = gold(
    "diff --git a/src/cart.py b/src/basket.py",
    "--- a/src/cart.py",
    "+++ b/src/basket.py",
    "@@ -4,4 +4,4 @@ def total(lines):",
    "     sum = 0",
    "-    for line in lines:",
    "-        sum += line",
    "+    for line in lines or ():",
    "+        sum += price(line)",
    "     return sum",
    "@@ -20,3 +20,2 @@",
    " x = 1",
    "-y = 2",
    " z = 3",
  );
  expect(lines).toEqual({ "src/cart.py": [5, 6, 21] });
});

test("around inserted lines, the nearest lines that are not blank count", () => {
  const lines = gold(
    "--- a/a.js",
    "+++ b/a.js",
    "@@ -10,4 +10,6 @@",
    " const a = 1;",
    " ",
    "+const b = 2;",
    "+",
    " ",
    " const c = 3;",
  );
  expect(lines).toEqual({ "a.js": [10, 13] });
});

test("a patch without context has no lines around insertions; blank lines never count", () => {
  expect(gold("--- a/a.ts", "+++ b/a.ts", "@@ -0,0 +1,1 @@", "+let a;")).toEqual({});
  expect(gold("--- a/a.ts", "+++ b/a.ts", "@@ -1,3 +1,3 @@", " a();", "+", " b();", "-", " c();")).toEqual({});
});

test("a removed line that looks like a header is a line", () => {
  const lines = gold(
    "--- a/a.py",
    "+++ b/a.py",
    "@@ -1,2 +1,1 @@",
    " s = '''",
    "--- a/b.py",
    "--- a/c.py",
    "+++ b/c.py",
    "@@ -7 +7 @@",
    "-x",
    "+y",
  );
  expect(lines).toEqual({ "a.py": [2], "c.py": [7] });
});

test("new files, tests and other files never count", () => {
  const hunk = ["@@ -1 +1 @@", "-x", "+y"];
  const lines = gold(
    ...["--- a/tests/test_a.py", "+++ b/tests/test_a.py", ...hunk],
    ...["--- a/README.md", "+++ b/README.md", ...hunk],
    ...["--- /dev/null", "+++ b/new.py", "@@ -0,0 +1,1 @@", "+y"],
    ...["--- a/kept.py", "+++ b/kept.py", "@@ -1 +1 @@", "-x", "\\ No newline at end of file", "+y"],
  );
  expect(lines).toEqual({ "kept.py": [1] });
});
