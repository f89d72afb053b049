/** Tests of filesRead: an answer, and the files that its reader need not open. */
import { expect, test } from "vitest";
import { filesCoveredBy } from "../../src/usage/files-read.js";

test.each<[string, object, string[]]>([
  ["a card", { file: "a.ts", detailLevel: "full" }, ["a.ts"]],
  ["a minimal card", { file: "a.ts", detailLevel: "minimal" }, []],
  [
    "cards in a slice",
    {
      slice: {
        cards: [
          { file: "b.ts", detailLevel: "compact" },
          { file: "a.ts", detailLevel: "full" },
        ],
      },
    },
    ["b.ts", "a.ts"],
  ],
  ["hits", { results: [{ file: "a.ts", line: 1 }] }, []],
  ["a skeleton", { file: "a.ts", skeleton: "f()" }, ["a.ts"]],
  ["a window that was denied", { approved: false, file: "a.ts" }, []],
  ["an outline", { file: "a.ts", symbolCount: 1, symbols: [{ name: "x" }] }, ["a.ts"]],
])("%s makes reading the right files unnecessary", (_, answer, files) => {
  expect(filesCoveredBy(answer)).toEqual(files);
});
