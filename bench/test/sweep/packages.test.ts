/**
 * Tests that index fifteen pinned packages of npm and Debian with the bundled command line: half of them each day in
 * CI, all in the long tier. If a registry cannot be reached and nothing is cached, a package is skipped, and the reason
 * is printed and counted.
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

test("there are fifteen distinct packages, from both registries", () => {
  expect(new Set(packageNames()).size).toBe(15);
  expect(packageNames()).toContain("sklearn");
});

for (const name of shareOfDay(packageNames(), 2)) {
  test(`${name} is indexed without failures, and every file is accounted for`, {
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

/** @returns why the package is not available, if so */
async function measureOrTell(name: string): Promise<PackageRecord | string> {
  try {
    return await measurePackage(name, { withFloor: false, onStep: () => undefined });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    unavailable.push(`${name}: ${error.message}`);
    return error.message;
  }
}
