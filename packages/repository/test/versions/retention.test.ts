/** Retention: one line per version, newest first, with the reason why it is kept. */
import { parseVersionId } from "@sdl/model";
import { expect, test } from "vitest";
import { type RetentionPolicy, retainedVersions } from "../../src/versions/retention.js";

const DAY_MS = 86_400_000;
const NOW_MS = 1000 * DAY_MS + 12 * 3_600_000;

/** Checks which versions are kept. @param ages in days before now */
function check(
  ages: readonly number[],
  policy: RetentionPolicy,
  pinnedAges: readonly number[],
  expected: string,
): void {
  const idOf = (age: number) => parseVersionId(`v${Math.round(NOW_MS - age * DAY_MS)}`);
  const pinned = new Set(pinnedAges.map(idOf));
  const kept = retainedVersions(ages.map(idOf), policy, { pinned, nowMs: NOW_MS });
  expect(ages.map((age) => `${age} ${kept.get(idOf(age)) ?? "-"}`).join(", ")).toBe(expected);
}

test("the latest version is kept under any policy", () => {
  check([400], { versions: 1, days: 0 }, [], "400 latest");
  check([400, 401], { versions: 1, days: 0 }, [], "400 latest, 401 -");
});

test("the policy's number of last versions is kept", () => {
  check([0, 0.1, 0.2, 0.3], { versions: 3, days: 0 }, [], "0 latest, 0.1 recent, 0.2 recent, 0.3 -");
});

test("the last version of each day is kept, for the policy's number of days", () => {
  check(
    [0, 0.2, 0.6, 0.7, 1.6, 2.6, 3.6],
    { versions: 1, days: 3 },
    [],
    "0 latest, 0.2 -, 0.6 daily, 0.7 -, 1.6 daily, 2.6 -, 3.6 -",
  );
});

test("a day whose last version is kept for another reason keeps no second version", () => {
  check([0, 0.6, 0.7], { versions: 2, days: 30 }, [], "0 latest, 0.6 recent, 0.7 -");
});

test("pinned versions are kept", () => {
  check([0, 5, 6, 7], { versions: 1, days: 0 }, [6, 99], "0 latest, 5 -, 6 pinned, 7 -");
});
