/** Ranges of versions in a package.json, as a table. */
import { expect, test } from "vitest";
import { isInRange } from "../../src/link/modules/version-range.js";

const TABLE: readonly (readonly [range: string, inside: string, outside: string])[] = [
  ["4.1.3", "4.1.3", "4.1.4 4.2.12"],
  ["^5.0.2", "5.0.2 5.0.15 5.9.0", "5.0.1 6.0.0 4.9.9"],
  ["^0.3.1", "0.3.1 0.3.9", "0.4.0 0.3.0 1.0.0"],
  ["^0.0.3", "0.0.3", "0.0.4"],
  ["~1.2.3", "1.2.3 1.2.9", "1.3.0 1.2.2"],
  ["~1", "1.0.0 1.9.0", "2.0.0"],
  ["1.x", "1.0.0 1.9.9", "2.0.0"],
  ["^2", "2.0.0 2.7.1", "3.0.0 1.9.9"],
  ["*", "0.0.1 7.0.0", ""],
  ["", "3.0.0", ""],
  ["latest", "3.0.0", ""],
  [">=1.2 <3", "1.2.0 2.9.9", "1.1.9 3.0.0"],
  [">= 16.8.0 || 15.x", "16.8.0 17.0.0 15.6.1", "16.7.9 14.0.0"],
  ["1.2.3 - 2.3", "1.2.3 2.3.9", "1.2.2 2.4.0"],
  ["^5.0.0-beta.2", "5.0.0-beta.3 5.1.0", "4.9.9 6.0.0-rc.1"],
  ["github:owner/name", "", "1.0.0"],
  ["https://host/name-1.0.0.tgz", "", "1.0.0"],
];

test.each(TABLE)("%s", (range, inside, outside) => {
  const versions = (text: string) => text.split(" ").filter((version) => version !== "");
  expect(versions(inside).filter((version) => !isInRange(version, range))).toEqual([]);
  expect(versions(outside).filter((version) => isInRange(version, range))).toEqual([]);
});

test("what is no version lies in no range, and a range of any length is answered at once", () => {
  expect(isInRange("", "*")).toBe(false);
  expect(isInRange("1.0.0", `${" ".repeat(100_000)}1.0.0`)).toBe(false);
});
