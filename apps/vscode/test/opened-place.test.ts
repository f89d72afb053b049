import { expect, test } from "vitest";
import { openedPlace } from "../src/graph/opened-place.js";

const FILES = { "src/a.ts": "file:///app/src/a.ts" };

test("a place in a file of the picture is opened", () => {
  expect(openedPlace(FILES, { type: "open", file: "src/a.ts", line: 3 })).toEqual({
    uri: "file:///app/src/a.ts",
    line: 3,
  });
});

test.each([
  ["another file", { type: "open", file: "../../etc/passwd", line: 1 }],
  ["what every object has", { type: "open", file: "constructor", line: 1 }],
  ["no line of a file", { type: "open", file: "src/a.ts", line: 0 }],
  ["half a line", { type: "open", file: "src/a.ts", line: 1.5 }],
  ["a line in words", { type: "open", file: "src/a.ts", line: "1" }],
  ["another message", { type: "run", file: "src/a.ts", line: 1 }],
  ["no message", null],
  ["a text", "open src/a.ts"],
])("%s is not opened", (_, message) => {
  expect(openedPlace(FILES, message)).toBeUndefined();
});
