import { expect, test } from "vitest";
import { compareAccounts } from "../../src/sweep/accounts.js";

const walk = { sources: ["a.ts", "b.py", "dist/c.js", "d.js"], ignored: ["node_modules/x.js"] };

test("every source is indexed or skipped with a class; a folder stands for everything in it", () => {
  const { skipped, problems } = compareAccounts(walk, {
    indexed: ["a.ts"],
    skipped: [
      { file: "b.py", reason: "too large" },
      { file: "dist", reason: "ignored: output directory" },
      { file: "d.js", reason: "minified" },
    ],
  });
  expect(problems).toEqual([]);
  expect(skipped).toEqual({ "too large": 1, binary: 0, undecodable: 0, minified: 1, ignored: 2, failed: 0 });
});

test("lost, unexpected, doubly listed and unclassified files are reported", () => {
  const { problems } = compareAccounts(walk, {
    indexed: ["a.ts", "b.py", "node_modules/x.js"],
    skipped: [
      { file: "b.py", reason: "binary" },
      { file: "d.js", reason: "tired" },
    ],
  });
  expect(problems).toEqual([
    "2 files are neither indexed nor skipped for a reason of a class: dist/c.js, d.js",
    "1 file is indexed, and ignored by git or no source: node_modules/x.js",
    "1 file is both indexed and skipped: b.py",
    "1 file is skipped for a reason of no class: d.js (tired)",
  ]);
});

test("a failed file is a problem, whether its symbols are indexed or not", () => {
  const { skipped, failedFiles, problems } = compareAccounts(walk, {
    indexed: ["a.ts", "b.py", "dist/c.js"],
    skipped: [
      { file: "b.py", reason: "failed: linking" },
      { file: "d.js", reason: "failed: extraction" },
    ],
  });
  expect(skipped.failed).toBe(1);
  expect(failedFiles).toHaveLength(2);
  expect(problems).toEqual(["2 files have failed: b.py (failed: linking), d.js (failed: extraction)"]);
});

test("a long list of files is cut", () => {
  const sources = Array.from({ length: 9 }, (_, i) => `${i}.ts`);
  const { problems } = compareAccounts({ sources, ignored: [] }, { indexed: [], skipped: [] });
  expect(problems).toEqual([
    "9 files are neither indexed nor skipped for a reason of a class: 0.ts, 1.ts, 2.ts, 3.ts, 4.ts and 4 more",
  ]);
});
