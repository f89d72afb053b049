/**
 * Fifteen pinned packages of npm and Debian, indexed with the bundled command line: every other one a day in CI, all in the long tier. Where a registry cannot be reached and nothing was
 * fetched before, a package is skipped, and the reason is written and counted.
 */
import { shareOfDay } from "@sdl/engine/testing";
import { afterAll, expect, test } from "vitest";
import { Unavailable } from "../../src/corpora/tools.js";
import { measurePackage, type PackageRecord, packageNames } from "../../src/sweep/package-checkout.js";

const unavailable: string[] = [];

afterAll(() => {
  if (unavailable.length === 0) return;
  console.warn(`NOT INDEXED: ${unavailable.length} of ${packageNames().length} packages\n${unavailable.join("\n")}`);
});

test("there are fifteen packages of either registry, each once", () => {
  expect(new Set(packageNames()).size).toBe(15);
  expect(packageNames()).toContain("sklearn");
});

for (const name of shareOfDay(packageNames(), 2)) {
  test(`${name} is indexed without a failure, and every file of it is accounted for`, {
    timeout: 180_000,
  }, async (context) => {
    const record = await measureOrTell(name);
    if (typeof record === "string") context.skip(record);
    else {
      expect(record.problems).toEqual([]);
      expect(record.counts?.files).toBeGreaterThan(0);
      expect(record.counts?.symbols).toBeGreaterThan(0);
    }
  });
}

/** @returns why the package cannot be had, where it cannot */
async function measureOrTell(name: string): Promise<PackageRecord | string> {
  try {
    return await measurePackage(name, { withFloor: false, onStep: () => undefined });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    unavailable.push(`${name}: ${error.message}`);
    return error.message;
  }
}
