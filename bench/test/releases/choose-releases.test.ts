import { expect, test } from "vitest";
import { chooseReleases } from "../../src/releases/choose-releases.js";

const text = (tags: readonly string[], newest: string): string[] =>
  chooseReleases(tags, newest).map(({ kind, before, tag }) => `${kind} ${before} → ${tag}`);

test("each release is compared with the highest version below it, by numbers and not by names", () => {
  const tags = ["v1.0.0", "v1.9.0", "v1.10.0", "v2.0.0", "v2.0.0-rc1", "v2.0.1", "2.0.x", "latest"];
  expect(text(tags, "v2.0.1")).toEqual(["patch v2.0.0 → v2.0.1", "major v1.10.0 → v2.0.0"]);
});

test("first releases promise nothing, and releases after the newest one are not looked at", () => {
  expect(text(["0.9", "1.0", "1.1", "1.1.1", "2.0"], "1.1.1")).toEqual(["patch 1.1 → 1.1.1", "minor 1.0 → 1.1"]);
});

test("of many releases five of each kind are taken, evenly spread, since the first of the newest five major ones", () => {
  const tags = Array.from({ length: 8 }, (_, major) => [0, 1, 2, 3].map((minor) => `${major + 1}.${minor}.0`)).flat();
  const releases = chooseReleases(tags, "8.3.0");
  expect(releases.filter(({ kind }) => kind === "major").map(({ tag }) => tag)).toEqual([
    "4.0.0",
    "5.0.0",
    "6.0.0",
    "7.0.0",
    "8.0.0",
  ]);
  const minor = releases.filter(({ kind }) => kind === "minor").map(({ tag }) => tag);
  expect(minor).toHaveLength(5);
  expect(minor.at(-1)).toBe("8.3.0");
});
