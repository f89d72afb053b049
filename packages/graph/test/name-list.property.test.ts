import fc from "fast-check";
import { expect, test } from "vitest";
import { NameList } from "../src/read/name-list.js";

const name = fc.string({ unit: fc.constantFrom("a", "b", "A", "_", "é", "\u{1f600}"), maxLength: 4 });
/** Names by bucket; each name is in one bucket. */
const buckets = fc.uniqueArray(name, { maxLength: 30 }).map((names) => {
  const byBucket = new Map<number, string[]>();
  for (const one of names) byBucket.set(one.length % 3, [...(byBucket.get(one.length % 3) ?? []), one]);
  return byBucket;
});

test("a renewed list equals one built from scratch, and the old list is unchanged", () => {
  fc.assert(
    fc.property(buckets, buckets, (before, after) => {
      const first = NameList.fromBuckets(before);
      const names = [...first.allNames()];
      expect(names.sort()).toEqual([...before.values()].flat().sort());
      const renewed = first
        .withStaleBuckets([0, 1])
        .withStaleBuckets([2])
        .withFreshBuckets((bucket) => after.get(bucket) ?? []);
      const expected = [...after.values()].flat().sort();
      for (const letter of ["a", "A", "\u{1f600}".charAt(0), "x"]) {
        expect(renewed.startingWith(letter)).toEqual(expected.filter((one) => one.startsWith(letter)));
      }
      expect([...renewed.allNames()].sort()).toEqual(expected);
      expect(renewed.stale.size).toBe(0);
      expect([...first.allNames()].sort()).toEqual(names);
      const same = renewed.withStaleBuckets([1, 2]).withFreshBuckets((bucket) => [...(after.get(bucket) ?? [])]);
      expect(same.allNames()).toBe(renewed.allNames());
    }),
  );
});
