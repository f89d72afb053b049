import { expect, test } from "vitest";
import { stem } from "../../src/text/stem.js";

/** Checks that the words of each line share a stem. */
function checkFamilies(lines: string): void {
  for (const line of lines.trim().split("\n")) {
    const words = line.trim().split(" ");
    expect([line, new Set(words.map(stem)).size]).toEqual([line, 1]);
  }
}

test("forms of a word share a stem", () => {
  checkFamilies(`
    key keys
    class classes
    entry entries
    box boxes
    parse parses parsed parsing
    cache caches cached caching
    format formats formatted formatting
    call calls called calling
    validate validates validated validating validation
    serialize serializes serialized serialization
    authenticate authenticated authentication
    create creates created creating
    repeat repeated repeating
    queue queues queued
  `);
});

test("short words and different words have different stems", () => {
  const words = "string status string bus class speed used need state stack star token error config server".split(" ");
  const stems = new Set(words.map(stem));
  expect(stems.size).toBe(new Set(words).size);
  expect(["string", "status", "used", "need", "process"].map(stem)).toEqual([
    "string",
    "status",
    "used",
    "need",
    "process",
  ]);
});
